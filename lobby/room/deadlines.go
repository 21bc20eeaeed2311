package room

import (
	"time"

	"parlor/engine"
	"parlor/prose"
)

// timekeeper finds and handles the deadlines of a room.
type timekeeper struct {
	*transition
}

// tick handles all passed deadlines.
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

// vacateAll removes all players, in the order in which they disconnected.
func (k timekeeper) vacateAll() {
	for _, at := range k.seating.byTimeAway() {
		k.vacate(at, k.didNotComeBack(at))
	}
}

// nextDue returns the earliest deadline, or zero if there is none.
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
	if !k.play.late {
		sooner(k.timeEnd())
	}
	return wake
}

// sleepsUntil returns when a room without connected clients must run, or zero if never.
func (k timekeeper) sleepsUntil() time.Time {
	for i, s := range k.seating.seats {
		if k.botPlays(s) && k.play.toMove(engine.Seat(i)) && !k.clock.stopped() {
			return k.emptySince
		}
	}
	return k.nextDue()
}

// graceEnd returns when an absent person loses their seat between matches, or zero. The
// time counts from the end of the match, so that its players can return to see it.
func (k timekeeper) graceEnd(s seat) time.Time {
	if k.inPlay() || !s.here() || s.away.IsZero() {
		return time.Time{}
	}
	from := s.away
	if k.play.rested.After(from) {
		from = k.play.rested
	}
	return from.Add(max(k.config.Limits.Grace, correspondenceClock(k.plan)))
}

// idleEnd returns when a room without connected clients closes, or zero if there are any.
func (k timekeeper) idleEnd() time.Time {
	if k.emptySince.IsZero() {
		return time.Time{}
	}
	return k.emptySince.Add(max(k.config.Limits.RoomIdle, 2*correspondenceClock(k.plan)))
}

func (k timekeeper) didNotComeBack(at int) prose.Text {
	return prose.T("{name} did not come back.", k.seating.seats[at].nameArg())
}
