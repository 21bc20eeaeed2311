package guessboard

import (
	"parlor/engine"
	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// model is the board. It passes scenes and keys to its components and arranges them.
type model struct {
	*symbols

	read   func(board.Scene) (Table, bool)
	input  *codeInput
	pad    *notepad
	events *eventLog
	rows   *guessRows
}

func newModel(kind *Kind, theme *style.Theme, voice *prose.Voice, read func(board.Scene) (Table, bool)) *model {
	s := &symbols{position: &position{kind: kind}}
	s.Kit = board.NewKit(theme, voice)
	input := newCodeInput(s)
	return &model{symbols: s, read: read, input: input, pad: &notepad{s}, events: &eventLog{symbols: s}, rows: &guessRows{symbols: s, input: input}}
}

// See implements board.Board.
func (m *model) See(scene board.Scene) {
	table, ok := m.read(scene)
	if !ok {
		return
	}
	before, _ := m.Show(scene, table)
	m.Notes.On(m.pad.grid())
	m.events.see()
	m.input.see(before)
}

// Bindings implements board.Board.
func (m *model) Bindings() board.Bindings { return m.input.bindings() }

// Click implements board.Clicker. A click chooses a position, enters a symbol or presses a key.
func (m *model) Click(part string) (engine.Action, bool) {
	return m.Input.Click(part, m.Choosing(), m.Bindings())
}

// Ask implements board.Board.
func (m *model) Ask() prose.Text {
	switch {
	case m.View.Phase == codebreak.PhaseOver:
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
	case m.kind.Early:
		return prose.T("First make your code: fill the row and press Enter.")
	case m.kind.Late:
		return prose.T("You have made your code. Now guess: fill a row and press Enter.")
	}
	return m.kind.refused(refusal, m.People)
}
