package gamenight

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
)

// night is a game night as its handle tells it, and what all its screens do with it.
type night struct {
	ctx    *screen.Context
	config *Config
	handle lobby.GameNightHandle
	update lobby.GameNightUpdate
	shown  bool // an update has come

	practice atomic.Pointer[lobby.Handle] // of the room where the player plays a bot meanwhile
}

// updateMsg brings the newest update of a game night. If the handle has ended, open is
// false.
type updateMsg struct {
	handle lobby.GameNightHandle
	update *lobby.GameNightUpdate
	open   bool
	due    bool // there is no update: the moment has come
}

// wait waits for the newest update, or for a moment unless that is zero.
func (n *night) wait(moment time.Time) tea.Cmd {
	handle, turn := n.handle, n.ctx.Shell.Turn()
	return func() tea.Msg {
		update, open, due := screen.NewestUntil(handle.Updates(), turn, screen.Never[lobby.GameNightUpdate], moment)
		return updateMsg{handle, update, open, due}
	}
}

// request has the game night do something.
func (n *night) request(do lobby.NightOp) tea.Cmd {
	handle := n.handle
	return n.ctx.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, handle, do) })
}

// state returns what the player does at the game night; empty if they take no part.
func (n *night) state() string {
	if n.update.You < 0 || n.update.You >= len(n.update.People) {
		return ""
	}
	return n.update.People[n.update.You].State
}

func (n *night) heard() []lobby.ChatMessage { return n.update.Chat }

// joinedMsg is what came of joining a game night.
type joinedMsg struct {
	handle lobby.GameNightHandle
	err    error
}

// join runs a call that joins a game night.
func join(call func(context.Context) (lobby.GameNightHandle, error)) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		handle, err := call(ctx)
		return joinedMsg{handle, err}
	}
}
