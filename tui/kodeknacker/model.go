package kodeknacker

import (
	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// model is the board: it hands scenes and keys to its components, and lays them out.
type model struct {
	*palette

	input  *codeInput
	pad    *notepad
	events *eventLog
	rows   *guessRows
}

func newModel(theme *style.Theme, voice *prose.Voice) *model {
	p := &palette{position: &position{}}
	p.Kit = board.NewKit(theme, voice)
	input := newCodeInput(p)
	return &model{palette: p, input: input, pad: &notepad{p}, events: &eventLog{palette: p}, rows: &guessRows{palette: p, input: input}}
}

// See implements board.Board.
func (m *model) See(scene board.Scene) {
	before, _, ok := m.Show(scene)
	if !ok {
		return
	}
	m.Notes.On(m.pad.grid())
	m.events.see()
	m.input.see(before)
}

// Bindings implements board.Board.
func (m *model) Bindings() []board.Binding { return m.input.bindings() }

// Click implements board.Clicker: a place is chosen, a colour put there, a key
// pressed.
func (m *model) Click(part string) (engine.Action, bool) {
	return m.Input.Click(part, m.Choosing(), m.Bindings())
}

// Ask implements board.Board.
func (m *model) Ask() prose.Text {
	switch {
	case m.View.Phase == game.PhaseOver:
		return prose.Text{}
	case m.Notes.Opened() || m.Yours() && m.Log.Opened():
		return m.Reading()
	case !m.Yours():
		return m.Waits()
	}
	return m.input.ask()
}

// Refused implements board.Refuser.
func (m *model) Refused(refusal *engine.Refusal) prose.Text {
	switch refusal.Format {
	case game.RefusedCode:
		return prose.T("First make your code: fill the row and press Enter.")
	case game.RefusedGuess:
		return prose.T("You have made your code. Now guess: fill a row and press Enter.")
	}
	return refusedAnyway(refusal, m.People)
}
