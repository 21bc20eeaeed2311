package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
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

func (s shell) Name() string       { return s.root.name }
func (s shell) ReturnLine() string { return s.root.session.ReturnLine }

func (s shell) ChangeSettings(chosen screen.Settings) { s.root.choose(chosen) }

func (s shell) Rename(name string) tea.Cmd { return s.root.rename(name) }

func (s shell) Quit() tea.Cmd { return s.root.quit() }

func (s shell) Turn() func(context.Context) { return s.root.turn() }

func (s shell) Seat(call func(context.Context) (lobby.Handle, error), welcome prose.Text) tea.Cmd {
	return s.root.goTo(seatedMsg{welcome: welcome}, call)
}

func (s shell) Join(code string) tea.Cmd {
	session := s.root.ctx.Session
	return s.root.goTo(seatedMsg{code: code}, func(ctx context.Context) (lobby.Handle, error) {
		return lobby.Ask(ctx, session, lobby.Join{Code: code})
	})
}
