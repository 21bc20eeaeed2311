package kodeknacker

import (
	"math/rand/v2"

	"parlor/engine"
	"parlor/engine/kodeknacker/solver"
)

// The levels of the bot, from [engine.FirstBot] on.
const (
	Consistent engine.Level = 1 + iota
	ExpectedSize
	Tree
)

// levels are what the levels are called.
func levels() []string { return []string{"consistent", "expected size", "tree"} }

// levelHelp says how they play.
func levelHelp() []string {
	return []string{
		"Guesses any code consistent with all answers.",
		"Picks the guess that leaves the fewest codes.",
		"Follows a precomputed tree; races you at the end.",
	}
}

// think is the bot. Every level guesses by the answers that it has seen: the
// first any code that fits them; the second one whose answer leaves few codes on
// average; the third by a tree of guesses, where there is one for the size, and
// else one after which few more are needed. It also looks at how near the other
// one is.
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

// byTree goes on with the tree unless the race is close.
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

// boardOf is what the answers on a seat's board tell of the code it looks for.
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

// consistent is a random code that fits all rows, or nearly always.
func consistent(rows []row, positions, colors int, random *rand.Rand) code {
	return solved(rows, positions, colors).Consistent(random).Unpack(positions)
}

type row struct {
	guess code
	pegs  Pegs
}

// known are the rows that tell something.
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

// randomCode is a code of random numbers.
func randomCode(positions, colors int, below func(n int) int) code {
	c := make(code, positions)
	for i := range c {
		c[i] = below(colors)
	}
	return c
}

// fits says whether a code would have given all these answers.
func fits(c code, rows []row) bool {
	for _, one := range rows {
		if judge(one.guess, c) != one.pegs {
			return false
		}
	}
	return true
}
