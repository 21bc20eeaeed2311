package masterdice

import (
	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// model is the board. It passes scenes and keys to its components and arranges them.
type model struct {
	*position

	input *lineInput
	dice  *diceView
	pad   *notepad
	grid  *grid
	score *score
}

func newModel(theme *style.Theme, voice *prose.Voice) *model {
	p := &position{}
	p.Kit = board.NewKit(theme, voice)
	input := newLineInput(p)
	return &model{position: p, input: input, dice: &diceView{p}, pad: &notepad{p}, grid: &grid{position: p, input: input}, score: &score{p}}
}

// See implements board.Board.
func (m *model) See(scene board.Scene) {
	view, ok := scene.View.Table.(game.View)
	if !ok {
		return
	}
	before, begins := m.Show(scene, view)
	m.dice.seeDice(before, begins)
	m.input.see(begins)
	m.Notes.On(m.pad.grid())
	m.Log.On(len(m.View.Log), m.InPlay(), m.drawEvent)
}

// drawEvent draws an event of the log. Rows are given in symbols.
func (m *model) drawEvent(i, width int) []string {
	return style.Wrapped(m.Say(tell(m.View.Log[i], m.Scene.PeopleAt(i), inSymbols)), m.Theme.Faint, width)
}

// Bindings implements board.Board.
func (m *model) Bindings() board.Bindings { return m.input.bindings() }

// Click implements board.Clicker. A click chooses a column, enters a die or presses a key.
func (m *model) Click(part string) (engine.Action, bool) {
	return m.Input.Click(part, m.Choosing(), m.Bindings())
}

// Ask implements board.Board.
func (m *model) Ask() prose.Text {
	mine, solver := m.mine()
	switch {
	case m.View.Over:
		return prose.Text{}
	case !m.Yours() && m.InPlay() && solver && m.People.IsYou(m.View.Seat) && mine.Outcome != game.Unsolved:
		return prose.T("Your board is finished: waiting for {names}.", prose.And(m.People.Who(m.Scene.View.ToMove)))
	case !m.Yours():
		return m.Waits()
	case !m.Choosing():
		return m.Reading()
	}
	return m.input.ask(mine)
}

// Refused implements board.Refuser.
func (m *model) Refused(refusal *engine.Refusal) prose.Text {
	switch refusal.Format {
	case game.RefusedRows:
		return prose.T("All {n} rows are used. Enter all four values, then press Enter twice.", prose.N(engine.Arg[int](refusal, 0)))
	case game.RefusedNoDice:
		return prose.T("No white die is left. Enter all four values, then press Enter twice.")
	case game.RefusedRoll:
		return prose.T("You have already rolled. Place at least one die on the row and press Enter.")
	case game.RefusedEarly:
		return prose.T("Roll the dice first: press Enter.")
	case game.RefusedDice:
		return prose.T("You have rolled {dice}. Place only these dice on the row, each once.", prose.Literal(engine.Arg[string](refusal, 0)))
	}
	return refusedAnyway(refusal, m.People)
}
