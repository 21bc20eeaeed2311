package masterdice

import (
	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui"
)

// say says a text to the person at the board.
func (b *board) say(text prose.Text) string { return b.voice.Say(text) }

// Hints implements tui.Board.
func (b *board) Hints() []tui.Hint {
	if b.pad.open {
		return []tui.Hint{
			tui.Press("←↑↓→", prose.T("move").In("verb")),
			tui.Press("x", prose.T("rule out")),
			tui.Press("o", prose.T("certain")),
			b.autoHint(),
			tui.Press("tab", prose.T("back to the dice")),
		}
	}
	var hints []tui.Hint
	if b.active() {
		hints = b.playHints()
	}
	if b.hasPad() {
		hints = append(hints, tui.Press("tab", prose.T("scratch pad")))
	}
	return hints
}

// playHints are the keys for what is to be decided.
func (b *board) playHints() []tui.Hint {
	mine, _ := b.mine()
	solve := tui.Press("s", prose.T("solve").In("verb"))
	column := tui.Press("←→", prose.T("column"))
	switch {
	case b.solving && mine.Phase == game.PhaseSolve:
		return []tui.Hint{tui.Press("1-6", prose.T("value")), column, tui.Press("enter", prose.T("solve").In("verb"))}
	case b.solving:
		return []tui.Hint{tui.Press("1-6", prose.T("value")), column, tui.Press("enter", prose.T("solve").In("verb")), tui.Press("esc", prose.T("not yet"))}
	case mine.Phase == game.PhaseRoll:
		return []tui.Hint{tui.Press("enter", prose.T("roll").In("verb")), solve}
	}
	return []tui.Hint{tui.Press("1-6", prose.T("put a die")), column, tui.Press("enter", prose.T("place").In("verb")), solve}
}

// autoHint is the key for aids, or why there are none.
func (b *board) autoHint() tui.Hint {
	switch {
	case !b.scene.Aided:
		return tui.Press("a", prose.T("no aids in this room"))
	case b.pad.auto:
		return tui.Press("a", prose.T("manual notes"))
	}
	return tui.Press("a", prose.T("fill in"))
}

// Keys implements tui.Board.
func (b *board) Keys() []tui.Hint {
	return []tui.Hint{
		tui.Press("enter, r", prose.T("roll the white dice")),
		tui.Press("1-6", prose.T("put a die of that value on the column under the cursor")),
		tui.Press("← →, b r y g", prose.T("choose the column")),
		tui.Press("↑ ↓", prose.T("go through the dice that fit")),
		tui.Press("-, backspace", prose.T("take a die back")),
		tui.Press("enter", prose.T("place the dice, or solve (press it twice)")),
		tui.Press("s", prose.T("solve: name the whole code; Esc goes back")),
		tui.Press("tab", prose.T("scratch pad: x rules a value out, o is certain, a fills in what follows")),
		tui.RowsKeys(),
	}
}

// Ask implements tui.Board.
func (b *board) Ask() prose.Text {
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
