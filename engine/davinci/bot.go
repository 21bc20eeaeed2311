package davinci

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// think is the bot. Every level plays like engine.FirstBot so far: it counts,
// for each rack by itself, the ways in which the hidden tiles can be filled
// with what the view leaves possible, takes the likeliest value, and stops
// when the next guess is worse than even.
func think(view View, _ engine.Level, random *rand.Rand) engine.Action {
	own := view.Racks[view.Seat]
	if c := view.Choice; c != nil && c.Chosen == 0 {
		return Place(c.Gaps[random.IntN(len(c.Gaps))])
	}
	switch view.Phase {
	case PhaseSetup:
		if setupDone(view, own) {
			return Ready
		}
		return Deal
	case PhaseDraw:
		return drawMinority(view, own)
	case PhaseShow:
		return showAny(own, random)
	}
	best, chance := likeliest(view, random)
	if view.Phase == PhaseAgain && chance < 0.5 {
		return Stop
	}
	return best
}

// setupDone says whether only ready is left to say: the pool of a game in
// setup always has tiles, so what counts is how many this seat has taken.
func setupDone(view View, own Rack) bool {
	need := 4
	if len(view.Racks) == MaxSeats {
		need = 3
	}
	return own.Taken == need
}

// drawMinority takes the colour that the own rack has less of: a mixed rack
// says less by its colours.
func drawMinority(view View, own Rack) engine.Action {
	var count [2]int
	for _, one := range own.Tiles {
		count[one.Color]++
	}
	switch {
	case view.Pool.White == 0 || (view.Pool.Black > 0 && count[Black] < count[White]):
		return Draw(Black)
	case view.Pool.Black == 0 || count[White] < count[Black]:
		return Draw(White)
	}
	return DrawAny
}

func showAny(own Rack, random *rand.Rand) engine.Action {
	var hidden []int
	for place, one := range own.Tiles {
		if !one.Open {
			hidden = append(hidden, place+1)
		}
	}
	return Show(hidden[random.IntN(len(hidden))])
}

// likeliest is the best guess and its probability. Ties are broken by chance.
func likeliest(view View, random *rand.Rand) (engine.Action, float64) {
	seen := seenTiles(view)
	best, probability, ties := engine.Action(""), -1.0, 0
	for _, r := range view.Racks {
		if r.Seat == view.Seat || r.Out {
			continue
		}
		odds := marginals(r.Tiles, seen, view.Jokers != NoJokers)
		for place, one := range r.Tiles {
			if one.Open {
				continue
			}
			for value := Joker; value <= MaxNumber; value++ {
				p := odds[place][value+1]
				if p > probability {
					probability, ties = p, 0
				}
				if p == probability {
					if ties++; random.IntN(ties) == 0 {
						best = Guess(r.Seat, place+1, value)
					}
				}
			}
		}
	}
	return best, probability
}

// seenTiles are those whose place the view's seat knows, by colour.
func seenTiles(view View) [2]values {
	var seen [2]values
	for _, r := range view.Racks {
		for _, one := range r.Tiles {
			if one.Value != Unknown {
				seen[one.Color] = seen[one.Color].with(one.Value)
			}
		}
		if r.Drawn != nil && r.Drawn.Value != Unknown {
			seen[r.Drawn.Color] = seen[r.Drawn.Color].with(r.Drawn.Value)
		}
	}
	return seen
}

// numbers are the different places in the order of numbers: 0 black, 0 white,
// 1 black …
const numbers = 2 * (int(MaxNumber) + 1)

// odds are probabilities by value: index 0 is the joker, n+1 the number n.
type odds [int(MaxNumber) + 2]float64

// marginals are, for every tile of a rack, the shares of its values among all
// ways to fill the rack. A joker may stand at any hidden tile of its colour;
// each set of joker places is counted by itself.
func marginals(tiles []Tile, seen [2]values, jokers bool) []odds {
	sum := make([]odds, len(tiles))
	total := 0.0
	for _, places := range jokerSets(tiles, seen, jokers) {
		var kept []int
		for i := range tiles {
			if !slices.Contains(places, i) {
				kept = append(kept, i)
			}
		}
		ways := fill(tiles, kept, seen, sum)
		total += ways
		for _, i := range places {
			sum[i][0] += ways
		}
	}
	if total > 0 {
		for i := range sum {
			for v := range sum[i] {
				sum[i][v] /= total
			}
		}
	}
	return sum
}

// jokerSets lists where jokers may stand: open ones stand, each other one at
// any hidden tile of its colour or nowhere in this rack.
func jokerSets(tiles []Tile, seen [2]values, jokers bool) [][]int {
	sets := [][]int{nil}
	for i, one := range tiles {
		if one.Value == Joker {
			sets[0] = append(sets[0], i)
		}
	}
	for color := range seen {
		if !jokers || seen[color].has(Joker) {
			continue
		}
		for _, set := range slices.Clone(sets) {
			for i, one := range tiles {
				if one.Value == Unknown && int(one.Color) == color && !slices.Contains(one.Not, Joker) {
					sets = append(sets, append(slices.Clone(set), i))
				}
			}
		}
	}
	return sets
}

// fill counts the ways to give ascending numbers to the kept tiles, adds for
// every tile how many of them give it each number, and answers the count. It
// walks once forward and once backward over the numbers in their order.
func fill(tiles []Tile, kept []int, seen [2]values, sum []odds) float64 {
	n := len(kept)
	if n == 0 {
		return 1
	}
	// before[i][k] counts the ways for the first i tiles with numbers below k,
	// after[i][k] those for the tiles from i on with numbers from k on.
	before := make([][numbers + 1]float64, n+1)
	after := make([][numbers + 1]float64, n+1)
	for k := range numbers + 1 {
		before[0][k], after[n][k] = 1, 1
	}
	for i := range n {
		for k := range numbers {
			before[i+1][k+1] = before[i+1][k]
			if possible(tiles[kept[i]], k, seen) {
				before[i+1][k+1] += before[i][k]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := numbers - 1; k >= 0; k-- {
			after[i][k] = after[i][k+1]
			if possible(tiles[kept[i]], k, seen) {
				after[i][k] += after[i+1][k+1]
			}
		}
	}
	for i, place := range kept {
		for k := range numbers {
			if possible(tiles[place], k, seen) {
				sum[place][k/2+1] += before[i][k] * after[i+1][k+1]
			}
		}
	}
	return before[n][numbers]
}

// possible says whether a tile can be the k-th number in the order.
func possible(one Tile, k int, seen [2]values) bool {
	value, color := Value(k/2), Color(k%2)
	switch {
	case one.Color != color:
		return false
	case one.Value != Unknown:
		return one.Value == value
	}
	return !seen[color].has(value) && !slices.Contains(one.Not, value)
}
