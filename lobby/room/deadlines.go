package room

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// How long the table has to have waited for somebody who is away before the others
// may do something about it.
const (
	standInWait = time.Minute
	claimWait   = 5 * time.Minute
)

// standInFrom is from when on a player may let a bot play for a seat; zero where
// none may. In a match that counts nobody plays for anybody else, nor does a bot for
// a player who is connected.
func (t *table) standInFrom(at int) time.Time {
	s := t.seating.seats[at]
	held := t.clock.held(at, s, t.plan, &t.play)
	if held.IsZero() || s.lent || t.plan.Substitute == lobby.SubstituteNever || !t.clock.mayStandIn(s, &t.play) {
		return time.Time{}
	}
	if s.lost.After(held) {
		held = s.lost
	}
	return t.unlessClock(at, held.Add(standInWait))
}

// unlessClock is from; zero where the clock of a seat runs out before: then the rules
// move for it, and the next decision is waited for anew.
func (t *table) unlessClock(at int, from time.Time) time.Time {
	due := t.clock.deadline(at, t.seating.seats[at], t.timed(), &t.play)
	if !due.IsZero() && !due.After(from) {
		return time.Time{}
	}
	return from
}

// claimFrom is from when on a player may claim the game from who has a seat; zero
// where none may.
func (t *table) claimFrom(at int) time.Time {
	held := t.clock.held(at, t.seating.seats[at], t.plan, &t.play)
	if held.IsZero() {
		return time.Time{}
	}
	return t.unlessClock(at, held.Add(claimWait))
}

// timekeeper knows what is due at a table, and does it then.
type timekeeper struct {
	*table
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
		sooner(k.standInBegins(s))
	}
	sooner(k.host.gone(&k.seating))
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
	return prose.T("{name} did not come back.", k.seating.name(at))
}

// botPlays reports whether a bot plays on a seat, as its own or for a person who
// is away.
func (t *table) botPlays(s seat) bool {
	return s.kind == lobby.Bot || t.standsIn(s)
}

// standsIn reports whether a substitute bot plays for a seat: while no player is
// connected, none does.
func (t *table) standsIn(s seat) bool {
	return t.seating.connected() && t.clock.standsIn(s, t.plan, &t.play)
}

// standInBegins is when a substitute bot begins to play for a seat; zero if none does,
// and while no player is connected.
func (t *table) standInBegins(s seat) time.Time {
	if !t.seating.connected() {
		return time.Time{}
	}
	return t.clock.standInBegins(s, t.plan, &t.play)
}
