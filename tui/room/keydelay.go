package room

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// What a room shows first takes no move before it has been seen: keys under
// way were meant for what stood there before. The end of a game stands that long
// before enter goes on, a game that has just begun before its first move, and
// a player who types on and on has to stop for a moment.
const (
	endStands   = 800 * time.Millisecond
	beginStands = 400 * time.Millisecond
	typingStops = 300 * time.Millisecond
)

// moment is what keys are meant for: the stage of a game.
type moment struct {
	stage string
	proof string // of the match; empty while gathering
	round int
}

func momentOf(u lobby.Update) moment {
	now := moment{stage: u.Stage, proof: u.Proof}
	if u.Match != nil {
		now.round = u.Match.Round
	}
	return now
}

// sight is how long something on the screen is seen already.
type sight struct {
	drawn time.Time // when it was drawn first; zero before
	typed time.Time // when a key came last that was too early
	done  bool      // keys are taken
}

// left returns how long keys are not taken yet by what has to stand for so long.
func (s *sight) left(now time.Time, stands time.Duration) time.Duration {
	if s.done {
		return 0
	}
	if s.drawn.IsZero() {
		return stands
	}
	left := s.drawn.Add(stands).Sub(now)
	if !s.typed.IsZero() {
		left = max(left, s.typed.Add(typingStops).Sub(now))
	}
	s.done = left <= 0
	return max(0, left)
}

// sees notes that it is drawn.
func (s *sight) sees() {
	if s.drawn.IsZero() {
		s.drawn = time.Now()
	}
}

// again has keys wait until nothing was typed for a moment.
func (s *sight) again() { s.typed, s.done = time.Now(), false }

// settling holds back keys until the moment on the screen can be seen.
type settling struct {
	*room
	sight
	moment moment
	joined bool // it is the first that this screen shows of the room
	awaits bool // a settleMsg is under way
}

// settleMsg says that it is time to look whether keys are taken.
type settleMsg struct{ of *settling }

// changes begins again where an update shows another moment. A room where
// people gather takes keys at once.
func (s *settling) changes(u lobby.Update, first bool) {
	if now := momentOf(u); first || now != s.moment {
		*s = settling{room: s.room, sight: sight{done: u.Stage == lobby.Gathering}, moment: now, joined: first, awaits: s.awaits}
	}
}

// stands returns how long the moment has to be seen.
func (s *settling) stands() time.Duration {
	if s.moment.stage == engine.Playing {
		return beginStands
	}
	return endStands
}

// left returns how long keys are not taken yet, as far as is known.
func (s *settling) left(now time.Time) time.Duration { return s.sight.left(now, s.stands()) }

// early takes note of a key, and reports whether it came too early.
func (s *settling) early() bool {
	if !s.seated() || s.left(time.Now()) == 0 {
		return false
	}
	s.typed = time.Now()
	if s.moment.stage == engine.Playing {
		s.ctx.Shell.Tell(prose.T("Ignored: pressed before the table was shown. Press again."))
	} else {
		s.ctx.Shell.Tell(prose.T("Ignored: pressed before the result was shown. Press again."))
	}
	return true
}

// settled reports whether keys are taken. It is for drawing.
func (s *settling) settled() bool { return !s.seated() || s.left(time.Now()) == 0 }

// untilSettled has the room drawn again once keys are taken.
func (s *settling) untilSettled() tea.Cmd {
	if !s.shown || s.done || s.awaits || !s.ctx.OnTop(s.screen) {
		return nil
	}
	s.awaits = true
	return tea.Tick(max(s.left(time.Now()), time.Millisecond), func(time.Time) tea.Msg { return settleMsg{s} })
}

// opening returns what stands in place of a question while keys are not taken yet.
func (s *settling) opening() string {
	match := s.update.Match
	switch {
	case s.joined:
		return ""
	case match.Round == 1:
		return s.ctx.Say(prose.T("The match begins."))
	}
	return s.ctx.Say(prose.T("Game {n} begins.", prose.N(match.Round)))
}
