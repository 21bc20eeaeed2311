package davinci

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// Strong is the second level: it goes on with a guess that is worse than even,
// and takes it that who asks for a number does not have it.
const Strong engine.Level = 2

// The chance of being right from which a level guesses again.
const (
	goOnUsual  = 0.5
	goOnStrong = 0.3
)

// think is the bot. It counts, for each rack by itself, the ways in which the
// hidden tiles can be filled with what the view leaves possible, takes the
// likeliest value, and stops when the next guess is too risky.
func think(thought engine.Thought[View, Event]) engine.Action {
	view, level, random := thought.View, thought.Level, thought.Random
	own := view.Racks[view.Seat]
	if c := view.Choice; c != nil && c.Chosen == 0 {
		return Place(c.Gaps[random.IntN(len(c.Gaps))])
	}
	switch view.Phase {
	case PhaseSetup:
		if own.Taken == setupTiles(len(view.Racks)) {
			return Ready
		}
		return Deal
	case PhaseDraw:
		return drawMinority(view, own)
	case PhaseShow:
		return showAny(own, random)
	}
	goOn, asked := goOnUsual, [2]values{}
	if level >= Strong {
		goOn, asked = goOnStrong, askedOfUs(view)
	}
	best, chance := likeliest(view, asked, random)
	if view.Phase == PhaseAgain && chance < goOn {
		return Stop
	}
	return best
}

