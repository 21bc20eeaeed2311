package davinci

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// Worlds has exactly the possible values of the hidden tiles, in all racks and in another
// player's hand. A view reveals the colours and order of a rack, the tiles that are visible
// elsewhere, wrong guesses, and, unless the option memory has cut its log, the order in which the
// tiles of a rack were added and which of them were added by time-outs. Every tile is in one
// place only.
//
// All deals are equally likely. A joker is taken to be equally likely at all places of its rack,
// however many of them are ruled out. Under memory no view reveals how a rack grew; with strict
// jokers, Worlds may then include a few worlds that cannot have arisen.
//
// The worlds are counted row by row, and not listed as by package worlds: after the deal there
// are 330 worlds with two seats, 22,000 with three, and 987,000 with four, or 6.7 million with
// free jokers. Listing them takes 0.3 ms, 40 to 90 ms, and 1.8 s or more; counting takes 5 to 30
// µs.
type Worlds struct {
	view        View
	constraints *constraints
	cases       []jokerCase // possible places of the jokers
	odds        []odds      // by spot
	count       float64
	total       float64 // sum of the weights of all worlds
}

// NewWorlds returns nil in the setup, when the tiles of other seats have no places yet, and for a
// view that no game shows.
func NewWorlds(view View) *Worlds {
	if view.Phase == PhaseSetup || !plausible(view) {
		return nil
	}
	w := solve(allConstraints(view))
	w.view = view
	if w.count == 0 {
		return nil
	}
	return w
}

// plausible reports whether a view has no more seats, tiles and secrets than a game can have.
func plausible(view View) bool {
	var seen [2]values
	hidden, hands := 0, 0
	for seat, r := range view.Racks {
		all := r.Tiles
		if r.Drawn != nil {
			all = append(slices.Clip(all), *r.Drawn)
			hands++
		}
		for _, one := range all {
			switch {
			case slices.Contains(one.Not, Unknown):
				return false
			case one.Value == Unknown:
				hidden++
			case seen[one.Color].has(one.Value):
				return false // one tile in two places
			default:
				seen[one.Color] = seen[one.Color].with(one.Value)
			}
		}
		if r.Seat != engine.Seat(seat) || len(all) > numbers {
			return false
		}
	}
	return len(view.Racks) <= MaxSeats && hands <= 1 && hidden <= mostSpots
}

// worlds adapts NewWorlds to [engine.Rules]: it returns a nil interface instead of a nil *Worlds.
func worlds(view View) engine.Worlds {
	if w := NewWorlds(view); w != nil {
		return w
	}
	return nil
}

// solve adds up the ways for all possible places of the jokers.
func solve(p *constraints) *Worlds {
	w := &Worlds{constraints: p, odds: make([]odds, len(p.spots))}
	var room [usualWays]float64
	s, all := newCounter(p), ways(room[:])
	for _, jokers := range jokerCases(p) {
		var can bool
		if all, can = s.count(jokers, all); !can || jokers.weight == 0 {
			continue
		}
		jokers.ways = all[0]
		w.cases = append(w.cases, jokers)
		w.count += jokers.ways
		w.total += jokers.ways * jokers.weight
		s.addOdds(all, w.odds, jokers.weight)
		for _, at := range jokers.at {
			if at.row != none && p.rows[at.row].pieces[at.place].spot != none {
				w.odds[p.rows[at.row].pieces[at.place].spot][0] += jokers.ways * jokers.weight
			}
		}
	}
	for i := range w.odds {
		for v := range w.odds[i] {
			if w.total > 0 {
				w.odds[i][v] /= w.total
			}
		}
	}
	return w
}

// usualWays is the size of a buffer on the stack that is large enough for nearly all counters.
const usualWays = 2400

// A jokerCase has a place for every hidden joker.
type jokerCase struct {
	at     [2]jokerPlace // by colour
	weight float64       // weight of each way to fill the rows in this case
	ways   float64       // number of ways
}

// A jokerPlace is a piece of a row. row is none for a joker in the pool and for a visible one.
type jokerPlace struct{ row, place int }

