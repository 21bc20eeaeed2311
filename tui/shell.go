package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/screen"
)

// shell is a Root as its screens know it.
type shell struct {
	*screenStack
	*statusLine
	*keyboard
	*notifier
	*requests
	root *Root
}

var _ screen.Shell = shell{}

// Quit implements screen.Shell.
func (s shell) Quit() tea.Cmd { return s.root.quit() }

// Turn implements screen.Shell.
func (s shell) Turn() func(context.Context) { return s.root.turn() }

// Enter implements screen.Shell.
func (s shell) Enter(call func(context.Context) screen.SeatedMsg) tea.Cmd {
	s.going = true
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		return call(ctx)
	}
}
