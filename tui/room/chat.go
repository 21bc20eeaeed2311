package room

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// chat is what is said in the room.
type chat struct {
	*room
	*widget.Chat
	newest uint64 // message that was told
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

// chatBinding opens the line; unread messages are counted in its hint.
func (c *chat) chatBinding(unread int) screen.Binding {
	return screen.Binding{Key: keymap.Named("t"), Hint: widget.WithCount(prose.T("chat"), unread), Help: prose.T("table chat"), Do: screen.Call(c.OpenChat)}
}

// tellChat shows the newest message, unless all of them are in sight, and reports whether it
// speaks of the player. What was said before they came is not shown.
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