// jokerCases returns all possible places of the jokers.
func jokerCases(p *constraints) []jokerCase {
	cases := []jokerCase{{at: [2]jokerPlace{{row: none}, {row: none}}}}
	for color := range p.joker {
		if !p.joker[color] {
			continue
		}
		for _, before := range slices.Clone(cases) {
			for i := range p.rows {
				for place, one := range p.rows[i].pieces {
					if int(one.color) == color && one.mayBeJoker() {
						before.at[color] = jokerPlace{i, place}
						cases = append(cases, before)
					}
				}
			}
		}
	}
	for i := range cases {
		cases[i].weight = cases[i].weigh(p)
	}
	return cases
}

// weigh returns the weight of a case: a joker is equally likely at all places of its rack.
func (c jokerCase) weigh(p *constraints) float64 {
	weight := 1.0
	for color, at := range c.at {
		if at.row == none {
			continue
		}
		weight *= p.weight(p.rows[at.row].pieces[at.place].spot, Joker)
		if p.rows[at.row].hand {
			continue
		}
		places := len(p.rows[at.row].pieces)
		if color == int(White) && c.at[Black].row == at.row {
			places-- // the other joker is in one of them
		}
		weight /= float64(places)
	}
	return weight
}

// in returns the places of all jokers in a row, as bits, including visible ones.
func (c jokerCase) in(p *constraints, row int) uint32 {
	set := p.rows[row].jokers
	for _, at := range c.at {
		if at.row == row {
			set |= 1 << at.place
		}
	}
	return set
}

// Count implements engine.Worlds.
func (w *Worlds) Count() float64 { return w.count }

// Hidden implements engine.Worlds. The spots are ordered by rack and from left to right; the tile
// in the owner's hand comes after its rack.
func (w *Worlds) Hidden() []engine.Spot { return slices.Clone(w.constraints.spots) }

// At returns the probability of each value of a hidden tile, or nil if there is none. The joker
// has index 0, and number n has index n+1.
func (w *Worlds) At(spot engine.Spot) []float64 {
	if i := slices.Index(w.constraints.spots, spot); i >= 0 {
		return slices.Clone(w.odds[i][:])
	}
	return nil
}

// odds are the probabilities of a tile by value: index 0 is the joker, and n+1 the number n.
type odds [int(MaxNumber) + 2]float64

// at returns the odds of a spot, or zeros if it has none.
func (w *Worlds) at(spot engine.Spot) odds {
	if i := slices.Index(w.constraints.spots, spot); i >= 0 {
		return w.odds[i]
	}
	return odds{}
}

// Odds implements engine.Worlds.
func (w *Worlds) Odds(spot engine.Spot) []engine.Odds {
	var list []engine.Odds
	for i, chance := range w.At(spot) {
		if chance > 0 {
			list = append(list, engine.Odds{Value: Value(i - 1).String(), Chance: chance})
		}
	}
	if one, ok := tileAt(w.view, spot); list == nil && ok {
		return []engine.Odds{{Value: one.Value.String(), Chance: 1}}
	}
	return list
}

// tileAt returns a tile of a view.
func tileAt(view View, spot engine.Spot) (Tile, bool) {
	if spot.Seat < 0 || int(spot.Seat) >= len(view.Racks) {
		return Tile{}, false
	}
	r := view.Racks[spot.Seat]
	switch {
	case spot.Place == 0 && r.Drawn != nil:
		return *r.Drawn, true
	case spot.Place > 0 && spot.Place <= len(r.Tiles):
		return r.Tiles[spot.Place-1], true
	}
	return Tile{}, false
}

// Chance implements engine.Worlds. The claim of a guess is the value of a hidden tile of another
// seat.
func (w *Worlds) Chance(action engine.Action) (float64, bool) {
	spot, value, ok := w.claim(action)
	if !ok {
		return 0, false
	}
	return w.at(spot)[value+1], true
}

func (w *Worlds) claim(action engine.Action) (engine.Spot, Value, bool) {
	spot, value, ok := readGuess(action)
	return spot, value, ok && w.view.Seat != engine.Watcher && slices.Contains(w.constraints.spots, spot)
}

// claims returns the claims of a guess: one tile.
func claims(move engine.Move) []engine.Claim {
	spot, value, ok := readGuess(move.Action)
	if !ok || spot.Seat == move.Seat {
		return nil
	}
	return []engine.Claim{{Spot: spot, Value: value.String()}}
}

