package room

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// waitsSince returns since when the match has waited for an absent player. It is zero if
// the match does not wait, or if a setting of the room handles the absence.
func (c clock) waitsSince(at int, s seat, plan lobby.Plan, t turns) time.Time {
	if c.stopped() || !t.counts() && plan.SubstituteAfter() > 0 || correspondenceClock(plan) > 0 || !t.inPlay() || !s.here() || s.away.IsZero() || !t.toMove(engine.Seat(at)) {
		return time.Time{}
	}
	if s.since.After(s.away) {
		return s.since
	}
	return s.away
}

// intervalClock is the minimum time limit for the pause between two games of a match.
const intervalClock = 30 * time.Second

// clock measures the players' time.
type clock struct {
	paused time.Time // when the match was paused; zero while it runs
}

// turns is the part of a match that the clock needs.
type turns interface {
	stage() string
	inPlay() bool
	toMove(seat engine.Seat) bool
	// counts reports whether the match is rated; then no bot substitutes for a player.
	counts() bool
}

// stopped reports whether the match is paused.
func (c clock) stopped() bool { return !c.paused.IsZero() }

// stopAt pauses the match.
func (c *clock) stopAt(now time.Time) { c.paused = now }

// resume ends a pause and reports whether there was one.
func (c *clock) resume(s *seating, now time.Time) bool {
	for i := range s.seats {
		s.seats[i].pause = false
	}
	if !c.stopped() {
		return false
	}
	c.shift(s, now.Sub(c.paused))
	c.paused = time.Time{}
	return true
}

// shift moves the start of all decisions by the duration of a pause.
func (c clock) shift(s *seating, stood time.Duration) {
	for i := range s.seats {
		if since := &s.seats[i].since; !since.IsZero() {
			*since = since.Add(stood)
		}
	}
}

// stands reports whether the clock of a seat is stopped: during a pause, or if the room
// waits for an absent player.
func (c clock) stands(s seat, plan lobby.Plan) bool {
	return c.stopped() || plan.Absent == lobby.AbsentWait && s.here() && !s.away.IsZero()
}

// comeBack adds the time for which the room has waited to the clock of a returning player.
func (c clock) comeBack(s *seat, plan lobby.Plan, now time.Time) {
	if plan.Absent != lobby.AbsentWait || s.away.IsZero() || s.since.IsZero() {
		return
	}
	stood := s.away // when the clock stopped
	if s.since.After(stood) {
		stood = s.since
	}
	s.since = s.since.Add(now.Sub(stood))
}

// deadline returns when a seat's decision times out, or zero.
func (c clock) deadline(at int, s seat, plan lobby.Plan, t turns) time.Time {
	if plan.Clock == 0 || c.stands(s, plan) || !t.toMove(engine.Seat(at)) {
		return time.Time{}
	}
	most := plan.Clock
	if t.stage() == engine.Interval {
		most = max(most, intervalClock)
	}
	return s.since.Add(most)
}

// maySubstitute reports whether a bot may substitute on a seat: only if its person has no
// session on the server.
func (c clock) maySubstitute(s seat, t turns) bool {
	return t.inPlay() && !t.counts() && s.here() && !s.offlineSince.IsZero()
}

// substituted reports whether a bot substitutes on a seat.
func (c clock) substituted(s seat, plan lobby.Plan, t turns) bool {
	after := plan.SubstituteAfter()
	return c.maySubstitute(s, t) && (s.substituteAsked || after > 0 && time.Since(s.offlineSince) >= after)
}

// substituteBegins returns when a bot begins to substitute on a seat, or zero.
func (c clock) substituteBegins(s seat, plan lobby.Plan, t turns) time.Time {
	after := plan.SubstituteAfter()
	if after == 0 || !c.maySubstitute(s, t) || c.substituted(s, plan, t) {
		return time.Time{}
	}
	return s.offlineSince.Add(after)
}

// notifiesAway reports whether absent players are notified of their turns. It holds for
// correspondence matches in which no bot substitutes.
func notifiesAway(plan lobby.Plan) bool {
	return correspondenceClock(plan) > 0 && (plan.Rated || plan.SubstituteAfter() == 0)
}

// timeAway returns the time limit per move of an absent player, or zero if their clock is
// stopped.
func timeAway(plan lobby.Plan) time.Duration {
	if plan.Absent == lobby.AbsentWait {
		return 0
	}
	return plan.Clock
}

// correspondenceClock returns the time per move if the room is for correspondence play,
// which players leave and return to. It is zero for other rooms.
func correspondenceClock(plan lobby.Plan) time.Duration {
	if plan.Clock < time.Hour {
		return 0
	}
	return plan.Clock
}
