package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// Ask implements board.Board.
func (b *model) Ask() prose.Text {
	switch {
	case len(b.view.Racks) == 0 || b.view.Phase == game.PhaseOver || b.Scene.View.Stage != engine.Playing:
		return prose.Text{} // the frame tells the result
	case b.page() == notesPage && b.toMove(b.view.Seat):
		return prose.T("Your turn: press Tab to go back to the table.")
	case b.page() == logPage && b.toMove(b.view.Seat):
		return prose.T("Your turn: press {key} to go back to the table.", prose.Literal("l"))
	case b.mustPlace():
		return b.askPlace()
	case b.mine(game.PhaseSetup) && b.left() == 0:
		return prose.T("Your row is complete: press Enter when you are ready.")
	case b.mine(game.PhaseSetup):
		return b.askTake()
	case b.mine(game.PhaseDraw):
		return b.askDraw()
	case b.mine(game.PhaseShow):
		return prose.T("Wrong, and you had not drawn a tile: choose one of your own to turn up.")
	case b.mayGuess():
		return b.askGuess()
	}
	return b.askWait()
}

func (b *model) askPlace() prose.Text {
	tile := prose.Sub(named(b.view.Choice.Tile))
	if b.view.Phase == game.PhaseSetup {
		return prose.T("Choose where your {tile} goes.", tile)
	}
	return prose.T("Choose where your {tile} goes if you have to place it.", tile)
}

func (b *model) askGuess() prose.Text {
	tile, ok := b.tile(b.focus())
	if !ok {
		return prose.T("Your turn: guess a tile.")
	}
	place, owner, color := prose.N(b.focus().place), b.People.Name(b.focus().seat), prose.Sub(colorText(tile.Color))
	if value, typed := b.typed(); typed {
		return prose.T("Guess {value} for tile {n} of {owner} ({colour})? Press Enter.", prose.Sub(guessed(value)), place, owner, color)
	}
	if b.view.Phase == game.PhaseAgain {
		return prose.T("Right! Stop ({key}) or guess again: what is tile {n} of {owner} ({colour})?",
			prose.Literal("s"), place, owner, color)
	}
	return prose.T("What number is tile {n} of {owner} ({colour})? Type it.", place, owner, color)
}

// askWait says for whom the table waits.
func (b *model) askWait() prose.Text {
	wait := b.waiting()
	if !wait.IsZero() && !b.watching() && b.rack(b.view.Seat).Out {
		return prose.T("You are out. {waiting}", prose.Sub(wait))
	}
	return wait
}

func (b *model) waiting() prose.Text {
	if len(b.Scene.View.ToMove) == 0 {
		return prose.Text{}
	}
	names := prose.And(b.People.Who(b.Scene.View.ToMove))
	switch b.view.Phase {
	case game.PhaseSetup:
		return prose.T("Waiting for {names} to set up.", names)
	case game.PhaseDraw:
		return prose.T("Waiting for {names} to draw a tile.", names)
	case game.PhaseGuess:
		return prose.T("Waiting for {names} to guess.", names)
	case game.PhaseAgain:
		return prose.T("Waiting for {names} to guess again or stop.", names)
	case game.PhaseShow:
		return prose.T("Waiting for {names} to turn up a tile of their own.", names)
	}
	return prose.T("Waiting for {names}.", names)
}
