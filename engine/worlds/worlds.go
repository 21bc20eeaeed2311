// Package worlds implements [engine.Worlds] for games whose hidden values can be listed. A game
// lists the possible worlds and the facts that hold in them; knowledge, hints, the analysis of
// matches and bots follow from that.
//
// A list of 50,000 worlds takes milliseconds. A game with more worlds finds the remaining ones
// itself and sets Part.Left.
package worlds

import (
	"iter"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// A Part is a hidden value that is independent of the other parts, such as one secret code. W is
// one of its possible values, which are all equally likely.
type Part[W any] struct {
	Spots []engine.Spot            // spots of its values
	At    func(world W, i int) int // index in Names of the value at Spots[i]
	Names []string                 // names of the values, in the game's order

	Known bool        // the view reveals the part, which has one world
	All   iter.Seq[W] // all worlds if nothing is known
	Facts []Fact[W]   // what is known
	Left  []W         // the worlds in which all facts hold; if nil, they are searched in All

	// Few reports whether at most most worlds satisfy the facts. If nil, the worlds of All are
	// counted.
	Few func(facts []Fact[W], most int) bool
	// World returns the world with the given values at all spots, and false if All does not have
	// it. If nil, the worlds of All are searched.
	World func(values []int) (W, bool)

	// Claim returns the claim that a world is the true one, if the view's seat can make it. If
	// nil, it cannot.
	Claim func(W) engine.Action
	// Best chooses one of several equally likely worlds to claim. If nil, the first is chosen.
	Best func(left []W) W
}

// A Fact is something that a view reveals about a part.
type Fact[W any] struct {
	engine.Fact
	Holds func(W) bool
}

// Worlds implements engine.Worlds.
type Worlds[W any] struct {
	parts  []Part[W]
	claims func(engine.Action) []engine.Claim
}

// Of adapts a constructor to Rules.Worlds: a nil *Worlds becomes a nil interface.
func Of[V, W any](of func(V) *Worlds[W]) func(V) engine.Worlds {
	return func(view V) engine.Worlds {
		if w := of(view); w != nil {
			return w
		}
		return nil
	}
}

// From returns the worlds of some parts. claims returns what an action of the view's seat claims.
// From returns nil if a part has no world left, which no view of a game causes.
func From[W any](claims func(engine.Action) []engine.Claim, parts ...Part[W]) *Worlds[W] {
	for i := range parts {
		one := &parts[i]
		if one.Left == nil {
			for world := range one.All {
				if holds(one.Facts, world) {
					one.Left = append(one.Left, world)
				}
			}
		}
		if len(one.Left) == 0 {
			return nil
		}
	}
	return &Worlds[W]{parts, claims}
}

func holds[W any](facts []Fact[W], world W) bool {
	for _, fact := range facts {
		if !fact.Holds(world) {
			return false
		}
	}
	return true
}

// Left returns the remaining worlds of the first part with a spot of a seat, in the order of All,
// or nil if the seat has none. The result must not be changed.
func (w *Worlds[W]) Left(owner engine.Seat) []W {
	for _, one := range w.parts {
		if slices.ContainsFunc(one.Spots, func(spot engine.Spot) bool { return spot.Seat == owner }) {
			return one.Left
		}
	}
	return nil
}

// Count implements engine.Worlds.
func (w *Worlds[W]) Count() float64 {
	count := 1.0
	for _, one := range w.parts {
		count *= float64(len(one.Left))
	}
	return count
}

// Hidden implements engine.Worlds.
func (w *Worlds[W]) Hidden() []engine.Spot {
	var spots []engine.Spot
	for _, one := range w.parts {
		if !one.Known {
			spots = append(spots, one.Spots...)
		}
	}
	return spots
}

// Odds implements engine.Worlds.
func (w *Worlds[W]) Odds(spot engine.Spot) []engine.Odds {
	for _, one := range w.parts {
		i := slices.Index(one.Spots, spot)
		if i < 0 {
			continue
		}
		count := make([]int, len(one.Names))
		for _, world := range one.Left {
			count[one.At(world, i)]++
		}
		var list []engine.Odds
		for value, n := range count {
			if n > 0 {
				list = append(list, engine.Odds{Value: one.Names[value], Chance: float64(n) / float64(len(one.Left))})
			}
		}
		return list
	}
	return nil
}

// Sample implements engine.Worlds.
func (w *Worlds[W]) Sample(random *rand.Rand) engine.World {
	world := engine.World{}
	for _, one := range w.parts {
		if one.Known {
			continue
		}
		drawn := one.Left[random.IntN(len(one.Left))]
		for i := range one.Spots {
			world = append(world, one.Names[one.At(drawn, i)])
		}
	}
	return world
}

// Weigh implements engine.Worlds.
func (w *Worlds[W]) Weigh(world engine.World) float64 {
	for _, one := range w.parts {
		if one.Known {
			continue
		}
		if len(world) < len(one.Spots) || one.count(one.values(world[:len(one.Spots)])) == 0 {
			return 0
		}
		world = world[len(one.Spots):]
	}
	if len(world) > 0 {
		return 0
	}
	return 1 / w.Count()
}

// anything matches every value.
const anything = -1

// values returns the numbers of names. A name that is not possible gets a number of no value.
func (p Part[W]) values(names []string) []int {
	values := make([]int, len(names))
	for i, name := range names {
		if values[i] = slices.Index(p.Names, name); values[i] < 0 {
			values[i] = len(p.Names)
		}
	}
	return values
}

// has reports whether a world has the given values.
func (p Part[W]) has(world W, values []int) bool {
	for i, value := range values {
		if value != anything && p.At(world, i) != value {
			return false
		}
	}
	return true
}

// world returns the world with the given values, if the part can find it.
func (p Part[W]) world(values []int) (world W, is, found bool) {
	switch {
	case p.World == nil || len(values) < len(p.Spots) || slices.Contains(values, anything):
		return world, false, false
	case slices.Contains(values, len(p.Names)):
		return world, false, true
	}
	world, is = p.World(values)
	return world, is, true
}

// count returns the number of remaining worlds with the given values.
func (p Part[W]) count(values []int) (n int) {
	if world, is, found := p.world(values); found {
		if is && holds(p.Facts, world) {
			return 1
		}
		return 0
	}
	for _, world := range p.Left {
		if p.has(world, values) {
			n++
		}
	}
	return n
}

// claimed returns the values that an action claims, by part; nil for a part without claims. It
// reports false if the action claims nothing hidden.
func (w *Worlds[W]) claimed(action engine.Action) (values [][]int, claims bool) {
	values = make([][]int, len(w.parts))
	for _, claim := range w.claims(action) {
		i := slices.IndexFunc(w.parts, func(one Part[W]) bool { return !one.Known && slices.Contains(one.Spots, claim.Spot) })
		if i < 0 {
			return nil, false
		}
		if values[i] == nil {
			values[i] = slices.Repeat([]int{anything}, len(w.parts[i].Spots))
		}
		values[i][slices.Index(w.parts[i].Spots, claim.Spot)] = w.parts[i].values([]string{claim.Value})[0]
		claims = true
	}
	return values, claims
}

// Chance implements engine.Worlds.
func (w *Worlds[W]) Chance(action engine.Action) (float64, bool) {
	values, claims := w.claimed(action)
	if !claims {
		return 0, false
	}
	chance := 1.0
	for i, one := range w.parts {
		if values[i] != nil {
			chance *= float64(one.count(values[i])) / float64(len(one.Left))
		}
	}
	return chance, true
}

// Best implements engine.Worlds. The worlds of a part are equally likely, so it chooses the part
// with the fewest remaining worlds.
func (w *Worlds[W]) Best() (engine.Action, float64) {
	var best *Part[W]
	for i := range w.parts {
		if one := &w.parts[i]; !one.Known && one.Claim != nil && (best == nil || len(one.Left) < len(best.Left)) {
			best = one
		}
	}
	if best == nil {
		return "", 0
	}
	world := best.Left[0]
	if best.Best != nil {
		world = best.Best(best.Left)
	}
	return best.Claim(world), 1 / float64(len(best.Left))
}

// Why implements engine.Worlds. It returns the facts that exclude the claim, or those from which
// the remaining worlds follow.
func (w *Worlds[W]) Why(action engine.Action) []engine.Fact {
	values, _ := w.claimed(action)
	var why []engine.Fact
	for i := range values {
		if values[i] == nil {
			continue
		}
		for _, fact := range w.parts[i].why(values[i]) {
			why = append(why, fact.Fact)
		}
	}
	return why
}

func (p Part[W]) why(values []int) []Fact[W] {
	enough := func(fewer []Fact[W]) bool { return p.few(fewer, len(p.Left)) }
	if p.count(values) == 0 {
		claimed, is, found := p.world(values)
		enough = func(fewer []Fact[W]) bool {
			if found {
				return !is || !holds(fewer, claimed)
			}
			for world := range p.All {
				if p.has(world, values) && holds(fewer, world) {
					return false
				}
			}
			return true
		}
	}
	return engine.Irreducible(p.Facts, enough)
}

func (p Part[W]) few(facts []Fact[W], most int) bool {
	if p.Few != nil {
		return p.Few(facts, most)
	}
	for world := range p.All {
		if holds(facts, world) {
			if most--; most < 0 {
				return false
			}
		}
	}
	return true
}
