package gamenight

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/widget"
)

// chat is what is said at the game night.
type chat struct {
	*night
	said widget.ChatLog
	line *widget.ChatLine // in which a message is typed; nil while none is
}

func (c *chat) heard() []lobby.ChatMessage { return c.update.Chat }

// unread counts what was said since the player last saw it.
func (c *chat) unread() int { return c.said.Unread(c.heard(), c.ctx.Shell.Name()) }

// open opens the line in which a message is typed.
func (c *chat) open() {
	c.line = widget.NewChatLine(c.ctx, c.config.Mutes, widget.ToGameNight, &c.said, nil, func(text string) tea.Cmd { return c.request(lobby.SayAtGameNight{Text: text}) })
}

// mentioned takes what was said since another update, and reports whether the newest
// message speaks of the player.
func (c *chat) mentioned(before lobby.GameNightUpdate) bool {
	heard := c.heard()
	c.said.Begin(heard)
	return before.Code != "" && widget.NewestLine(heard) > widget.NewestLine(before.Chat) && widget.Mentions(c.ctx, heard[len(heard)-1])
}

// newest is what was said last, where it has no place beside the standings.
func (c *chat) newest() []string {
	if c.ctx.Short() || c.ctx.Wide() || c.line != nil {
		return nil
	}
	return c.said.Newest(c.ctx, c.heard(), nightTalk)
}

// nightTalk is how much of what was said at a game night is shown below the standings.
const nightTalk = 2
