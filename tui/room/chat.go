package room

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// chat is the chat of the room.
type chat struct {
	*room
	*widget.Chat
	newest uint64 // number of the newest message that was shown
}

func newChat(r *room) *chat {
	c := &chat{room: r}
	c.Chat = widget.NewChat(r.ctx, widget.ChatConfig{
		Mutes: r.config.Mutes, To: widget.ToRoom, Reactions: widget.Reactions(r.ctx.Voice), Heard: c.heard,
		Say: func(text string) tea.Cmd { return r.request(lobby.Say{Text: text}) },
	})
	return c
}

func (c *chat) heard() []lobby.ChatMessage { return c.update.Chat }

// chatBinding returns the binding that opens the chat line. Its hint shows the number of unread
// messages.
func (c *chat) chatBinding(unread int) screen.Binding {
	return screen.Binding{Key: keymap.Named("t"), Hint: widget.WithCount(prose.T("chat"), unread), Help: prose.T("table chat"), Do: screen.Call(c.OpenChat)}
}

// tellChat shows the newest message unless all messages are visible. It reports whether that
// mentions the player. Messages from before they came are not shown.
func (c *chat) tellChat(first, inSight bool) (called bool) {
	heard := c.heard()
	c.ChatLog.Begin(heard)
	if len(heard) == 0 || heard[len(heard)-1].ID <= c.newest {
		return false
	}
	newest := heard[len(heard)-1]
	c.newest = newest.ID
	if first || c.ctx.Shell.Refused() {
		return false
	}
	called = widget.Mentions(c.ctx, newest)
	if (c.ChatLine != nil || inSight) && c.ctx.OnTop(c.screen) {
		return called
	}
	c.ctx.Shell.TellMessage(called, prose.T("{speaker}: {words}", prose.Sub(widget.Speaker(newest)), prose.Literal(newest.Text)))
	return called
}
