package room

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// A new scene of a room ignores keys until it has been visible for a while, because keys may have
// been meant for the previous one: the end of a game before Enter continues, and a new game before
// its first move. A player who types continuously has to pause first.
const (
	endStands   = 800 * time.Millisecond
	beginStands = 400 * time.Millisecond
	typingStops = 300 * time.Millisecond
)

// moment identifies a stage of a game, for which keys are meant.
type moment struct {
	stage string
	proof string // of the match; empty while people gather
	round int
}

func momentOf(u lobby.Update) moment {
	now := moment{stage: u.Stage, proof: u.Proof}
	if u.Match != nil {
		now.round = u.Match.Round
	}
	return now
}

// sight tracks how long something has been visible.
type sight struct {
	drawn time.Time // when it was first drawn; zero before
	typed time.Time // when the last key was ignored
	done  bool      // keys are accepted
}

// left returns how long keys are still ignored if something has to be visible for the given time.
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

// sees records that it is drawn.
func (s *sight) sees() {
	if s.drawn.IsZero() {
		s.drawn = time.Now()
	}
}

// again ignores keys until none was pressed for a moment.
func (s *sight) again() { s.typed, s.done = time.Now(), false }

// settling ignores keys until the current moment has been visible long enough.
type settling struct {
	*room
	sight
	moment moment
	joined bool // it is the first moment of the room on this screen
	awaits bool // a settleMsg is pending
}

// settleMsg requests a check whether keys are accepted.
type settleMsg struct{ of *settling }

// changes starts again if an update shows another moment. A room where people gather accepts keys
// immediately.
func (s *settling) changes(u lobby.Update, first bool) {
	if now := momentOf(u); first || now != s.moment {
		*s = settling{room: s.room, sight: sight{done: u.Stage == lobby.Gathering}, moment: now, joined: first, awaits: s.awaits}
	}
}

// stands returns how long the moment has to be visible.
func (s *settling) stands() time.Duration {
	if s.moment.stage == engine.Playing {
		return beginStands
	}
	return endStands
}

// left returns how long keys are still ignored, as far as known.
func (s *settling) left(now time.Time) time.Duration { return s.sight.left(now, s.stands()) }

// early records a key, and reports whether it is ignored.
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

// settled reports whether keys are accepted, for drawing.
func (s *settling) settled() bool { return !s.seated() || s.left(time.Now()) == 0 }

// untilSettled returns a command that redraws the room once keys are accepted.
func (s *settling) untilSettled() tea.Cmd {
	if !s.shown || s.done || s.awaits || !s.ctx.OnTop(s.screen) {
		return nil
	}
	s.awaits = true
	return tea.Tick(max(s.left(time.Now()), time.Millisecond), func(time.Time) tea.Msg { return settleMsg{s} })
}

// opening returns the text shown instead of a question while keys are ignored.
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
