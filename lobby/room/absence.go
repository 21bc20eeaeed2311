package room

import (
	"time"

	"parlor/lobby"
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
