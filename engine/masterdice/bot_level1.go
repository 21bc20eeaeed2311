package masterdice

import (
	"math"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// greedyGlances is how many placements of a roll greedy looks at, any of all that
// there are. With all of them it would be the surest of the levels to find the code,
// if not the one with the most points, and win more matches than the next.
const greedyGlances = 8

// greedy rolls and places until it knows the code or has nothing left, and always
// places what tells most of what it looks at, whatever it costs: of placements that
// tell as much it takes those with the most dice, and any of these.
func greedy(s solver, b Board, random *rand.Rand) engine.Action {
	if b.Phase == PhaseRoll {
		return Roll
	}
	all := slices.Collect(placements(b.Rolled))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var best Line
	least := math.Inf(1)
	const (
		more = 1e-6 // what a die is worth where nothing else decides
		near = 1e-9 // sums of the same terms in another order
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
