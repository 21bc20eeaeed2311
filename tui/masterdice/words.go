package masterdice

import (
	game "parlor/engine/masterdice"
	"parlor/prose"
)

// Ask implements board.Board.
func (b *model) Ask() prose.Text {
	mine, solver := b.mine()
	row := prose.N(mine.RowsUsed + 1)
	switch {
	case b.view.Over:
		return prose.Text{}
	case !b.Yours() && b.InPlay() && solver && b.People.IsYou(b.view.Seat) && mine.Outcome != game.Unsolved:
		return prose.T("Your board is finished: waiting for {names}.", prose.And(b.People.Who(b.Scene.View.ToMove)))
	case !b.Yours():
		return b.Waits()
	case b.notes.Opened():
		return prose.T("Only you can see your notes.")
	case b.log.Opened():
		return prose.T("This is what has happened so far.")
	case b.solving:
		return b.askAnswer(mine)
	case mine.Phase == game.PhaseRoll:
		return prose.T("Your turn: roll the dice, or solve if you know the code.")
	case b.line.Filled() == 0:
		return prose.T("Put one to four dice on row {n}; the others go back into the cup.", row)
	}
	return prose.T("Press Enter to place {dice} on row {n}.", inColours(b.filled()), row)
}

// askAnswer asks for the answer, and once more whether to give it.
func (b *model) askAnswer(mine game.Board) prose.Text {
	switch {
	case b.sure && !b.view.Memory && !game.Fits(b.filled(), mine.Rows):
		return prose.T("Press Enter again to answer {code}, although your rows rule it out.", digits(b.line.Places))
	case b.sure:
		return prose.T("Press Enter again to answer {code}: you have only one answer.", digits(b.line.Places))
	case mine.Phase == game.PhaseSolve:
		return prose.T("You have to solve now: name all four values.")
	}
	return prose.C("To solve, name all four values: a right answer is worth {n} point now.",
		"To solve, name all four values: a right answer is worth {n} points now.", prose.N(mine.ScoreNow))
}
