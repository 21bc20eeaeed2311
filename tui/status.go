package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// holdTime is how long a message stays at least that says why a table is gone.
const holdTime = 2 * time.Second

// statusLine is what the player was told last, in one line that stays until the next key.
type statusLine struct {
	ctx     *screen.Context
	stack   *screenStack
	changed func() // is called whenever something else is told

	message   string
	bad       bool      // it is a refusal
	called    bool      // it speaks of this player
	explained bool      // it says why a key did nothing
	held      time.Time // until then no key takes it away

	notice string    // that the player reads first; empty once it is over
	ends   time.Time // of the newest notice; zero if it stays
}

// Tell implements screen.Shell.
func (s *statusLine) Tell(texts ...prose.Text) { s.show(s.ctx.SayAll(texts)) }

// show shows a sentence that is already in the player's language.
func (s *statusLine) show(said string) {
	s.changed()
	s.message, s.bad, s.explained = said, false, false
}

// TellMessage implements screen.Shell.
func (s *statusLine) TellMessage(mentions bool, texts ...prose.Text) {
	s.Tell(texts...)
	s.called = mentions
}

// Refuse implements screen.Shell. What the rules of a match refuse is told by its board.
func (s *statusLine) Refuse(err error) {
	said := s.ctx.Say(prose.Reason(err))
	if room := s.stack.room(); room != nil {
		said = room.RefusalText(err)
	}
	s.show(said)
	s.bad = true
}

// Refused implements screen.Shell.
func (s *statusLine) Refused() bool { return s.bad }

// explain shows why a key did nothing.
func (s *statusLine) explain(said string) {
	s.show(said)
	s.explained = true
}

// ClearExplanation implements screen.Shell.
func (s *statusLine) ClearExplanation() {
	if s.explained {
		s.show("")
	}
}

// Hold keeps the message for a while: keys may be on their way.
func (s *statusLine) Hold() { s.held = time.Now().Add(holdTime) }

// pressed takes the message away, unless it is held: a key was pressed.
func (s *statusLine) pressed() {
	if time.Now().After(s.held) {
		s.message, s.bad, s.called, s.explained = "", false, false, false
	}
}

// Notice is a message for a program whose model is a Root: a sentence that the
// person is told wherever they are. It stays until the next key, but no longer than it
// lasts, where that is not zero.
type Notice struct {
	Text  prose.Text
	Lasts time.Duration
}

// noticeOver ends a notice that is still shown, unless it was told again for longer.
type noticeOver struct {
	said string
	ends time.Time
}

// tellNotice shows a notice.
func (s *statusLine) tellNotice(n Notice) tea.Cmd {
	said := s.ctx.Say(n.Text)
	s.show(said)
	s.Hold()
	if n.Lasts <= 0 {
		s.ends = time.Time{}
		return nil
	}
	return s.endNotice(said, time.Now().Add(n.Lasts))
}

// endNotice has a notice end then.
func (s *statusLine) endNotice(said string, ends time.Time) tea.Cmd {
	s.ends = ends
	return tea.Tick(time.Until(ends), func(time.Time) tea.Msg { return noticeOver{said, ends} })
}

// noticeOver takes a notice away.
func (s *statusLine) noticeOver(over noticeOver) {
	if !over.ends.Equal(s.ends) {
		return
	}
	if s.notice == over.said {
		s.notice = ""
	}
	if s.message == over.said {
		s.show("")
	}
}

// TellNotice shows again the notice that the player was to read first, which a key may have
// removed, and reports whether there is one.
func (s *statusLine) TellNotice() bool {
	if s.notice != "" {
		s.show(s.notice)
	}
	return s.notice != ""
}

// mover is a screen of what may move to another server. Moving returns what is told
// meanwhile; zero if it does not move.
type mover interface{ Moving() prose.Text }

// lines returns what the player was told last; nil if that is nothing. While a room moves,
// that is told instead: what the player types stays where it is.
func (s *statusLine) lines() []string {
	for _, it := range slices.Backward(s.stack.all) {
		if it, moves := it.(mover); moves {
			if moving := it.Moving(); !moving.IsZero() {
				return widget.Wrapped(s.ctx, s.ctx.Say(moving), s.ctx.Theme.Accent)
			}
			break
		}
	}
	switch {
	case s.message == "":
		return nil
	case s.bad:
		return widget.Wrapped(s.ctx, s.message, s.ctx.Theme.Bad)
	case s.called:
		return widget.Wrapped(s.ctx, s.message, s.ctx.Theme.Accent)
	}
	return widget.Wrapped(s.ctx, s.message, s.ctx.Theme.Faint)
}
