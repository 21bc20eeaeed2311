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
		End:      end(),
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
	board.Drawing[state]

	input   *codeInput
	notes   *notepad
	log     *eventLog
	guesses *guesses
}

// state is all that the board is drawn from.
type state struct {
	scene, input, back int
	notes              board.NotesState[int]
	log                board.LogState
}

func newModel(theme *look.Theme, voice *prose.Voice) *model {
	colours := &palette{position: &position{Kit: board.NewKit(theme, voice)}}
	notes, log := &notepad{palette: colours}, &eventLog{palette: colours}
	guesses := &guesses{palette: colours}
	guesses.input = newCodeInput(colours, notes, log, guesses.rows.Newest)
	return &model{palette: colours, input: guesses.input, notes: notes, log: log, guesses: guesses}
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
		m.notes.Clear()
	}
	m.notes.On(m.notes.grid())
	m.log.see()
	m.input.see(before)
}

// Bindings implements board.Board.
func (m *model) Bindings() []board.Binding {
	confirming, emptying := m.input.bindings()
	return m.Collect(
		confirming,
		m.input.Bindings(m.input.choosing(), prose.T("place").In("noun")),
		emptying,
		m.notes.Bindings(m.log.Close),
		[]board.Binding{m.input.goToNoted()},
		m.log.Bindings(m.notes.Close),
		m.guesses.rows.Bindings(!m.log.Opened()),
	)
}

// Click implements board.Clicker: a place is chosen, a colour put there, a key
// pressed.
func (m *model) Click(part string) (engine.Action, bool) {
	return m.input.Click(part, m.input.choosing(), m.Bindings())
}

// Ask implements board.Board.
func (m *model) Ask() prose.Text {
	switch {
	case m.view.Phase == game.PhaseOver:
		return prose.Text{}
	case m.notes.Opened():
		return prose.T("Only you can see your notes.")
	case !m.Yours():
		return m.Waits()
	case m.log.Opened():
		return prose.T("This is what has happened so far.")
	}
	return m.input.ask()
}

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.view.Boards) == 0 {
		return ""
	}
	now := state{m.Scenes, m.input.Edits(), m.guesses.rows.Back(), m.notes.State(), m.log.State()}
	return m.Lines(now, width, height, m.draw)
}