// Best implements engine.Worlds.
func (w *Worlds) Best() (engine.Action, float64) {
	var best engine.Action
	highest := 0.0
	if w.view.Seat == engine.Watcher {
		return best, highest
	}
	for i, spot := range w.constraints.spots {
		for v, chance := range w.odds[i] {
			if spot.Place > 0 && chance > highest {
				best, highest = Guess(spot.Seat, spot.Place, Value(v-1)), chance
			}
		}
	}
	return best, highest
}

// Draw returns a random world with its probability: a value for each hidden tile, in the order of
// Hidden.
func (w *Worlds) Draw(random *rand.Rand) []Value { return w.Draws(random, 1)[0] }

// Draws returns n independent random worlds. It costs little more than Draw.
func (w *Worlds) Draws(random *rand.Rand, n int) [][]Value {
	chosen := make([]int, n) // indexes in cases, by world
	for i := range chosen {
		left := random.Float64() * w.total
		for c, one := range w.cases {
			chosen[i] = c
			if left -= one.ways * one.weight; left < 0 {
				break
			}
		}
	}
	worlds := make([][]Value, n)
	var room [usualWays]float64
	s, all := newCounter(w.constraints), ways(room[:])
	for c, one := range w.cases {
		counted := false
		for i := range worlds {
			if chosen[i] != c {
				continue
			}
			if !counted {
				all, counted = s.count(one, all)
			}
			worlds[i] = make([]Value, len(w.constraints.spots))
			one.place(w.constraints, worlds[i])
			s.draw(all, random, worlds[i])
		}
	}
	return worlds
}

// place sets the jokers of a world.
func (c jokerCase) place(p *constraints, world []Value) {
	for _, at := range c.at {
		if at.row != none {
			world[p.rows[at.row].pieces[at.place].spot] = Joker
		}
	}
}

// Sample implements engine.Worlds.
func (w *Worlds) Sample(random *rand.Rand) engine.World {
	drawn := w.Draw(random)
	world := make(engine.World, len(drawn))
	for i, value := range drawn {
		world[i] = value.String()
	}
	return world
}

// Weigh implements engine.Worlds.
func (w *Worlds) Weigh(world engine.World) float64 {
	if len(world) != len(w.constraints.spots) {
		return 0
	}
	values := make([]Value, len(world))
	for i, text := range world {
		if values[i].UnmarshalText([]byte(text)) != nil || values[i] == Unknown {
			return 0
		}
	}
	chosen, ok := w.caseOf(values)
	if !ok {
		return 0
	}
	s := newCounter(w.constraints)
	all, can := s.count(chosen, nil)
	if !can {
		return 0
	}
	return s.follow(all, values) * chosen.weight / w.total
}

// caseOf returns the places of the jokers in a world.
func (w *Worlds) caseOf(world []Value) (jokerCase, bool) {
	at := [2]jokerPlace{{row: none}, {row: none}}
	for i := range w.constraints.rows {
		for place, one := range w.constraints.rows[i].pieces {
			if one.spot == none || world[one.spot] != Joker {
				continue
			}
			if at[one.color].row != none {
				return jokerCase{}, false // there is only one joker of each colour
			}
			at[one.color] = jokerPlace{i, place}
		}
	}
	for _, one := range w.cases {
		if one.at == at {
			return one, true
		}
	}
	return jokerCase{}, false
}

// Why implements engine.Worlds.
func (w *Worlds) Why(action engine.Action) []engine.Fact {
	spot, value, ok := w.claim(action)
	if !ok {
		return nil
	}
	now := w.at(spot)
	still := func(left odds) bool { return support(left) == support(now) }
	if now[value+1] == 0 {
		still = func(left odds) bool { return left[value+1] == 0 }
	}
	var facts []engine.Fact
	for _, fact := range reason(w.view, spot, still) {
		facts = append(facts, fact)
	}
	return facts
}

// support returns the values with a probability above 0.
func support(all odds) values {
	var set values
	for v, chance := range all {
		if chance > 0 {
			set = set.with(Value(v - 1))
		}
	}
	return set
}
