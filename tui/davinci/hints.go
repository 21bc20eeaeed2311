package davinci

import (
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
)

// Hints implements board.Board.
func (b *model) Hints() []board.Hint {
	switch {
	case b.page == notesPage:
		return b.hintNotes()
	case b.page == logPage:
		return b.hintLog()
	case b.mustPlace():
		return []board.Hint{board.Press("←→", prose.T("gap")), board.Press("enter", prose.T("place").In("verb"))}
	case b.mine(game.PhaseSetup) && b.left() == 0:
		return []board.Hint{board.Press("enter", prose.T("ready"))}
	case b.mine(game.PhaseSetup):
		return append(b.hintTake(), board.Press("d", prose.T("deal the rest")))
	case b.mine(game.PhaseDraw):
		return append(b.hintTake(), b.hintLook()...)
	case b.mine(game.PhaseShow):
		return []board.Hint{board.Press("←→", prose.T("tile")), board.Press("enter", prose.T("turn up"))}
	case b.mayGuess():
		return b.hintGuess()
	}
	return append(b.hintLook(), b.hintRead()...)
}

func (b *model) hintTake() []board.Hint {
	var hints []board.Hint
	if b.view.Pool.Black > 0 {
		hints = append(hints, board.Press("b", prose.T("black")))
	}
	if b.view.Pool.White > 0 {
		hints = append(hints, board.Press("w", prose.T("white")))
	}
	if len(hints) == 2 {
		hints = append(hints, board.Press("r", prose.T("either")))
	}
	return hints
}

func (b *model) hintGuess() []board.Hint {
	number := "0–11"
	if b.view.Jokers != game.NoJokers {
		number += ",j"
	}
	hints := []board.Hint{board.Press("←→↑↓", prose.T("tile")), board.Press(number, prose.T("number"))}
	if b.number != "" {
		hints = []board.Hint{board.Press("enter", prose.T("guess").In("verb")), hints[1], hints[0]}
	}
	if b.view.Phase == game.PhaseAgain {
		hints = append(hints, board.Press("s", prose.T("stop").In("verb")))
	}
	if b.mayMove() {
		hints = append(hints, board.Press("[ ]", prose.T("move your {tile}", prose.Sub(named(b.view.Choice.Tile)))))
	}
	return hints
}

// hintLook is for what is known of the others' tiles.
func (b *model) hintLook() []board.Hint {
	if !b.hasNotes() {
		return nil
	}
	return []board.Hint{board.Press("←→↑↓", prose.T("look").In("verb")), board.Press("tab", prose.T("notes"))}
}

// hintRead is for what happened.
func (b *model) hintRead() []board.Hint {
	if !b.hasLog() {
		return nil
	}
	return []board.Hint{board.Press("l", prose.T("log"))}
}

// hintNotes fits the smallest window: what does something, what leads out, and
// then what one would try anyhow.
func (b *model) hintNotes() []board.Hint {
	auto := board.Press("a", prose.T("fill").In("verb"))
	switch {
	case !b.Scene.Aided:
		auto.Does = prose.T("no aids")
	case b.notes.auto:
		auto.Does = prose.T("manual")
	}
	return []board.Hint{
		board.Press("x", prose.T("rule out")), board.Press("tab", prose.T("back")), auto, board.Press("←↑↓→", prose.T("go").In("verb")),
	}
}

func (b *model) hintLog() []board.Hint {
	return []board.Hint{board.Press("↑↓", prose.T("scroll")), board.Press("l", prose.T("back"))}
}

// Keys implements board.Board.
func (b *model) Keys() []board.Hint {
	return []board.Hint{
		board.Press("b w r", prose.T("take or draw a tile: black, white or either")),
		board.Press("d", prose.T("during setup, have the rest dealt to you")),
		board.Press("← →", prose.T("choose a tile to guess, a gap, or a tile to turn up")),
		board.Press("↑ ↓", prose.T("choose a tile in another row")),
		board.Press("0 – 11", prose.T("type your guess; a 0 or 1 after a 1 makes 10 or 11")),
		board.Press("j, -", prose.T("guess a joker")),
		board.Press("backspace", prose.T("delete what you typed")),
		board.Press("enter", prose.T("confirm the guess, the gap or the tile, or say you are ready")),
		board.Press("s", prose.T("stop after a right guess and keep your drawn tile hidden")),
		board.Press("tab", prose.T("notes: {x} rules out a number, {a} fills in what follows", prose.Literal("x"), prose.Literal("a"))),
		board.Press("l", prose.T("the whole log; ↑ ↓ and PgUp, PgDn scroll it, and {key} closes it", prose.Literal("l"))),
		board.Press("[ ]", prose.T("change where your drawn tile will go, if you can choose")),
	}
}
