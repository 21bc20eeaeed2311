// Package bullscows provides the board of Bulls and Cows: digits, bulls and cows.
package bullscows

import (
	_ "embed"

	"charm.land/lipgloss/v2"

	game "parlor/engine/bullscows"
	"parlor/engine/codebreak"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/board/guessboard"
	"parlor/tui/style"
)

//go:embed rules.md
var rules string

// Game returns the game for the screen.
func Game() board.Game {
	all := guessboard.Game(game.Rules().Game(), kind(), guessboard.Views[game.View, game.Row]{
		Table: func(v game.View) guessboard.Table {
			return guessboard.Table{
				Symbols: game.Symbols, Places: v.Digits, Rows: v.Rows, Round: v.Round,
				Fits: func(number string) bool { return game.Fits(v, number) },
			}
		},
		Row: func(row game.Row) codebreak.Row {
			return codebreak.Row{Guess: row.Guess, Pegs: codebreak.Pegs{Black: row.Bulls, White: row.Cows}}
		},
		Parts: func(v *game.View) guessboard.Parts[game.Row] {
			return guessboard.Parts[game.Row]{Seat: &v.Seat, Phase: &v.Phase, Boards: &v.Boards, Log: &v.Log}
		},
	})
	all.Lesson, all.Rules = lesson(), prose.ReadDocument(rules)
	return all
}

// kind returns what is particular to Bulls and Cows.
func kind() *guessboard.Kind {
	return &guessboard.Kind{
		All: game.Symbols, Least: game.Symbols,
		Paint: func(theme *style.Theme, _ byte) lipgloss.Style {
			return lipgloss.NewStyle().Bold(true).Background(theme.WhiteTile).Foreground(theme.BlackTile)
		},
		Right: prose.T("bull: right place"), Elsewhere: prose.T("cow: wrong place"),
		Counts: func(pegs codebreak.Pegs) prose.Text {
			bulls := prose.C("{n} bull", "{n} bulls", prose.N(pegs.Black))
			return prose.T("{bulls}, {cows}", prose.Sub(bulls), prose.Sub(prose.C("{n} cow", "{n} cows", prose.N(pegs.White))))
		},
		Make: func(places int) prose.Text {
			return prose.C("Make your code: {n} digit.", "Make your code: {n} different digits.", prose.N(places))
		},
		Symbol: prose.T("digit"), Put: prose.T("put that digit into the row"), Through: prose.T("cycle through the digits"),
		Once:  prose.T("The digits of a code are all different, and that one is already in the row."),
		About: about, Grammar: grammar, Code: game.Secret, Guess: game.Guess,
	}
}

// about describes the sizes of a table and the meaning of an answer.
func about(table guessboard.Table) []prose.Text {
	return []prose.Text{
		prose.C("A code has {n} digit.", "A code has {n} digits, all different.", prose.N(table.Places)),
		prose.C("Each player has {n} row for guesses.", "Each player has {n} rows for guesses.", prose.N(table.Rows)),
		prose.T("A bull is a right digit in the right place, a cow one in the wrong place."),
	}
}

// grammar describes what can be typed.
func grammar(table guessboard.Table) []prose.Text {
	example := game.Symbols[:table.Places]
	if table.Phase == codebreak.PhaseSet {
		return []prose.Text{prose.C("Make your code of {n} digit: type {verb} and the digit, such as {example}.",
			"Make your code of {n} different digits: type {verb} and the digits, such as {example}.",
			prose.N(table.Places), prose.Literal("secret"), prose.Literal(string(game.Secret(example))))}
	}
	return []prose.Text{prose.T("Row {n} of {rows}: type {verb} and different digits, such as {example}.",
		prose.N(table.Round), prose.N(table.Rows), prose.Literal("guess"), prose.Literal(string(game.Guess(example))))}
}
