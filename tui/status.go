package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// holdTime is the minimum time for which the reason of a closed room is shown.
const holdTime = 2 * time.Second

// statusLine is the message line. A message stays until the next key.
type statusLine struct {
	ctx     *screen.Context
	stack   *screenStack
	changed func() // called when the message changes

	message   string
	bad       bool      // the message is a refusal
	called    bool      // the message mentions the player
	explained bool      // the message explains a key without effect
	held      time.Time // until then, keys do not remove the message

	notice string    // the first message; empty once it is over
	ends   time.Time // when the newest notice ends; zero for never
}

// Tell implements screen.Shell.
func (s *statusLine) Tell(texts ...prose.Text) { s.show(s.ctx.SayAll(texts)) }

// show shows a sentence in the player's language.
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

// explain explains a key without effect.
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

// Hold keeps the message for a while, because keys may already be on their way.
func (s *statusLine) Hold() { s.held = time.Now().Add(holdTime) }

// pressed removes the message after a key, unless it is held.
func (s *statusLine) pressed() {
	if time.Now().After(s.held) {
		s.message, s.bad, s.called, s.explained = "", false, false, false
	}
}

// Notice is a message for a program whose model is a Root: a sentence to show on any screen. It
// stays until the next key, and at most until it ends, if that is not zero.
type Notice struct {
	Text  prose.Text
	Lasts time.Duration
}

// noticeOver removes a notice, unless it was extended.
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

// endNotice sets when a notice ends.
func (s *statusLine) endNotice(said string, ends time.Time) tea.Cmd {
	s.ends = ends
	return tea.Tick(time.Until(ends), func(time.Time) tea.Msg { return noticeOver{said, ends} })
}

// noticeOver removes a notice.
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

// TellNotice shows the first message again, which a key may have removed. It reports whether there
// is one.
func (s *statusLine) TellNotice() bool {
	if s.notice != "" {
		s.show(s.notice)
	}
	return s.notice != ""
}

// mover is a screen whose room or game night may move to another server. Moving returns the notice
// for that time, or the zero Text.
type mover interface{ Moving() prose.Text }

// caller is a screen of a game night, to whose table the player may be called while another screen is shown. Call
// returns the notice for that time, or the zero Text.
type caller interface{ Call() prose.Text }

// lines returns the message below a call, or nil. While a room moves, a notice replaces the message.
func (s *statusLine) lines() []string {
	for _, it := range s.stack.all {
		if it, calls := it.(caller); calls {
			if call := it.Call(); !call.IsZero() {
				return append(widget.Wrapped(s.ctx, s.ctx.Say(call), s.ctx.Theme.Accent), s.messageLines()...)
			}
		}
	}
	return s.messageLines()
}

func (s *statusLine) messageLines() []string {
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
