package masterdice

import (
	"math"
	"math/rand/v2"

	"parlor/engine"
)

// thrifty looks one row ahead and weighs the information of a placement against the dice that it
// costs.
func thrifty(s solver, b Board, random *rand.Rand) engine.Action {
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
	return s.guess(random)
}

// now returns the expected points of solving at once.
func (s solver) now() float64 {
	return s.hope.worth(s.rows, float64(s.dice)) / float64(len(s.codes))
}

// best returns the placement with the highest expected points. It looks one row ahead: it
// averages the expected points of the codes that each answer leaves. Of equal placements it takes
// a random one with the fewest dice.
func (s solver) best(rolled []int, random *rand.Rand) (Line, float64) {
	var best Line
	var bestValue float64
	equals := 0
	const (
		fewer = 1e-6 // points of a die as a tie-breaker
		near  = 1e-9 // tolerance for sums of the same terms in another order
	)
	known := make(map[[2]int]float64) // expected points by numbers of codes and dice left
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

// An estimate returns the expected points for a number of codes left, rows and dice. It spreads
// the dice evenly over a number of further rows and chooses the best number.
type estimate struct{ bonus bool }

// worth returns the points of a right answer with these rows and dice left.
func (e estimate) worth(rows int, dice float64) float64 {
	points := float64(PointsRight + PointsEmptyRow*rows)
	if e.bonus {
		points += PointsBonusDie * dice
	}
	return points
}

// points returns the expected points; solving at once is one of the choices.
func (e estimate) points(codes float64, rows, dice int) float64 {
	now := e.worth(rows, float64(dice)) / codes
	if codes == 1 {
		return now
	}
	return max(now, e.after(codes, rows, dice))
}

// after returns the expected points with at least one more row.
func (e estimate) after(codes float64, rows, dice int) float64 {
	best := 0.0
	for more := 1; more <= min(rows, dice); more++ {
		each := min(Columns, float64(dice)/float64(more))
		left := 1 + (codes-1)*math.Exp(-cut(each)*float64(more))
		best = max(best, e.worth(rows-more, float64(dice)-each*float64(more))/left)
	}
	return best
}

// cut returns by how much a well-placed row with this many dice reduces the number of codes other
// than the right one, as a natural logarithm. The constants approximate many played games; the
// points depend little on them.
func cut(dice float64) float64 {
	const one, two, three, four = 0.95, 1.6, 2.0, 2.2
	at := [...]float64{0, one, two, three, four, four}
	whole := int(dice)
	return at[whole] + (at[whole+1]-at[whole])*(dice-float64(whole))
}
