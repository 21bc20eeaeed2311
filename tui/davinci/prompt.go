package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// prompt tells the player what to do.
type prompt struct{ *guesser }

// ask returns what the player should do now.
func (p *prompt) ask() prose.Text {
	switch {
	case len(p.view.Racks) == 0 || p.view.Phase == game.PhaseOver || p.Scene.View.Stage != engine.Playing:
		return prose.Text{} // the frame shows the result
	case p.page() == notesPage && p.toMove(p.view.Seat):
		return prose.T("Your turn: press Tab to go back to the table.")
	case p.page() == logPage && p.toMove(p.view.Seat):
		return prose.T("Your turn: press {key} to go back to the table.", prose.Literal("l"))
	case p.mustPlace():
		return p.askPlace()
	case p.mine(game.PhaseSetup) && p.left() == 0:
		return prose.T("Your row is complete: press Enter when you are ready.")
	case p.mine(game.PhaseSetup):
		return p.askTake()
	case p.mine(game.PhaseDraw):
		return p.askDraw()
	case p.mine(game.PhaseShow):
		return prose.T("Wrong, and you had not drawn a tile: choose one of yours to turn up.")
	case p.mayGuess():
		return p.askGuess()
	}
	return p.askWait()
}

func (p *prompt) askPlace() prose.Text {
	tile := prose.Sub(named(p.view.Choice.Tile))
	if p.view.Phase == game.PhaseSetup {
		return prose.T("Choose where your {tile} goes.", tile)
	}
	return prose.T("Choose where your {tile} goes if you have to place it.", tile)
}

func (p *prompt) askGuess() prose.Text {
	tile, ok := p.tile(p.focus())
	if !ok {
		return prose.T("Your turn: guess a tile.")
	}
	place, owner, color := prose.N(p.focus().place), p.People.Name(p.focus().seat), prose.Sub(colorText(tile.Color))
	if value, typed := p.typed(); typed {
		return prose.T("Guess {value} for tile {n} of {owner} ({colour})? Press Enter.", prose.Sub(guessed(value)), place, owner, color)
	}
	if p.view.Phase == game.PhaseAgain {
		return prose.T("Right! Stop ({key}) or guess again: what is tile {n} of {owner} ({colour})?",
			prose.Literal("s"), place, owner, color)
	}
	return prose.T("What number is tile {n} of {owner} ({colour})? Type it.", place, owner, color)
}

// askWait says for which players the game waits.
func (p *prompt) askWait() prose.Text {
	wait := p.waiting()
	if !wait.IsZero() && !p.watching() && p.rack(p.view.Seat).Out {
		return prose.T("You are out. {waiting}", prose.Sub(wait))
	}
	return wait
}

func (p *prompt) waiting() prose.Text {
	if len(p.Scene.View.ToMove) == 0 {
		return prose.Text{}
	}
	names := prose.And(p.People.Who(p.Scene.View.ToMove))
	switch p.view.Phase {
	case game.PhaseSetup:
		return prose.T("Waiting for {names} to set up.", names)
	case game.PhaseDraw:
		return prose.T("Waiting for {names} to draw a tile.", names)
	case game.PhaseGuess:
		return prose.T("Waiting for {names} to guess.", names)
	case game.PhaseAgain:
		return prose.T("Waiting for {names} to guess again or stop.", names)
	case game.PhaseShow:
		return prose.T("Waiting for {names} to turn up one of their tiles.", names)
	}
	return prose.T("Waiting for {names}.", names)
}
