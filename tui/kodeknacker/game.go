// Package kodeknacker is the board of Kodeknacker on the screen: pegs that differ by
// shape, and colours that bear a letter.
package kodeknacker

import (
	_ "embed"

	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/board/guessboard"
)

//go:embed rules.md
var rules string

// Game is all that Kodeknacker brings to the screen.
func Game() board.Game {
	all := guessboard.Game(game.Rules().Game(), kind(), guessboard.Views[game.View, game.Row]{
		Table: read, Row: func(row game.Row) game.Row { return row },
		Parts: func(v *game.View) guessboard.Parts[game.Row] {
			return guessboard.Parts[game.Row]{Seat: &v.Seat, Phase: &v.Phase, Boards: &v.Boards, Log: &v.Log}
		},
	})
	all.Narrator.Baffled = board.Of(baffled)
	all.Lesson, all.Rules = lesson(), prose.ReadDocument(rules)
	return all
}

// read reads the sizes of a view. What fits is looked for more quickly than by all worlds.
func read(view game.View) guessboard.Table {
	return guessboard.Table{
		Symbols: game.Letters(view.Colors), Places: view.Positions, Rows: view.Rows, Round: view.Round, Memory: view.Memory,
		Fits:       func(code string) bool { return game.Fits(view, code) },
		Candidates: func() ([][]bool, bool) { return game.Candidates(view) },
	}
}
