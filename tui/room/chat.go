package room

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// chat is what is said in the room.
type chat struct {
	*room
	said   widget.ChatLog
	line   *widget.ChatLine // in which a message is typed; nil while none is
	newest uint64           // message that was told
}

func (c *chat) heard() []lobby.ChatMessage { return c.update.Chat }

// unread counts what was said since the player last saw it.
func (c *chat) unread() int { return c.said.Unread(c.heard(), c.ctx.Shell.Name()) }

// open opens the line in which a message is typed.
func (c *chat) open() {
	c.line = widget.NewChatLine(c.ctx, c.config.Mutes, widget.ToRoom, &c.said, widget.Reactions(c.ctx.Voice), func(text string) tea.Cmd { return c.request(lobby.Say{Text: text}) })
}

// TakeChat returns the line in which a message is typed, and closes it; nil if none is.
func (c *chat) TakeChat() (line *widget.ChatLine) {
	line, c.line = c.line, nil
	return line
}

// ContinueChat lets a message that was begun elsewhere be typed on here. Nil is none.
func (c *chat) ContinueChat(elsewhere *widget.ChatLine) {
	if elsewhere != nil {
		c.open()
		c.line.Continue(elsewhere)
	}
}

// ChatHelp returns what the keys of the chat do.
func (c *chat) ChatHelp() []board.Hint {
	return widget.ChatHelp(c.ctx, c.config.Mutes, widget.Reactions(c.ctx.Voice))
}

// binding opens the line; unread messages are counted in its hint.
func (c *chat) binding(unread int) screen.Binding {
	return screen.Binding{Key: keys.Named("t"), Hint: widget.WithCount(prose.T("talk"), unread), Help: prose.T("say something to the table, and read what was said"), Do: screen.Call(c.open)}
}

// tell shows the newest message, unless all of them are in sight, and reports whether it
// speaks of the player. What was said before they came is not shown.
func (c *chat) tell(first, inSight bool) (called bool) {
	heard := c.heard()
	c.said.Begin(heard)
	if len(heard) == 0 || heard[len(heard)-1].ID <= c.newest {
		return false
	}
	newest := heard[len(heard)-1]
	c.newest = newest.ID
	if first || c.ctx.Shell.Refused() {
		return false
	}
	called = widget.Mentions(c.ctx, newest)
	if (c.line != nil || inSight) && c.ctx.Shell.OnTop(c.screen) {
		return called
	}
	text := prose.T("{speaker}: {words}", prose.Sub(widget.Speaker(newest)), prose.Literal(newest.Text))
	if called {
		c.ctx.Shell.Highlight(text)
	} else {
		c.ctx.Shell.Tell(text)
	}
	return called
}
