package room

import (
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// held is since when the match has waited for somebody who is away; zero where it
// does not, or where the room's own rule decides what becomes of their moves.
func (c clock) held(at int, s seat, plan lobby.Plan, t turns) time.Time {
	if c.stopped() || !t.counts() && plan.SubstituteAfter() > 0 || slowness(plan) > 0 || !t.inPlay() || !s.here() || s.away.IsZero() || !t.toMove(engine.Seat(at)) {
		return time.Time{}
	}
	if s.since.After(s.away) {
		return s.since
	}
	return s.away
}

// intervalClock is the least time to say next between two rounds.
const intervalClock = 30 * time.Second

// clock is whose time runs since when.
type clock struct {
	paused time.Time // since when the match stands still; zero while it goes on
}

// turns is what the clock has to know of the match.
type turns interface {
	stage() string
	inPlay() bool
	toMove(seat engine.Seat) bool
	// counts reports whether the match is rated, where no bot plays for a player.
	counts() bool
}

// stopped reports whether the match stands still.
func (c clock) stopped() bool { return !c.paused.IsZero() }

// stopAt lets the match stand still.
func (c *clock) stopAt(now time.Time) { c.paused = now }

// goOn lets all clocks go on where they stood, and reports whether they stood.
func (c *clock) goOn(s *seating, now time.Time) bool {
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

// shift gives all seats back the time for which nobody could play.
func (c clock) shift(s *seating, stood time.Duration) {
	for i := range s.seats {
		if since := &s.seats[i].since; !since.IsZero() {
			*since = since.Add(stood)
		}
	}
}

// stands reports whether the clock of a seat stands still: in a pause, and where
// the room waits for somebody who is away.
func (c clock) stands(s seat, plan lobby.Plan) bool {
	return c.stopped() || plan.Absent == lobby.AbsentWait && s.here() && !s.away.IsZero()
}

// comeBack gives somebody the time back for which the room waited for them.
func (c clock) comeBack(s *seat, plan lobby.Plan, now time.Time) {
	if plan.Absent != lobby.AbsentWait || s.away.IsZero() || s.since.IsZero() {
		return
	}
	stood := s.away // since when the clock stood
	if s.since.After(stood) {
		stood = s.since
	}
	s.since = s.since.Add(now.Sub(stood))
}

// deadline is when a seat's decision times out; zero where it does not.
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

// maySubstitute reports whether a bot may play for a seat: its person is not connected
// to the server at all, on whatever screen.
func (c clock) maySubstitute(s seat, t turns) bool {
	return t.inPlay() && !t.counts() && s.here() && !s.lost.IsZero()
}

// substituted reports whether a bot plays for a seat whose person is away.
func (c clock) substituted(s seat, plan lobby.Plan, t turns) bool {
	after := plan.SubstituteAfter()
	return c.maySubstitute(s, t) && (s.lent || after > 0 && time.Since(s.lost) >= after)
}

// substituteBegins is when a bot begins to play for a seat; zero where it does not.
func (c clock) substituteBegins(s seat, plan lobby.Plan, t turns) time.Time {
	after := plan.SubstituteAfter()
	if after == 0 || !c.maySubstitute(s, t) || c.substituted(s, plan, t) {
		return time.Time{}
	}
	return s.lost.Add(after)
}

// calls reports whether who is away has to decide for themselves, and has the time to
// hear of it outside.
func calls(plan lobby.Plan) bool {
	return slowness(plan) > 0 && (plan.Rated || plan.SubstituteAfter() == 0)
}

// timeAway is the time for a decision of somebody who is away; zero where no clock runs
// for them.
func timeAway(plan lobby.Plan) time.Duration {
	if plan.Absent == lobby.AbsentWait {
		return 0
	}
	return plan.Clock
}

// slowness is the clock of a room that people leave and come back to, a move at
// a time; zero where one is meant to stay.
func slowness(plan lobby.Plan) time.Duration {
	if plan.Clock < time.Hour {
		return 0
	}
	return plan.Clock
}
