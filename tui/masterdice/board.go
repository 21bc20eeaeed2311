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
		End:      board.EndOf(decided, hidden, turned),
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

	input *lineInput
	dice  *dice
	pad   *notepad
	grid  *grid
	score *score
}

func newModel(theme *look.Theme, voice *prose.Voice) *model {
	p := &position{}
	p.Kit = board.NewKit(theme, voice)
	input := newLineInput(p)
	return &model{position: p, input: input, dice: &dice{p}, pad: &notepad{p}, grid: &grid{position: p, input: input}, score: &score{p}}
}

// See implements board.Board.
func (m *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before, begins := m.view, m.Take(scene)
	m.view = view
	m.dice.seeDice(before, begins)
	if begins {
		m.Notes.Clear()
	}
	m.input.see(begins)
	m.Notes.On(m.pad.grid())
	m.Log.On(len(view.Log), m.InPlay(), m.drawEvent)
}

// drawEvent draws an event: rows with symbols, as the log has room for.
func (m *model) drawEvent(i, width int) []string {
	return look.Wrapped(m.Say(tell(m.view.Log[i], m.Scene.PeopleAt(i), inSymbols)), m.Theme.Faint, width)
}

// Bindings implements board.Board.
func (m *model) Bindings() []board.Binding { return m.input.bindings() }

// Click implements board.Clicker: a column is chosen, a die put on it, a key
// pressed.
func (m *model) Click(part string) (engine.Action, bool) {
	return m.Input.Click(part, m.Choosing(), m.Bindings())
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
	case !m.Choosing():
		return m.Reading()
	}
	return m.input.ask(mine)
}

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.view.Boards) == 0 {
		return ""
	}
	return m.Frame(width, height, m.draw)
}
