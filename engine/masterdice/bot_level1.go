package masterdice

import (
	"math"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// greedyGlances is the number of placements of a roll that greedy compares, chosen at random. If
// it compared all, it would find the code more reliably than the other levels, though with fewer
// points, and would win more matches than the next level.
const greedyGlances = 8

// greedy rolls and places until it knows the code or has nothing left. Of the placements that it
// compares it takes the one that tells most, at any cost; of equal ones, one with the most dice.
func greedy(s solver, b Board, random *rand.Rand) engine.Action {
	if b.Phase == PhaseRoll {
		return Roll
	}
	all := slices.Collect(placements(b.Rolled))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var best Line
	least := math.Inf(1)
	const (
		more = 1e-6 // value of a die as a tie-breaker
		near = 1e-9 // tolerance for sums of the same terms in another order
	)
	for _, cells := range all[:min(len(all), greedyGlances)] {
		left := -more * float64(cells.Dice())
		for _, codes := range s.split(cells) {
			if codes > 1 {
				left += float64(codes) / float64(len(s.codes)) * math.Log(float64(codes))
			}
		}
		if left < least-near {
			best, least = cells, left
		}
	}
	return Place(best)
}
