package room

import (
	"time"

	"parlor/engine"
	"parlor/prose"
)

// timekeeper knows what is due at a table, and does it then.
type timekeeper struct {
	*transition
}

// tick does what is due by now.
func (k timekeeper) tick() {
	now, plan := k.now(), k.timed()
	due := func(at time.Time) bool { return !at.IsZero() && !at.After(now) }
	for i := range k.seating.seats {
		if due(k.clock.deadline(i, k.seating.seats[i], plan, &k.play)) {
			k.play.timeOut(engine.Seat(i), &k.seating, k.effects)
		}
	}
	for i := range k.seating.seats {
		if due(k.graceEnd(k.seating.seats[i])) {
			k.vacate(i, k.didNotComeBack(i))
		}
	}
	if due(k.idleEnd()) {
		k.vacateAll()
	}
}

// vacateAll takes everybody off their seats, in the order in which they went
// away.
func (k timekeeper) vacateAll() {
	for _, at := range k.seating.asTheyWent() {
		k.vacate(at, k.didNotComeBack(at))
	}
}

// nextDue is when tick has something to do; zero where nothing will be due unless
// somebody does something.
func (k timekeeper) nextDue() (wake time.Time) {
	sooner := func(at time.Time) {
		if !at.IsZero() && (wake.IsZero() || at.Before(wake)) {
			wake = at
		}
	}
	plan := k.timed()
	for i, s := range k.seating.seats {
		sooner(k.clock.deadline(i, s, plan, &k.play))
		sooner(k.graceEnd(s))
		sooner(k.substituteBegins(s))
	}
	sooner(k.host.passesAt(&k.seating))
	sooner(k.idleEnd())
	return wake
}

// sleepsUntil is when a room where nobody is connected has to run; zero where
// nothing will happen in it.
func (k timekeeper) sleepsUntil() time.Time {
	for i, s := range k.seating.seats {
		if k.botPlays(s) && k.play.toMove(engine.Seat(i)) && !k.clock.stopped() {
			return k.quiet
		}
	}
	return k.nextDue()
}

// graceEnd is when an absent person loses the seat because no match is played;
// zero where that is not so. Somebody who was away at the end of a match has
// the whole time to come back and see it.
func (k timekeeper) graceEnd(s seat) time.Time {
	if k.inPlay() || !s.here() || s.away.IsZero() {
		return time.Time{}
	}
	from := s.away
	if k.play.rested.After(from) {
		from = k.play.rested
	}
	return from.Add(max(k.config.Limits.Grace, slowness(k.plan)))
}

// idleEnd is when a room where nobody is connected closes; zero while
// somebody is.
func (k timekeeper) idleEnd() time.Time {
	if k.quiet.IsZero() {
		return time.Time{}
	}
	return k.quiet.Add(max(k.config.Limits.RoomIdle, 2*slowness(k.plan)))
}

func (k timekeeper) didNotComeBack(at int) prose.Text {
	return prose.T("{name} did not come back.", k.seating.seats[at].called())
}
