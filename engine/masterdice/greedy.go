package masterdice

import (
	"math"
	"math/rand/v2"

	"parlor/engine"
)

// greedy rolls and places until it knows the code or has nothing left, and always
// places what tells most, whatever it costs: of placements that tell as much it
// takes those with the most dice, and any of these.
func greedy(s solver, b Board, random *rand.Rand) engine.Action {
	if b.Phase == PhaseRoll {
		return Roll
	}
	var best Line
	least, equals := math.Inf(1), 0
	const (
		more = 1e-6 // what a die is worth where nothing else decides
		near = 1e-9 // sums of the same terms in another order
	)
	for cells := range placements(b.Rolled) {
		left := -more * float64(cells.Dice())
		for _, codes := range s.split(cells) {
			if codes > 1 {
				left += float64(codes) / float64(len(s.codes)) * math.Log(float64(codes))
			}
		}
		switch {
		case left < least-near:
			best, least, equals = cells, left, 1
		case left < least+near:
			if equals++; random.IntN(equals) == 0 {
				best = cells
			}
		}
	}
	return Place(best)
}
