package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui"
)

// Ask implements tui.Board.
func (b *board) Ask() string {
	switch {
	case len(b.view.Racks) == 0 || b.view.Phase == game.PhaseOver || b.scene.View.Stage != engine.Playing:
		return "" // the frame tells the result
	case b.notes.open && b.toMove(b.view.Seat):
		return "It is your turn. These are your notes: tab goes back to the table."
	case b.mustPlace():
		return b.askPlace()
	case b.mine(game.PhaseSetup):
		return b.askSetup()
	case b.mine(game.PhaseDraw):
		return "Your turn: draw a tile, " + b.colors() + "."
	case b.mine(game.PhaseShow):
		return "Wrong, with no tile drawn: choose a tile of your own to turn up. ←→ enter"
	case b.mayGuess():
		return b.askGuess()
	}
	return b.askWait()
}

func (b *board) askPlace() string {
	tile := b.view.Choice.Tile
	if b.view.Phase == game.PhaseSetup {
		return "Where shall your " + named(tile) + " stand? ←→ enter"
	}
	return "Where shall your " + named(tile) + " go if it must be placed? ←→ enter"
}

// named is "black 7", "white joker".
func named(tile game.Tile) string { return tile.Color.String() + " " + tile.Value.String() }

func (b *board) askSetup() string {
	left := b.left()
	if left == 0 {
		return "Your rack stands: enter when you are ready."
	}
	if left < b.share() {
		return "Take " + tui.Count(left, "more tile") + ", " + b.colors() + "."
	}
	return "Take " + tui.Count(left, "tile") + " for your rack, one at a time, " + b.colors() + "."
}

// colors says which colours can be taken.
func (b *board) colors() string {
	switch pool := b.view.Pool; {
	case pool.White == 0:
		return "only black is left"
	case pool.Black == 0:
		return "only white is left"
	}
	return "black or white"
}

func (b *board) askGuess() string {
	tile, ok := b.tile(b.focus)
	if !ok {
		return "Your turn: guess a tile."
	}
	which := b.who.Whose(b.focus.seat) + " " + ordinal(b.focus.place) + " tile (" + tile.Color.String() + ")"
	if value, typed := b.typed(); typed {
		what := value.String()
		if value == game.Joker {
			what = "the joker"
		}
		return "Guess that " + which + " is " + what + "? enter"
	}
	if b.view.Phase == game.PhaseAgain {
		return "Right! Stop (s) or guess on: which number is " + which + "?"
	}
	return "Which number is " + which + "? Type it."
}

// askWait says for whom the table waits.
func (b *board) askWait() string {
	waiting := b.scene.View.ToMove
	if b.view.Phase == game.PhaseSetup {
		return "Waiting for " + b.who.List(waiting) + " to set up."
	}
	if len(waiting) == 0 {
		return ""
	}
	doing := map[string]string{
		game.PhaseDraw: "to draw a tile", game.PhaseGuess: "to guess",
		game.PhaseAgain: "to guess again or stop", game.PhaseShow: "to turn up a tile of their own",
	}[b.view.Phase]
	wait := "Waiting for " + b.who.List(waiting) + " " + doing + "."
	if !b.watching() && b.rack(b.view.Seat).Out {
		return "You are out. " + wait
	}
	return wait
}

// Hints implements tui.Board.
func (b *board) Hints() []tui.Hint {
	switch {
	case b.notes.open:
		return b.hintNotes()
	case b.mustPlace():
		return []tui.Hint{{Key: "←→", Does: "gap"}, {Key: "enter", Does: "place"}}
	case b.mine(game.PhaseSetup) && b.left() == 0:
		return []tui.Hint{{Key: "enter", Does: "ready"}}
	case b.mine(game.PhaseSetup):
		return append(b.hintTake(), tui.Hint{Key: "d", Does: "deal the rest"})
	case b.mine(game.PhaseDraw):
		return append(b.hintTake(), b.hintLook()...)
	case b.mine(game.PhaseShow):
		return []tui.Hint{{Key: "←→", Does: "tile"}, {Key: "enter", Does: "turn up"}}
	case b.mayGuess():
		return b.hintGuess()
	}
	return b.hintLook()
}

func (b *board) hintTake() []tui.Hint {
	var hints []tui.Hint
	if b.view.Pool.Black > 0 {
		hints = append(hints, tui.Hint{Key: "b", Does: "black"})
	}
	if b.view.Pool.White > 0 {
		hints = append(hints, tui.Hint{Key: "w", Does: "white"})
	}
	if len(hints) == 2 {
		hints = append(hints, tui.Hint{Key: "r", Does: "either"})
	}
	return hints
}

func (b *board) hintGuess() []tui.Hint {
	number := "0–11"
	if b.view.Jokers != game.NoJokers {
		number += ",j"
	}
	hints := []tui.Hint{{Key: "←→↑↓", Does: "tile"}, {Key: number, Does: "number"}}
	if b.number != "" {
		hints = []tui.Hint{{Key: "enter", Does: "guess"}, hints[1], hints[0]}
	}
	if b.view.Phase == game.PhaseAgain {
		hints = append(hints, tui.Hint{Key: "s", Does: "stop"})
	}
	if b.mayMove() {
		hints = append(hints, tui.Hint{Key: "[ ]", Does: "move your " + b.view.Choice.Tile.Value.String()})
	}
	return hints
}

func (b *board) hintLook() []tui.Hint {
	if len(b.targets()) == 0 || b.view.Memory {
		return nil
	}
	return []tui.Hint{{Key: "←→↑↓", Does: "look"}, {Key: "tab", Does: "notes"}}
}
