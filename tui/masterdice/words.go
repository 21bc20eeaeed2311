package masterdice

import (
	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui"
)

// say says a text to the person at the board.
func (b *board) say(text prose.Text) string { return b.voice.Say(text) }

// hint is a key and what it does.
type hint struct {
	key  string
	does prose.Text
}

// said are hints in the person's language.
func (b *board) said(hints []hint) []tui.Hint {
	said := make([]tui.Hint, len(hints))
	for i, one := range hints {
		said[i] = tui.Hint{Key: one.key, Does: b.say(one.does)}
	}
	return said
}

// Hints implements tui.Board.
func (b *board) Hints() []tui.Hint { return b.said(b.hints()) }

// Keys implements tui.Board.
func (b *board) Keys() []tui.Hint { return b.said(b.keys()) }

// Ask implements tui.Board.
func (b *board) Ask() string { return b.say(b.ask()) }

func (b *board) hints() []hint {
	if b.pad.open {
		return []hint{
			{"←↑↓→", prose.T("move").In("verb")},
			{"x", prose.T("rule out")},
			{"o", prose.T("certain")},
			b.autoHint(),
			{"tab", prose.T("back to the dice")},
		}
	}
	var hints []hint
	if b.active() {
		hints = b.playHints()
	}
	if b.hasPad() {
		hints = append(hints, hint{"tab", prose.T("scratch pad")})
	}
	return hints
}

// playHints are the keys for what is to be decided.
func (b *board) playHints() []hint {
	mine, _ := b.mine()
	solve := hint{"s", prose.T("solve").In("verb")}
	column := hint{"←→", prose.T("column")}
	switch {
	case b.solving && mine.Phase == game.PhaseSolve:
		return []hint{{"1-6", prose.T("value")}, column, {"enter", prose.T("solve").In("verb")}}
	case b.solving:
		return []hint{{"1-6", prose.T("value")}, column, {"enter", prose.T("solve").In("verb")}, {"esc", prose.T("not yet")}}
	case mine.Phase == game.PhaseRoll:
		return []hint{{"enter", prose.T("roll").In("verb")}, solve}
	}
	return []hint{{"1-6", prose.T("put a die")}, column, {"enter", prose.T("place").In("verb")}, solve}
}

// autoHint is the key for aids, or why there are none.
func (b *board) autoHint() hint {
	switch {
	case !b.scene.Aided:
		return hint{"a", prose.T("no aids in this room")}
	case b.pad.auto:
		return hint{"a", prose.T("manual notes")}
	}
	return hint{"a", prose.T("fill in")}
}

func (b *board) keys() []hint {
	return []hint{
		{"enter, r", prose.T("roll the white dice")},
		{"1-6", prose.T("put a die of that value on the column under the cursor")},
		{"← →, b r y g", prose.T("choose the column")},
		{"↑ ↓", prose.T("go through the dice that fit")},
		{"-, backspace", prose.T("take a die back")},
		{"enter", prose.T("place the dice, or solve (press it twice)")},
		{"s", prose.T("solve: name the whole code; Esc goes back")},
		{"tab", prose.T("scratch pad: x rules a value out, o is certain, a fills in what follows")},
	}
}

func (b *board) ask() prose.Text {
	mine, solver := b.mine()
	row := prose.N(mine.RowsUsed + 1)
	switch {
	case b.view.Over || b.scene.View.Stage != engine.Playing:
		return prose.Text{}
	case !b.active() && solver && b.people.IsYou(b.view.Seat) && mine.Outcome != game.Unsolved:
		return prose.T("Your board is finished: waiting for {names}.", prose.And(b.people.Who(b.scene.View.ToMove)))
	case !b.active():
		return b.people.Waits(b.scene.View.ToMove)
	case b.pad.open:
		return prose.T("Only you can see your scratch pad.")
	case b.solving:
		return b.askAnswer(mine)
	case mine.Phase == game.PhaseRoll:
		return prose.T("Your turn: roll the dice, or solve if you know the code.")
	case b.line.Dice() == 0:
		return prose.T("Put one to four dice on row {n}; the others go back into the cup.", row)
	}
	return prose.T("Press Enter to place {dice} on row {n}.", inColours(b.line), row)
}

// askAnswer asks for the answer, and once more whether to give it.
func (b *board) askAnswer(mine game.Board) prose.Text {
	switch {
	case b.sure && !b.view.Memory && !game.Fits(b.line, mine.Rows):
		return prose.T("Press Enter again to answer {code}, although your rows rule it out.", digits(b.line[:]))
	case b.sure:
		return prose.T("Press Enter again to answer {code}: you have only one answer.", digits(b.line[:]))
	case mine.Phase == game.PhaseSolve:
		return prose.T("You have to solve now: name all four values.")
	}
	return prose.C("To solve, name all four values: a right answer is worth {n} point now.",
		"To solve, name all four values: a right answer is worth {n} points now.", prose.N(mine.ScoreNow))
}
