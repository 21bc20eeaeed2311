// Package kodeknacker is the board of Kodeknacker on the screen: both boards
// side by side, pegs that differ by shape, colours that bear a letter, and
// private notes.
package kodeknacker

import (
	_ "embed"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game is all that Kodeknacker brings to the screen.
func Game() board.Game {
	return board.Game{
		Game:     game.Rules().Game(),
		Board:    func(theme *look.Theme, voice *prose.Voice) board.Board { return newModel(theme, voice) },
		Narrator: narrator(),
		Open:     board.OpenAll(open),
		End:      board.EndOf(decided, hidden, turned),
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// open shows every board as the one saw it who guesses on it, and both codes.
func open(table *game.View, seats []game.View) {
	table.Seat, table.Boards = engine.Watcher, make([]game.Board, len(seats))
	for seat, own := range seats {
		table.Boards[seat] = own.Boards[seat]
	}
}

// model is the board: it hands scenes and keys to its components, and lays them out.
type model struct {
	*palette

	input   *codeInput
	pad     *notepad
	events  *eventLog
	guesses *guesses
}

func newModel(theme *look.Theme, voice *prose.Voice) *model {
	p := &palette{position: &position{}}
	p.Kit = board.NewKit(theme, voice)
	input := newCodeInput(p)
	return &model{palette: p, input: input, pad: &notepad{p}, events: &eventLog{palette: p}, guesses: &guesses{palette: p, input: input}}
}

// See implements board.Board.
func (m *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before, begins := m.view, m.Take(scene)
	m.view = view
	if begins {
		m.Notes.Clear()
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
	case m.view.Phase == game.PhaseOver:
		return prose.Text{}
	case m.Notes.Opened() || m.Yours() && m.Log.Opened():
		return m.Reading()
	case !m.Yours():
		return m.Waits()
	}
	return m.input.ask()
}

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.view.Boards) == 0 {
		return ""
	}
	return m.Frame(width, height, m.draw)
}