// askedOfUs are the tiles that the only opponent has asked for at the own rack,
// wrongly: somebody who has a tile does not look for it. Among more players it
// is not known who asked.
func askedOfUs(view View) [2]values {
	var asked [2]values
	if len(view.Racks) != 2 {
		return asked
	}
	for _, one := range view.Racks[view.Seat].Tiles {
		for _, value := range one.Not {
			asked[one.Color] = asked[one.Color].with(value)
		}
	}
	return asked
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

// likeliest is the best guess and its probability, where tiles that were asked
// for are nobody's as far as that can be. Ties are broken by chance.
func likeliest(view View, asked [2]values, random *rand.Rand) (engine.Action, float64) {
	seen := seenTiles(view)
	without := seen
	for color := range without {
		without[color] |= asked[color]
	}
	lowest := Value(0)
	if view.Jokers != NoJokers {
		lowest = Joker
	}
	best, probability, ties := engine.Action(""), -1.0, 0
	for _, r := range view.Racks {
		if r.Seat == view.Seat || r.Out {
			continue
		}
		odds := marginals(r.Tiles, without, view.Jokers)
		if len(odds) > 0 && without != seen && nothing(odds, r.Tiles) {
			odds = marginals(r.Tiles, seen, view.Jokers) // it was a bluff
		}
		for place, one := range r.Tiles {
			for value := lowest; value <= MaxNumber && !one.Open; value++ {
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

// nothing says that no hidden tile can have any value.
func nothing(all []odds, tiles []Tile) bool {
	for i, one := range all {
		if tiles[i].Value != Unknown {
			continue
		}
		for _, p := range one {
			if p > 0 {
				return false
			}
		}
	}
	return true
}

// seenTiles are those that the view's seat knows, wherever they are, by colour.
func seenTiles(view View) [2]values {
	var seen [2]values
	for _, r := range view.Racks {
		tiles := r.Tiles
		if r.Drawn != nil {
			tiles = append(slices.Clip(tiles), *r.Drawn)
		}
		for _, one := range tiles {
			if one.Value != Unknown {
				seen[one.Color] = seen[one.Color].with(one.Value)
			}
		}
	}
	return seen
}

// odds are probabilities by value: index 0 is the joker, n+1 the number n.
type odds [int(MaxNumber) + 2]float64

// marginals are, for every tile of a rack, the shares of its values among all
// ways to fill the rack. Under strict, ways with a joker in a forbidden place
// count only where there are no others: a number may have been forced there.
func marginals(tiles []Tile, seen [2]values, jokers string) []odds {
	strict := jokers == StrictJokers
	sum, total := countWays(tiles, seen, jokers != NoJokers, strict)
	if total == 0 && strict {
		sum, total = countWays(tiles, seen, true, false)
	}
	for i := range sum {
		for v := range sum[i] {
			sum[i][v] /= max(total, 1e-9)
		}
	}
	return sum
}

// countWays adds up the ways to fill a rack, for every set of places where
// jokers may stand. A set is weighed by how likely an owner, to whom all gaps
// are alike, put its jokers just there.
func countWays(tiles []Tile, seen [2]values, jokers, strict bool) ([]odds, float64) {
	can := make([]numberSet, len(tiles))
	for i, one := range tiles {
		can[i] = possible(one, seen)
	}
	sum, total := make([]odds, len(tiles)), 0.0
	for _, set := range jokerSets(tiles, seen, jokers) {
		weight := 1.0
		for n := range set.hidden {
			weight /= float64(len(tiles) - n)
		}
		ways := fill(can, set.places, strict, weight, sum)
		for _, i := range set.places {
			sum[i][0] += ways
		}
		total += ways
	}
	return sum, total
}

// jokerSet is a set of places where jokers stand, open ones and hidden ones.
type jokerSet struct {
	places []int
	hidden int
}

// jokerSets lists where jokers may stand: open ones stand, each other one at
// any hidden tile of its colour or nowhere in this rack.
func jokerSets(tiles []Tile, seen [2]values, jokers bool) []jokerSet {
	sets := []jokerSet{{}}
	for i, one := range tiles {
		if one.Value == Joker {
			sets[0].places = append(sets[0].places, i)
		}
	}
	for color := range seen {
		if !jokers || seen[color].has(Joker) {
			continue
		}
		for _, set := range slices.Clone(sets) {
			for i, one := range tiles {
				if one.Value == Unknown && int(one.Color) == color && !slices.Contains(one.Not, Joker) {
					sets = append(sets, jokerSet{append(slices.Clone(set.places), i), set.hidden + 1})
				}
			}
		}
	}
	return sets
}

// possible are the numbers that a tile can be.
func possible(one Tile, seen [2]values) numberSet {
	var set numberSet
	for value := range MaxNumber + 1 {
		known := one.Value == value
		free := one.Value == Unknown && !seen[one.Color].has(value) && !slices.Contains(one.Not, value)
		if known || free {
			set |= 1 << tile{color: one.Color, value: value}.order()
		}
	}
	return set
}

// fill counts the ways to give ascending numbers to all places that have no
// joker. It adds the weighted count by number to sum and answers the whole.
func fill(can []numberSet, jokers []int, strict bool, weight float64, sum []odds) float64 {
	var kept []int
	for i := range can {
		if !slices.Contains(jokers, i) {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return weight
	}
	left, right := waysLeft(can, kept, strict), waysRight(can, kept, strict)
	total := 0.0
	for i, place := range kept {
		total = 0
		for k := range numbers {
			ways := weight * left[i][k] * right[i][k]
			sum[place][k/2+1] += ways
			total += ways
		}
	}
	return total
}

// waysLeft counts for the i-th kept tile and the k-th number the ways to fill
// all kept tiles up to this one, which is that number.
func waysLeft(can []numberSet, kept []int, strict bool) [][numbers]float64 {
	ways := make([][numbers]float64, len(kept))
	for i, place := range kept {
		barred := strict && i > 0 && kept[i-1] < place-1
		lower := 0.0
		if i == 0 {
			lower = 1
		}
		for k := range numbers {
			if can[place]&(1<<k) != 0 {
				ways[i][k] = lower
				if barred && k > 1 {
					ways[i][k] -= ways[i-1][k-2]
				}
			}
			if i > 0 {
				lower += ways[i-1][k]
			}
		}
	}
	return ways
}

// waysRight is the same from the other end.
func waysRight(can []numberSet, kept []int, strict bool) [][numbers]float64 {
	ways := make([][numbers]float64, len(kept))
	last := len(kept) - 1
	for i, place := range slices.Backward(kept) {
		barred := strict && i < last && kept[i+1] > place+1
		higher := 0.0
		if i == last {
			higher = 1
		}
		for k := numbers - 1; k >= 0; k-- {
			if can[place]&(1<<k) != 0 {
				ways[i][k] = higher
				if barred && k+2 < numbers {
					ways[i][k] -= ways[i+1][k+2]
				}
			}
			if i < last {
				higher += ways[i+1][k]
			}
		}
	}
	return ways
}
