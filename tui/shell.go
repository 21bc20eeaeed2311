package tui

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// shell is a Root as its screens know it.
type shell struct{ root *Root }

var _ screen.Shell = shell{}

func (s shell) Name() string                   { return s.root.name }
func (s shell) Tell(text prose.Text)           { s.root.tell(text) }
func (s shell) Show(said string)               { s.root.show(said) }
func (s shell) Refuse(err error)               { s.root.refuse(err) }
func (s shell) Open(it screen.Screen)          { s.root.open(it) }
func (s shell) OpenOn(below, it screen.Screen) { s.root.openOn(below, it) }
func (s shell) Close(it screen.Screen)         { s.root.close(it) }
func (s shell) OnTop(it screen.Screen) bool    { return s.root.onTop(it) }
func (s shell) IsOpen(it screen.Screen) bool   { return slices.Contains(s.root.stack, it) }
func (s shell) ClearExplanation()              { s.root.unexcuse() }
func (s shell) Highlight(text prose.Text)      { s.root.tell(text); s.root.called = true }
func (s shell) Refused() bool                  { return s.root.bad }
func (s shell) Press(name string) tea.Cmd      { return s.root.press(name) }
func (s shell) Top() screen.Screen             { return s.root.top() }
func (s shell) MessageLines() []string         { return s.root.messageLines() }
func (s shell) HintLine() string               { return s.root.hintLine() }
func (s shell) ReturnLine() string             { return s.root.session.ReturnLine }

func (s shell) Page(left, right string, body []string) []string {
	return s.root.page(left, right, body)
}

func (s shell) BesidePanel(body, panel []string, height int) []string {
	return s.root.besidePanel(body, panel, height)
}

func (s shell) ChangeSettings(chosen screen.Settings) { s.root.choose(chosen) }

func (s shell) Ask(call func(context.Context) error) tea.Cmd { return s.root.ask(call) }

func (s shell) Notify(text prose.Text) tea.Cmd { return s.root.call(text) }

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

func (s shell) Room() (code string, ok bool) {
	if room := s.root.room(); room != nil {
		return room.Code(), true
	}
	return "", false
}
