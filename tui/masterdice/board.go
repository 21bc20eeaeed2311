// Package masterdice is the board of MasterDice on the screen: the four
// coloured columns, the rows with their dice and counts, the dice rolled, and
// private notes.
package masterdice

import (
	_ "embed"
	"slices"
	"strconv"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

//go:embed rules.md
var rules string

// Game is all that MasterDice brings to the screen.
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

// open shows every board as its solver saw it, and the code as its maker did.
func open(table *game.View, seats []game.View) {
	table.Seat, table.Boards = engine.Watcher, slices.Clone(table.Boards)
	for i := range table.Boards {
		solver := table.Boards[i].Solver
		table.Boards[i] = boardOf(seats[solver], solver)
		for _, seen := range seats {
			if code := boardOf(seen, solver).Code; code != (game.Line{}) {
				table.Boards[i].Code = code
			}
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// model is the board: it hands scenes and keys to its components, and lays them out.
type model struct {
	*position
	board.Drawing[state]
	*dice // the board moves as they tumble

	input *lineInput
	notes *notepad
	log   *eventLog
	grid  *grid
	score *score
}

// state is all that the board is drawn from.
type state struct {
	scene, input, back, frames int
	solving                    bool
	notes                      board.NotesState[int]
	log                        board.LogState
}

func newModel(theme *look.Theme, voice *prose.Voice) *model {
	t := &position{Kit: board.NewKit(theme, voice)}
	m := &model{position: t, notes: &notepad{position: t}, log: &eventLog{position: t}, score: &score{t}}
	m.grid = &grid{position: t}
	m.input = newLineInput(t, m.notes, m.log, m.grid.rows.Newest)
	m.grid.input, m.dice = m.input, &dice{position: t, input: m.input}
	return m
}

// See implements board.Board.
func (m *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before, begins := m.view, m.Take(scene)
	m.view = view
	m.seeDice(before, begins)
	if begins {
		m.notes.Clear()
	}
	m.input.see(begins)
	m.notes.On(m.notes.grid())
	m.log.On(len(view.Log), m.InPlay(), m.log.drawEvent)
}

// Bindings implements board.Board.
func (m *model) Bindings() []board.Binding {
	confirming, choosing := m.input.bindings()
	return m.Collect(
		confirming,
		m.input.Bindings(m.input.filling(), prose.T("column")),
		choosing,
		m.notes.Bindings(m.log.Close),
		[]board.Binding{m.input.goToNoted()},
		m.log.Bindings(m.notes.Close),
		m.grid.rows.Bindings(!m.log.Opened()),
	)
}

// Click implements board.Clicker: a column is chosen, a die put on it, a key
// pressed.
func (m *model) Click(part string) (engine.Action, bool) {
	return m.input.Click(part, m.input.choosing(), m.Bindings())
}

// Ask implements board.Board.
func (m *model) Ask() prose.Text {
	mine, solver := m.mine()
	switch {
	case m.view.Over:
		return prose.Text{}
	case !m.Yours() && m.InPlay() && solver && m.People.IsYou(m.view.Seat) && mine.Outcome != game.Unsolved:
		return prose.T("Your board is finished: waiting for {names}.", prose.And(m.People.Who(m.Scene.View.ToMove)))
	case !m.Yours():
		return m.Waits()
	case m.notes.Opened():
		return prose.T("Only you can see your notes.")
	case m.log.Opened():
		return prose.T("This is what has happened so far.")
	}
	return m.input.ask(mine)
}

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.view.Boards) == 0 {
		return ""
	}
	now := state{m.Scenes, m.input.Edits(), m.grid.rows.Back(), m.Left(), m.input.solving, m.notes.State(), m.log.State()}
	return m.Lines(now, width, height, m.draw)
}
