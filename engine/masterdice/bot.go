package masterdice

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// Levels of the bot. engine.FirstBot is greedy.
const (
	levelThrifty = engine.FirstBot + 1 + iota
	levelShrewd
)

// levels returns the names of the levels.
func levels() []string { return []string{"greedy", "thrifty", "shrewd"} }

// levelHelp describes how the levels play.
func levelHelp() []string {
	return []string{
		"Places its dice where the answer reveals most.",
		"Weighs what an answer reveals against what it costs.",
		"Looks two rows ahead, for the score it must beat.",
	}
}

// think chooses an action for a bot.
func think(thought engine.Thought[View, Event]) engine.Action {
	view, random := thought.View, thought.Random
	i := slices.IndexFunc(view.Boards, func(b Board) bool { return b.Solver == view.Seat })
	b := view.Boards[i]
	s := solver{
		codes: slices.Collect(Consistent(b.Rows)),
		hope:  estimate{bonus: view.BonusDice},
		rows:  MaxRows - b.RowsUsed,
		dice:  b.DiceLeft,
	}
	switch {
	case b.Phase == PhaseSolve || len(s.codes) == 1:
		return s.guess(random)
	case thought.Level == engine.FirstBot:
		return greedy(s, b, random)
	case thought.Level == levelThrifty:
		return thrifty(s, b, random)
	}
	return shrewd(s, b, thought)
}

// A solver is what the bot knows about its board: the codes that still fit and the resources that
// are left.
type solver struct {
	codes []Line
	hope  estimate
	rows  int // empty rows
	dice  int
}

// guess returns a random one of the remaining codes as an answer.
func (s solver) guess(random *rand.Rand) engine.Action {
	return Solve(s.codes[random.IntN(len(s.codes))])
}

// tallies is the number of possible pairs of counts of equal and high dice.
const tallies = (Columns + 1) * (Columns + 1)

// split counts the codes that would be left after each answer to a placement.
func (s solver) split(cells Line) [tallies]int {
	// What a code adds to the index of the answer, by column and value. The low count follows
	// from the other two.
	var adds [Columns][Faces + 1]int
	for column, value := range cells {
		for face := 1; face < value; face++ {
			adds[column][face] = 1
		}
		if value != 0 {
			adds[column][value] = Columns + 1
		}
	}
	var counts [tallies]int
	for _, code := range s.codes {
		counts[adds[0][code[0]]+adds[1][code[1]]+adds[2][code[2]]+adds[3][code[3]]]++
	}
	return counts
}
