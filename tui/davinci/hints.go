package davinci

import (
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui"
)

// Hints implements tui.Board.
func (b *board) Hints() []tui.Hint {
	switch {
	case b.page == notesPage:
		return b.hintNotes()
	case b.page == logPage:
		return b.hintLog()
	case b.mustPlace():
		return []tui.Hint{tui.Press("←→", prose.T("gap")), tui.Press("enter", prose.T("place").In("verb"))}
	case b.mine(game.PhaseSetup) && b.left() == 0:
		return []tui.Hint{tui.Press("enter", prose.T("ready"))}
	case b.mine(game.PhaseSetup):
		return append(b.hintTake(), tui.Press("d", prose.T("deal the rest")))
	case b.mine(game.PhaseDraw):
		return append(b.hintTake(), b.hintLook()...)
	case b.mine(game.PhaseShow):
		return []tui.Hint{tui.Press("←→", prose.T("tile")), tui.Press("enter", prose.T("turn up"))}
	case b.mayGuess():
		return b.hintGuess()
	}
	return append(b.hintLook(), b.hintRead()...)
}

func (b *board) hintTake() []tui.Hint {
	var hints []tui.Hint
	if b.view.Pool.Black > 0 {
		hints = append(hints, tui.Press("b", prose.T("black")))
	}
	if b.view.Pool.White > 0 {
		hints = append(hints, tui.Press("w", prose.T("white")))
	}
	if len(hints) == 2 {
		hints = append(hints, tui.Press("r", prose.T("either")))
	}
	return hints
}

func (b *board) hintGuess() []tui.Hint {
	number := "0–11"
	if b.view.Jokers != game.NoJokers {
		number += ",j"
	}
	hints := []tui.Hint{tui.Press("←→↑↓", prose.T("tile")), tui.Press(number, prose.T("number"))}
	if b.number != "" {
		hints = []tui.Hint{tui.Press("enter", prose.T("guess").In("verb")), hints[1], hints[0]}
	}
	if b.view.Phase == game.PhaseAgain {
		hints = append(hints, tui.Press("s", prose.T("stop").In("verb")))
	}
	if b.mayMove() {
		hints = append(hints, tui.Press("[ ]", prose.T("move your {tile}", prose.Sub(named(b.view.Choice.Tile)))))
	}
	return hints
}

// hintLook is for what is known of the others' tiles.
func (b *board) hintLook() []tui.Hint {
	if !b.hasNotes() {
		return nil
	}
	return []tui.Hint{tui.Press("←→↑↓", prose.T("look").In("verb")), tui.Press("tab", prose.T("notes"))}
}

// hintRead is for what happened.
func (b *board) hintRead() []tui.Hint {
	if !b.hasLog() {
		return nil
	}
	return []tui.Hint{tui.Press("l", prose.T("log"))}
}

// hintNotes fits the smallest window: what does something, what leads out, and
// then what one would try anyhow.
func (b *board) hintNotes() []tui.Hint {
	auto := tui.Press("a", prose.T("fill").In("verb"))
	switch {
	case !b.scene.Aided:
		auto.Does = prose.T("no aids")
	case b.notes.auto:
		auto.Does = prose.T("manual")
	}
	return []tui.Hint{
		tui.Press("x", prose.T("rule out")), tui.Press("tab", prose.T("back")), auto, tui.Press("←↑↓→", prose.T("go").In("verb")),
	}
}

func (b *board) hintLog() []tui.Hint {
	return []tui.Hint{tui.Press("↑↓", prose.T("scroll")), tui.Press("l", prose.T("back"))}
}

// Keys implements tui.Board.
func (b *board) Keys() []tui.Hint {
	return []tui.Hint{
		tui.Press("b w r", prose.T("take or draw a tile: black, white or either")),
		tui.Press("d", prose.T("during setup, have the rest dealt to you")),
		tui.Press("← →", prose.T("choose a tile to guess, a gap, or a tile to turn up")),
		tui.Press("↑ ↓", prose.T("choose a tile in another row")),
		tui.Press("0 – 11", prose.T("type your guess; a 0 or 1 after a 1 makes 10 or 11")),
		tui.Press("j, -", prose.T("guess a joker")),
		tui.Press("backspace", prose.T("delete what you typed")),
		tui.Press("enter", prose.T("confirm the guess, the gap or the tile, or say you are ready")),
		tui.Press("s", prose.T("stop after a right guess and keep your drawn tile hidden")),
		tui.Press("tab", prose.T("notes: {x} rules out a number, {a} fills in what follows", prose.Literal("x"), prose.Literal("a"))),
		tui.Press("l", prose.T("the whole log; ↑ ↓ and PgUp, PgDn scroll it, and {key} closes it", prose.Literal("l"))),
		tui.Press("[ ]", prose.T("change where your drawn tile will go, if you can choose")),
	}
}
