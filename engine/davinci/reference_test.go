package davinci

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// reference is how the stronger level played before there were Worlds: it counts,
// for each rack by itself, the ways in which the hidden tiles can be filled with
// what the view leaves possible, takes the likeliest value, and stops when the next
// guess is too risky.
func reference(thought engine.Thought[View, Event]) engine.Action {
	view, random := thought.View, thought.Random
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
		return refDrawMinority(view, own)
	case PhaseShow:
		return refShowAny(own, random)
	}
	best, chance := refLikeliest(view, refAskedOfUs(view), random)
	if view.Phase == PhaseAgain && chance < 0.3 {
		return Stop
	}
	return best
}

// refAskedOfUs are the tiles that the only opponent has asked for at the own rack,
// wrongly: a player who has a tile does not look for it. Among more players it
// is not known which of them asked.
func refAskedOfUs(view View) [2]values {
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

// refDrawMinority takes the colour that the own rack has less of: a mixed rack
// says less by its colours.
func refDrawMinority(view View, own Rack) engine.Action {
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

func refShowAny(own Rack, random *rand.Rand) engine.Action {
	var hidden []int
	for place, one := range own.Tiles {
		if !one.Open {
			hidden = append(hidden, place+1)
		}
	}
	return Show(hidden[random.IntN(len(hidden))])
}

// refLikeliest is the best guess and its probability, where tiles that were asked
// for belong to no player as far as that can be. Relations are broken by chance.
func refLikeliest(view View, asked [2]values, random *rand.Rand) (engine.Action, float64) {
	seen := refSeenTiles(view)
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
		odds := refMarginals(r.Tiles, without, view.Jokers)
		if len(odds) > 0 && without != seen && refNothing(odds, r.Tiles) {
			odds = refMarginals(r.Tiles, seen, view.Jokers) // it was a bluff
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

// refNothing says that no hidden tile can have any value.
func refNothing(all []odds, tiles []Tile) bool {
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

// refSeenTiles are those that the view's seat knows, wherever they are, by colour.
func refSeenTiles(view View) [2]values {
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

// refMarginals are, for every tile of a rack, the shares of its values among all
// ways to fill the rack. Under strict, ways with a joker in a forbidden place
// count only where there are no others: a number may have been forced there.
func refMarginals(tiles []Tile, seen [2]values, jokers string) []odds {
	strict := jokers == StrictJokers
	sum, total := refCountWays(tiles, seen, jokers != NoJokers, strict)
	if total == 0 && strict {
		sum, total = refCountWays(tiles, seen, true, false)
	}
	for i := range sum {
		for v := range sum[i] {
			sum[i][v] /= max(total, 1e-9)
		}
	}
	return sum
}

// refCountWays adds up the ways to fill a rack, for every set of places where
// jokers may stand. A set is weighed by how likely an owner, for which all gaps
// are alike, put its jokers just there.
func refCountWays(tiles []Tile, seen [2]values, jokers, strict bool) ([]odds, float64) {
	can := make([]numberSet, len(tiles))
	for i, one := range tiles {
		can[i] = refPossible(one, seen)
	}
	sum, total := make([]odds, len(tiles)), 0.0
	for _, set := range refJokerSets(tiles, seen, jokers) {
		weight := 1.0
		for n := range set.hidden {
			weight /= float64(len(tiles) - n)
		}
		ways := refFill(can, set.places, strict, weight, sum)
		for _, i := range set.places {
			sum[i][0] += ways
		}
		total += ways
	}
	return sum, total
}

// refJokerSet is a set of places where jokers stand, open ones and hidden ones.
type refJokerSet struct {
	places []int
	hidden int
}

// refJokerSets lists where jokers may stand: open ones stand, each other one at
// any hidden tile of its colour or nowhere in this rack.
func refJokerSets(tiles []Tile, seen [2]values, jokers bool) []refJokerSet {
	sets := []refJokerSet{{}}
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
					sets = append(sets, refJokerSet{append(slices.Clone(set.places), i), set.hidden + 1})
				}
			}
		}
	}
	return sets
}

// refPossible are the numbers that a tile can be.
func refPossible(one Tile, seen [2]values) numberSet {
	var set numberSet
	for value := range MaxNumber + 1 {
		known := one.Value == value
		free := one.Value == Unknown && !seen[one.Color].has(value) && !slices.Contains(one.Not, value)
		if known || free {
			set |= 1 << idOf(one.Color, value)
		}
	}
	return set
}

// refFill counts the ways to give ascending numbers to all places that have no
// joker. It adds the weighted count by number to sum and answers the whole.
func refFill(can []numberSet, jokers []int, strict bool, weight float64, sum []odds) float64 {
	var kept []int
	for i := range can {
		if !slices.Contains(jokers, i) {
			kept = append(kept, i)
		}
	}
	if len(kept) == 0 {
		return weight
	}
	left, right := refWaysLeft(can, kept, strict), refWaysRight(can, kept, strict)
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

// refWaysLeft counts for the i-th kept tile and the k-th number the ways to fill
// all kept tiles up to this one, which is that number.
func refWaysLeft(can []numberSet, kept []int, strict bool) [][numbers]float64 {
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

// refWaysRight is the same from the other end.
func refWaysRight(can []numberSet, kept []int, strict bool) [][numbers]float64 {
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
