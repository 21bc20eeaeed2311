package masterdice

import (
	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
)

// say says a text to the person at the board.
func (b *model) say(text prose.Text) string { return b.voice.Say(text) }

// Hints implements board.Board.
func (b *model) Hints() []board.Hint {
	if b.pad.open {
		return []board.Hint{
			board.Press("←↑↓→", prose.T("move").In("verb")),
			board.Press("x", prose.T("rule out")),
			board.Press("o", prose.T("certain")),
			b.autoHint(),
			board.Press("tab", prose.T("back to the dice")),
		}
	}
	var hints []board.Hint
	if b.active() {
		hints = b.playHints()
	}
	if b.hasPad() {
		hints = append(hints, board.Press("tab", prose.T("scratch pad")))
	}
	return hints
}

// playHints are the keys for what is to be decided.
func (b *model) playHints() []board.Hint {
	mine, _ := b.mine()
	solve := board.Press("s", prose.T("solve").In("verb"))
	column := board.Press("←→", prose.T("column"))
	switch {
	case b.solving && mine.Phase == game.PhaseSolve:
		return []board.Hint{board.Press("1-6", prose.T("value")), column, board.Press("enter", prose.T("solve").In("verb"))}
	case b.solving:
		return []board.Hint{board.Press("1-6", prose.T("value")), column, board.Press("enter", prose.T("solve").In("verb")), board.Press("esc", prose.T("not yet"))}
	case mine.Phase == game.PhaseRoll:
		return []board.Hint{board.Press("enter", prose.T("roll").In("verb")), solve}
	}
	return []board.Hint{board.Press("1-6", prose.T("put a die")), column, board.Press("enter", prose.T("place").In("verb")), solve}
}

// autoHint is the key for aids, or why there are none.
func (b *model) autoHint() board.Hint {
	switch {
	case !b.scene.Aided:
		return board.Press("a", prose.T("no aids in this room"))
	case b.pad.auto:
		return board.Press("a", prose.T("manual notes"))
	}
	return board.Press("a", prose.T("fill in"))
}

// Keys implements board.Board.
func (b *model) Keys() []board.Hint {
	return []board.Hint{
		board.Press("enter, r", prose.T("roll the white dice")),
		board.Press("1-6", prose.T("put a die of that value on the column under the cursor")),
		board.Press("← →, b r y g", prose.T("choose the column")),
		board.Press("↑ ↓", prose.T("go through the dice that fit")),
		board.Press("-, backspace", prose.T("take a die back")),
		board.Press("enter", prose.T("place the dice, or solve (press it twice)")),
		board.Press("s", prose.T("solve: name the whole code; Esc goes back")),
		board.Press("tab", prose.T("scratch pad: x rules a value out, o is certain, a fills in what follows")),
		board.RowsKeys(),
	}
}

// Ask implements board.Board.
func (b *model) Ask() prose.Text {
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
func (b *model) askAnswer(mine game.Board) prose.Text {
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
