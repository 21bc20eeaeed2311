package davinci

import (
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui"
)

// hint is a key and what it does.
type hint struct {
	key  string
	does prose.Text
}

// sayHints says what keys do.
func (b *board) sayHints(hints []hint) []tui.Hint {
	said := make([]tui.Hint, len(hints))
	for i, one := range hints {
		said[i] = tui.Hint{Key: one.key, Does: b.say(one.does)}
	}
	return said
}

// Hints implements tui.Board.
func (b *board) Hints() []tui.Hint { return b.sayHints(b.hints()) }

// Keys implements tui.Board.
func (b *board) Keys() []tui.Hint { return b.sayHints(keys()) }

func (b *board) hints() []hint {
	switch {
	case b.notes.open:
		return b.hintNotes()
	case b.mustPlace():
		return []hint{{"←→", prose.T("gap")}, {"enter", prose.T("place").In("verb")}}
	case b.mine(game.PhaseSetup) && b.left() == 0:
		return []hint{{"enter", prose.T("ready")}}
	case b.mine(game.PhaseSetup):
		return append(b.hintTake(), hint{"d", prose.T("deal the rest")})
	case b.mine(game.PhaseDraw):
		return append(b.hintTake(), b.hintLook()...)
	case b.mine(game.PhaseShow):
		return []hint{{"←→", prose.T("tile")}, {"enter", prose.T("turn up")}}
	case b.mayGuess():
		return b.hintGuess()
	}
	return b.hintLook()
}

func (b *board) hintTake() []hint {
	var hints []hint
	if b.view.Pool.Black > 0 {
		hints = append(hints, hint{"b", prose.T("black")})
	}
	if b.view.Pool.White > 0 {
		hints = append(hints, hint{"w", prose.T("white")})
	}
	if len(hints) == 2 {
		hints = append(hints, hint{"r", prose.T("either")})
	}
	return hints
}

func (b *board) hintGuess() []hint {
	number := "0–11"
	if b.view.Jokers != game.NoJokers {
		number += ",j"
	}
	hints := []hint{{"←→↑↓", prose.T("tile")}, {number, prose.T("number")}}
	if b.number != "" {
		hints = []hint{{"enter", prose.T("guess").In("verb")}, hints[1], hints[0]}
	}
	if b.view.Phase == game.PhaseAgain {
		hints = append(hints, hint{"s", prose.T("stop").In("verb")})
	}
	if b.mayMove() {
		hints = append(hints, hint{"[ ]", prose.T("move your {tile}", prose.Sub(named(b.view.Choice.Tile)))})
	}
	return hints
}

func (b *board) hintLook() []hint {
	if len(b.targets()) == 0 || b.view.Memory {
		return nil
	}
	return []hint{{"←→↑↓", prose.T("look").In("verb")}, {"tab", prose.T("notes")}}
}

func (b *board) hintNotes() []hint {
	auto := hint{"a", prose.T("fill in")}
	switch {
	case !b.scene.Aided:
		auto.does = prose.T("no aids in this room")
	case b.notes.auto:
		auto.does = prose.T("manual notes")
	}
	return []hint{
		{"←↑↓→", prose.T("move").In("verb")}, {"x", prose.T("rule out")}, auto, {"tab", prose.T("back to the table")},
	}
}

// keys are all keys of the board.
func keys() []hint {
	return []hint{
		{"b w r", prose.T("take or draw a tile: black, white or either")},
		{"d", prose.T("during setup, have the rest dealt to you")},
		{"← →", prose.T("choose a tile to guess, a gap, or a tile to turn up")},
		{"↑ ↓", prose.T("choose a tile in another row")},
		{"0 – 11", prose.T("type your guess; a 0 or 1 after a 1 makes 10 or 11")},
		{"j, -", prose.T("guess a joker")},
		{"backspace", prose.T("delete what you typed")},
		{"enter", prose.T("confirm the guess, the gap or the tile, or say you are ready")},
		{"s", prose.T("stop after a right guess and keep your drawn tile hidden")},
		{"tab", prose.T("notes: {x} rules out a number, {a} fills in what follows", prose.Literal("x"), prose.Literal("a"))},
		{"[ ]", prose.T("change where your drawn tile will go, if you can choose")},
	}
}
