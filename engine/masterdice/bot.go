package masterdice

import (
	"math"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// think is the bot. Every level plays like engine.FirstBot so far; a stronger
// one brings another estimate of what is still to be made (see prospect).
func think(thought engine.Thought[View, Event]) engine.Action {
	view, random := thought.View, thought.Random
	i := slices.IndexFunc(view.Boards, func(b Board) bool { return b.Solver == view.Seat })
	b := view.Boards[i]
	s := solver{
		codes: slices.Collect(Consistent(b.Rows)),
		hope:  prospect{bonus: view.BonusDice},
		rows:  MaxRows - b.RowsUsed,
		dice:  b.DiceLeft,
	}
	guess := Solve(s.codes[random.IntN(len(s.codes))])
	switch b.Phase {
	case PhaseRoll:
		if s.now() < s.hope.after(float64(len(s.codes)), s.rows, s.dice) {
			return Roll
		}
	case PhasePlace:
		if cells, value := s.best(b.Rolled, random); s.now() < value {
			return Place(cells)
		}
	}
	return guess
}

// solver is what the bot knows of its board: the codes that still fit, and
// what it has left to find the one.
type solver struct {
	codes []Line
	hope  prospect
	rows  int // empty
	dice  int
}

// now is the expected points of answering at once.
func (s solver) now() float64 {
	return s.hope.worth(s.rows, float64(s.dice)) / float64(len(s.codes))
}

// best is the placement with the highest expected points. It looks one row
// ahead: every answer to it leaves some codes, and these have their prospect.
// Of equal ones it takes those with the fewest dice, and any of these.
func (s solver) best(rolled []int, random *rand.Rand) (Line, float64) {
	var best Line
	var bestValue float64
	equals := 0
	const (
		fewer = 1e-6 // points that a die is worth where nothing else decides
		near  = 1e-9 // sums of the same terms in another order
	)
	known := make(map[[2]int]float64) // prospects by codes and dice left
	for cells := range placements(rolled) {
		dice := s.dice - cells.Dice()
		value := -fewer * float64(cells.Dice())
		for _, codes := range s.split(cells) {
			if codes == 0 {
				continue
			}
			key := [2]int{codes, dice}
			hope, ok := known[key]
			if !ok {
				hope = s.hope.points(float64(codes), s.rows-1, dice)
				known[key] = hope
			}
			value += hope * float64(codes) / float64(len(s.codes))
		}
		switch {
		case value > bestValue+near:
			best, bestValue, equals = cells, value, 1
		case value > bestValue-near:
			if equals++; random.IntN(equals) == 0 {
				best = cells
			}
		}
	}
	return best, bestValue
}

// tallies is how many pairs of an equal and a high count there are.
const tallies = (Columns + 1) * (Columns + 1)

// split counts the codes that each answer to a placement would leave.
func (s solver) split(cells Line) [tallies]int {
	// What a code value adds to the place of the answer, by column; the low
	// count follows from the other two.
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

// prospect estimates the points still to be made with a number of codes left,
// rows and dice. It spreads the dice evenly over a number of further rows, and
// takes the number that promises most.
type prospect struct{ bonus bool }

// worth is what a right answer gives with these rows and dice left.
func (p prospect) worth(rows int, dice float64) float64 {
	points := float64(PointsRight + PointsEmptyRow*rows)
	if p.bonus {
		points += PointsBonusDie * dice
	}
	return points
}

// points includes the choice to answer at once.
func (p prospect) points(codes float64, rows, dice int) float64 {
	now := p.worth(rows, float64(dice)) / codes
	if codes == 1 {
		return now
	}
	return max(now, p.after(codes, rows, dice))
}

// after is with at least one more row.
func (p prospect) after(codes float64, rows, dice int) float64 {
	best := 0.0
	for more := 1; more <= min(rows, dice); more++ {
		each := min(Columns, float64(dice)/float64(more))
		left := 1 + (codes-1)*math.Exp(-cut(each)*float64(more))
		best = max(best, p.worth(rows-more, float64(dice)-each*float64(more))/left)
	}
	return best
}

// cut is how far a row with this many dice, well placed, reduces the codes
// that are left beside the right one, as a natural logarithm. The figures are
// near those of many games; points depend little on them.
func cut(dice float64) float64 {
	const one, two, three, four = 0.95, 1.6, 2.0, 2.2
	at := [...]float64{0, one, two, three, four, four}
	whole := int(dice)
	return at[whole] + (at[whole+1]-at[whole])*(dice-float64(whole))
}
