// Package kodeknacker provides the board of Kodeknacker: pegs that differ by shape, and colours
// with letters.
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

// Game returns the game for the screen.
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

// read returns the table of a view. Its Fits and Candidates are faster than those that use all
// worlds.
func read(view game.View) guessboard.Table {
	return guessboard.Table{
		Symbols: game.Letters(view.Colors), Places: view.Positions, Rows: view.Rows, Round: view.Round, Memory: view.Memory,
		Fits:       func(code string) bool { return game.Fits(view, code) },
		Candidates: func() ([][]bool, bool) { return game.Candidates(view) },
	}
}
