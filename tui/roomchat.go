package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/widget"
)

func (t *tableScreen) newChat() *widget.ChatLine {
	return widget.NewChatLine(t.root.ctx, t.root.mutes, widget.ToRoom, &t.said, widget.Reactions(t.root.ctx.Voice), t.say)
}

// TakeChat returns the line in which a message is typed, and closes it; nil if none is.
func (t *tableScreen) TakeChat() (line *widget.ChatLine) {
	line, t.talk = t.talk, nil
	return line
}

// ContinueChat lets a message that was begun elsewhere be typed on here. Nil is none.
func (t *tableScreen) ContinueChat(elsewhere *widget.ChatLine) {
	if elsewhere != nil {
		t.talk = t.newChat()
		t.talk.Continue(elsewhere)
	}
}

func (t *tableScreen) say(text string) tea.Cmd {
	handle := t.handle
	return t.root.order(handle, lobby.Say{Text: text})
}

func (t *tableScreen) heard() []lobby.ChatMessage { return t.update.Chat }

// unread counts what was said at the table since the person last saw it.
func (t *tableScreen) unread() int { return t.said.Unread(t.heard(), t.root.you()) }

// tellChat shows the newest thing that was said, unless all of it is on the screen,
// and says whether it speaks of this person.
func (t *tableScreen) tellChat(first bool) bool {
	heard := t.heard()
	t.said.Begin(heard)
	if len(heard) == 0 || heard[len(heard)-1].ID <= t.chat {
		return false
	}
	newest := heard[len(heard)-1]
	t.chat = newest.ID
	if first || t.root.bad {
		return false
	}
	called := widget.Mentions(t.root.ctx, newest)
	if (t.talk != nil || t.panelled) && t.root.onTop(t) {
		return called
	}
	t.root.tell(prose.T("{speaker}: {words}", prose.Sub(widget.Speaker(newest)), prose.Literal(newest.Text)))
	t.root.called = called
	return called
}
