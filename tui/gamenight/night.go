package gamenight

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
)

// night is a game night as its handle shows it, with the operations that all its screens use.
type night struct {
	ctx    *screen.Context
	config *Config
	handle lobby.GameNightHandle
	update lobby.GameNightUpdate
	shown  bool // an update has arrived

	practice atomic.Pointer[lobby.Handle] // the room where the player plays a bot while waiting
}

// updateMsg brings the newest update of a game night. If the handle has ended, open is
// false.
type updateMsg struct {
	handle lobby.GameNightHandle
	update *lobby.GameNightUpdate
	open   bool
	due    bool // there is no update: the wait has timed out
}

// wait returns a command that waits for the newest update, at most until moment unless that is
// zero.
func (n *night) wait(moment time.Time) tea.Cmd {
	handle, turn := n.handle, n.ctx.Shell.Turn()
	return func() tea.Msg {
		update, open, due := screen.NewestUntil(handle.Updates(), turn, screen.Never[lobby.GameNightUpdate], moment)
		return updateMsg{handle, update, open, due}
	}
}

// request returns a command that performs an operation.
func (n *night) request(do lobby.NightOp) tea.Cmd {
	handle := n.handle
	return n.ctx.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, handle, do) })
}

// state returns the player's state, or "" if they do not take part.
func (n *night) state() string {
	if n.update.You < 0 || n.update.You >= len(n.update.People) {
		return ""
	}
	return n.update.People[n.update.You].State
}

func (n *night) heard() []lobby.ChatMessage { return n.update.Chat }

// joinedMsg is the result of joining a game night.
type joinedMsg struct {
	handle lobby.GameNightHandle
	err    error
}

// join returns a command that joins a game night by call.
func join(call func(context.Context) (lobby.GameNightHandle, error)) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		handle, err := call(ctx)
		return joinedMsg{handle, err}
	}
}
