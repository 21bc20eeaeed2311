package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/tui/screen"
)

// Seated is the message that a seat in a room comes with.
func Seated(visit lobby.Session, code string) tea.Msg {
	handle, err := lobby.Ask(context.Background(), visit, lobby.Join{Code: code})
	return screen.SeatedMsg{Handle: handle, Err: err}
}

// SeatedAt is the message that a hold on a room comes with.
func SeatedAt(handle lobby.Handle) tea.Msg { return screen.SeatedMsg{Handle: handle} }

// Plain changes only whether nothing but ASCII is drawn, on any screen.
func (r *Root) Plain(only bool) { r.ctx.Settings.ASCII = only; r.changed() }

// Reason is what an error says at the table.
func (r *Root) Reason(err error) string { return r.stack.room().RefusalText(err) }

// Frames is how many frames were drawn.
func (r *Root) Frames() int { return r.frames }

// Settled says whether what stands at the table takes keys.
func (r *Root) Settled() bool {
	s, settles := r.stack.Top().(interface{ Settled() bool })
	return !settles || s.Settled()
}

// Bindings are those of the screen that is shown.
func (r *Root) Bindings() screen.Bindings { return r.stack.Top().Bindings() }
