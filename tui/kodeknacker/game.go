// Package kodeknacker is the board of Kodeknacker on the screen: both boards
// side by side, pegs that differ by shape, colours that bear a letter, and
// private notes.
package kodeknacker

import (
	_ "embed"
	"strings"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

//go:embed rules.md
var rules string

// Game is all that Kodeknacker brings to the screen.
func Game() board.Game {
	return board.Game{
		Game:     game.Rules().Game(),
		Board:    func(theme *style.Theme, voice *prose.Voice) board.Board { return newModel(theme, voice) },
		Narrator: narrator(),
		Open:     board.OpenAll(openTable),
		End:      board.EndOf(decided, hidden, turned),
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// openTable shows every board as the one saw it who guesses on it, and both codes.
func openTable(table *game.View, seats []game.View) {
	table.Seat, table.Boards = engine.Watcher, make([]game.Board, len(seats))
	for seat, own := range seats {
		table.Boards[seat] = own.Boards[seat]
	}
}

// narrator tells the table without a screen. The board's log is made of the
// same texts.
func narrator() prose.Narrator {
	return prose.Narrator{
		Game: prose.Telling(tellEvents), Own: board.Of(tellOwn), Table: board.Of(tellTable), Grammar: board.Of(tellGrammar), Refused: tellRefused,
		Parts: board.Of(parts), Claim: board.ClaimOf(game.Rules().Claims, func(code []string) prose.Arg { return spell(strings.Join(code, "")) }),
		Why: board.WhyRows(func(fact game.Fact) int { return fact.Number }), Baffled: board.Of(tellBaffled),
	}
}
