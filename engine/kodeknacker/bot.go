package kodeknacker

import (
	"math/rand/v2"

	"parlor/engine"
	"parlor/engine/kodeknacker/solver"
)

// Levels of the bot, from [engine.FirstBot] on.
const (
	Consistent engine.Level = 1 + iota
	ExpectedSize
	Tree
)

// levels returns the names of the levels.
func levels() []string { return []string{"consistent", "expected size", "tree"} }

// levelHelp describes how the levels play.
func levelHelp() []string {
	return []string{
		"Guesses any code consistent with all answers.",
		"Picks the guess that leaves the fewest codes.",
		"Follows a precomputed tree; races you at the end.",
	}
}

// think chooses the action of the bot. Every level guesses from the answers it has seen: level 1
// guesses any consistent code, level 2 the code whose answer leaves few codes on average, and
// level 3 follows a precomputed tree, or without one guesses the code that needs the fewest
// further guesses. Level 3 also takes into account how close the opponent is.
func think(thought engine.Thought[View, Event]) engine.Action {
	view, random := thought.View, thought.Random
	if view.Phase == PhaseSet {
		return Code(randomCode(view.Positions, view.Colors, random.IntN).String())
	}
	return Guess(guess(view, thought.Level, thought.Simulations, random).String())
}

func guess(view View, level engine.Level, simulations int, random *rand.Rand) code {
	own := boardOf(view, view.Seat)
	var chosen solver.Code
	switch {
	case level >= Tree:
		chosen = byTree(view, own, simulations, random)
	case level >= ExpectedSize:
		chosen = own.Sharp(simulations, random)
	default:
		chosen = own.Consistent(random)
	}
	return chosen.Unpack(view.Positions)
}

// byTree follows the tree, unless the race is close.
func byTree(view View, own solver.Board, simulations int, random *rand.Rand) solver.Code {
	race := solver.Race{Rounds: view.Rows - len(view.Boards[view.Seat].Guesses)}
	if left, few := boardOf(view, 1-view.Seat).Fewer(solver.CloseTheirs); few {
		race.Theirs = left
	}
	if !race.Close() {
		if next, ok := solver.Grown(own.Size).Next(own, random); ok {
			return next
		}
	}
	return own.Deep(race, simulations, random)
}

// boardOf returns what the answers on a seat's board reveal about the code that it must find.
func boardOf(view View, seat engine.Seat) solver.Board {
	return solved(known(view.Boards[seat].Guesses), view.Positions, view.Colors)
}

func solved(rows []row, positions, colors int) solver.Board {
	b := solver.Board{Size: solver.Size{Positions: positions, Colors: colors}}
	for _, one := range rows {
		b.Rows = append(b.Rows, solver.Row{Guess: solver.Pack(one.guess), Answer: solver.Answered(one.pegs.Black, one.pegs.White)})
	}
	return b
}

// consistent returns a random code that fits all rows. If none is found in time, the code may not
// fit.
func consistent(rows []row, positions, colors int, random *rand.Rand) code {
	return solved(rows, positions, colors).Consistent(random).Unpack(positions)
}

type row struct {
	guess code
	pegs  Pegs
}

// known returns the rows that have an answer.
func known(guesses []Row) []row {
	var rows []row
	for _, one := range guesses {
		if one.Guess == "" {
			continue
		}
		rows = append(rows, row{codeOf(one.Guess), one.Pegs})
	}
	return rows
}

// randomCode returns a random code.
func randomCode(positions, colors int, below func(n int) int) code {
	c := make(code, positions)
	for i := range c {
		c[i] = below(colors)
	}
	return c
}

// fits reports whether a code would have given all the answers.
func fits(c code, rows []row) bool {
	for _, one := range rows {
		if judge(one.guess, c) != one.pegs {
			return false
		}
	}
	return true
}
