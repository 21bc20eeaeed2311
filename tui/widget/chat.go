package widget

import (
	"slices"

	"parlor/lobby"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
)

// Chat is the chat of a room, a game night or the lobby on its screen: the log and the line in
// which the player types.
type Chat struct {
	ctx    *screen.Context
	config ChatConfig
	// ChatLog is the log of the chat.
	ChatLog ChatLog
	// ChatLine is the line in which the player types; nil while it is closed.
	ChatLine *ChatLine
}

// NewChat returns a chat with a closed line.
func NewChat(c *screen.Context, config ChatConfig) *Chat { return &Chat{ctx: c, config: config} }

// OpenChat opens the line.
func (c *Chat) OpenChat() {
	c.ChatLog.follow()
	c.ChatLine = c.newLine(&c.ChatLog)
}

func (c *Chat) newLine(log *ChatLog) *ChatLine {
	return &ChatLine{ctx: c.ctx, config: &c.config, said: log, field: NewInput("", 240), keys: newChatKeys()}
}

// ChatBindings returns the keys of the open line. turn means that it is the player's turn.
func (c *Chat) ChatBindings(turn bool) screen.Bindings {
	return slices.Values(c.ChatLine.bindings(turn, c.config.Heard, func() { c.ChatLine = nil }))
}

// Input returns the line; nil while it is closed.
func (c *Chat) Input() screen.Input {
	if c.ChatLine == nil {
		return nil
	}
	return c.ChatLine
}

// Unread returns the number of messages by others since the player last saw the chat.
func (c *Chat) Unread() int { return c.ChatLog.Unread(c.config.Heard(), c.ctx.You.Name) }

// ChatHelp returns the keys of the line for the help page.
func (c *Chat) ChatHelp() []board.Hint {
	nothing := func() []lobby.ChatMessage { return nil }
	return keymap.Help(slices.Values(c.newLine(&ChatLog{}).bindings(false, nothing, nil)))
}

// TakeChat closes the line and returns it for another screen, or returns nil if it is closed.
func (c *Chat) TakeChat() *ChatLine {
	line := c.ChatLine
	c.ChatLine = nil
	return line
}

// ContinueChat opens the line with the text of another screen's line. It does nothing if elsewhere
// is nil.
func (c *Chat) ContinueChat(elsewhere *ChatLine) {
	if elsewhere != nil {
		c.OpenChat()
		c.ChatLine.Continue(elsewhere)
	}
}
