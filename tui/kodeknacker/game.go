// Package kodeknacker is the board of Kodeknacker on the screen: pegs that differ by
// shape, and colours that bear a letter.
package kodeknacker

import (
	_ "embed"
	"slices"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/board/guessboard"
)

//go:embed rules.md
var rules string

// Game is all that Kodeknacker brings to the screen.
func Game() board.Game {
	all := guessboard.Game(game.Rules().Game(), kind(), guessboard.Views[game.View, game.Event]{
		Table: read, Log: func(view game.View) []game.Event { return view.Log }, Event: event, Hide: hide, Open: openTable,
	})
	all.Narrator.Why = board.WhyRows(func(fact game.Fact) int { return fact.Number })
	all.Narrator.Baffled = board.Of(baffled)
	all.Lesson, all.Rules = lesson(), prose.ReadDocument(rules)
	return all
}

// read reads a view.
func read(view game.View) guessboard.Table {
	boards := make([]guessboard.Board, len(view.Boards))
	for i, one := range view.Boards {
		rows := make([]guessboard.Row, len(one.Guesses))
		for i, row := range one.Guesses {
			rows[i] = guessboard.Row{Guess: row.Guess, Answer: answer(row.Pegs)}
		}
		boards[i] = guessboard.Board{Seat: one.Seat, CodeSet: one.CodeSet, Code: one.Code, Guessed: one.Guessed, Guesses: rows, Cracked: one.Cracked}
	}
	phases := map[string]guessboard.Phase{game.PhaseSet: guessboard.Making, game.PhasePlay: guessboard.Guessing, game.PhaseOver: guessboard.Over}
	return guessboard.Table{
		Seat: view.Seat, Phase: phases[view.Phase], Symbols: game.Letters(view.Colors), Places: view.Positions,
		Rows: view.Rows, Round: view.Round, Memory: view.Memory, Boards: boards,
		Fits:       func(code string) bool { return game.Fits(view, code) },
		Candidates: func() ([][]bool, bool) { return game.Candidates(view) },
	}
}

func answer(pegs game.Pegs) guessboard.Answer {
	return guessboard.Answer{Right: pegs.Black, Elsewhere: pegs.White}
}

// event reads an event.
func event(event game.Event) guessboard.Event {
	kinds := [...]guessboard.EventKind{
		game.EventSet: guessboard.Made, game.EventRow: guessboard.Guessed, game.EventCracked: guessboard.Cracked,
		game.EventTimedOut: guessboard.TimedOut, game.EventResigned: guessboard.Resigned, game.EventWon: guessboard.Won,
		game.EventDraw: guessboard.Drawn, game.EventCode: guessboard.Revealed,
	}
	return guessboard.Event{Kind: kinds[event.Kind], Seat: event.Seat, Row: event.Round, Code: event.Code, Answer: answer(event.Pegs)}
}

// hide replaces the codes, and drops the events that tell them.
func hide(view game.View, codes []string) game.View {
	view.Boards = slices.Clone(view.Boards)
	for i := range view.Boards {
		view.Boards[i].Code = codes[i]
	}
	view.Log = slices.DeleteFunc(slices.Clone(view.Log), func(event game.Event) bool { return event.Kind == game.EventCode })
	return view
}

// openTable shows every board as the one saw it who guesses on it, and both codes.
func openTable(all *game.View, seats []game.View) {
	all.Seat, all.Boards = engine.Watcher, make([]game.Board, len(seats))
	for seat, own := range seats {
		all.Boards[seat] = own.Boards[seat]
	}
}
