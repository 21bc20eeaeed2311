package kodeknacker

import (
	game "parlor/engine/kodeknacker"
	"parlor/prose"
)

// Ask implements board.Board.
func (b *model) Ask() prose.Text {
	code := prose.Literal(string(b.line.Places))
	switch {
	case b.view.Phase == game.PhaseOver:
		return prose.Text{}
	case b.notes.Opened():
		return prose.T("Only you can see your notes.")
	case !b.Yours():
		return b.Waits()
	case b.log.Opened():
		return prose.T("This is what has happened so far.")
	case b.view.Phase == game.PhaseSet && b.line.Full():
		return prose.T("Press Enter to make {code} your code.", code)
	case b.view.Phase == game.PhaseSet:
		return prose.C("Make your code: {n} colour, any as often as you like.",
			"Make your code: {n} colours, any as often as you like.", prose.N(b.view.Positions))
	case b.line.Full() && !b.view.Memory && !game.Fits(b.view, string(b.line.Places)):
		return prose.T("Press Enter to guess {code}, although the answers so far rule it out.", code)
	case b.line.Full():
		return prose.T("Press Enter to guess {code}.", code)
	}
	return prose.T("Guess the code that {name} made: fill the row.", b.People.Name(1-b.view.Seat))
}
