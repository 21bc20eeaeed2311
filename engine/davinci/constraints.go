package davinci

import (
	"slices"

	"parlor/engine"
)

// numbers is the number of different values in order: 0 black, 0 white, 1 black … Consecutive
// numbers of one colour are two apart.
const numbers = 2 * (int(MaxNumber) + 1)

// numberSet has bit k set for the k-th number in order.
type numberSet uint32

// allNumbers returns the numbers of a colour.
func allNumbers(color Color) numberSet { return 0x555555 << color }

func (s numberSet) has(number int) bool { return s>>number&1 != 0 }

// constraints holds what a view, or some of its facts, imply about hidden tiles: the rows that
// contain them, and the remaining tiles.
type constraints struct {
	spots   []engine.Spot // the hidden tiles
	colors  []Color       // by spot
	rows    []hiddenRow
	free    numberSet // not visible anywhere
	joker   [2]bool   // by colour: the joker is in play and not visible
	rule    string    // value of the option jokers
	weights []odds    // by spot and value: relative weight of worlds with that value; nil if all are equal
}

// weight returns the relative weight of worlds with a value at a spot.
func (p *constraints) weight(spot int, value Value) float64 {
	if p.weights == nil || spot == none {
		return 1
	}
	return p.weights[spot][value+1]
}

// hiddenRow is a rack that contains hidden tiles, or a single hidden tile in a hand.
type hiddenRow struct {
	seat     engine.Seat
	hand     bool
	pieces   []piece
	jokers   uint32    // the known ones, as bits by position
	arrivals []arrival // tiles added after the setup, in order
	told     bool      // arrivals is complete
	grown    bool      // tiles were added after the setup
}

// piece is a tile in a row.
type piece struct {
	spot  int // index of the spot; none if it is not asked for
	color Color
	value Value     // or Unknown
	not   values    // wrong guesses
	can   numberSet // the numbers that are possible
}

// mostSpots is the maximum number of hidden tiles: the others' tiles after the setup and the drawn
// one, because each tile kept hidden costs another one that was guessed.
const mostSpots = 4*3 + 1

// none stands for no spot, row or number.
const none = -1

// arrival is a tile that was added to a row. Its position, from 0, is that in the current row.
type arrival struct {
	place int
	clock bool // drawn by the clock, and therefore in the leftmost legal gap
}

// mayBeJoker reports whether a piece can be the joker of its colour.
func (p piece) mayBeJoker() bool { return p.value == Unknown && !p.not.has(Joker) }

// allConstraints returns the constraints of everything in a view.
func allConstraints(view View) *constraints {
	return makeConstraints(view, func(Fact) bool { return true })
}

// newConstraints returns the constraints of some facts of a view and of the colours of all tiles.
// The rack of the target is always one of its rows.
func newConstraints(view View, facts []Fact, target engine.Seat) *constraints {
	return makeConstraints(view, func(f Fact) bool {
		return f.Kind == FactRack && f.Seat == target || slices.Contains(facts, f)
	})
}

func makeConstraints(view View, holds func(Fact) bool) *constraints {
	p := &constraints{free: allNumbers(Black) | allNumbers(White), rule: view.Jokers}
	p.spots, p.colors = make([]engine.Spot, 0, mostSpots), make([]Color, 0, mostSpots)
	p.rows = make([]hiddenRow, 0, MaxSeats+1)
	p.joker = [2]bool{view.Jokers != NoJokers, view.Jokers != NoJokers}
	for _, r := range view.Racks {
		p.addRack(view, r, holds)
	}
	for i := range p.rows {
		p.rows[i].bound(p.free)
	}
	return p
}

// addRack adds the hidden tiles of a rack, and removes the visible ones from the remaining tiles.
func (p *constraints) addRack(view View, r Rack, holds func(Fact) bool) {
	row := hiddenRow{seat: r.Seat, pieces: make([]piece, 0, len(r.Tiles))}
	for place, one := range r.Tiles {
		next := piece{spot: none, color: one.Color, value: Unknown}
		if one.Value == Unknown {
			next.spot = len(p.spots)
			p.hide(engine.Spot{Seat: r.Seat, Place: place + 1}, one.Color)
			for _, value := range ruledOut(view, r, place) {
				if holds(Fact{Kind: FactWrong, Seat: r.Seat, Place: place + 1, Value: value}) {
					next.not = next.not.with(value)
				}
			}
		} else if holds(knownTile(r.Seat, place+1, one)) {
			next.value = one.Value
			p.see(one)
			if one.Value == Joker {
				row.jokers |= 1 << place
			}
		}
		row.pieces = append(row.pieces, next)
	}
	if hides(r) && holds(Fact{Kind: FactRack, Seat: r.Seat}) {
		if p.rule != NoJokers {
			row.arrivals, row.told = arrivals(view, r)
			row.grown = len(r.Tiles) > setupTiles(len(view.Racks))
		}
		p.rows = append(p.rows, row)
	}
	if r.Drawn == nil {
		return
	}
	if r.Drawn.Value == Unknown {
		p.rows = append(p.rows, hiddenRow{seat: r.Seat, hand: true, pieces: []piece{{
			spot: len(p.spots), color: r.Drawn.Color, value: Unknown,
		}}})
		p.hide(engine.Spot{Seat: r.Seat}, r.Drawn.Color)
	} else if holds(knownTile(r.Seat, 0, *r.Drawn)) {
		p.see(*r.Drawn)
	}
}

func (p *constraints) hide(spot engine.Spot, color Color) {
	p.spots, p.colors = append(p.spots, spot), append(p.colors, color)
}

// see removes a visible tile from the remaining tiles.
func (p *constraints) see(one Tile) {
	if one.Value == Joker {
		p.joker[one.Color] = false
		return
	}
	p.free &^= 1 << idOf(one.Color, one.Value)
}

// bound computes the possible numbers of each piece: those of its colour that remain, were not
// guessed wrongly, and lie between the known numbers on both sides.
func (r *hiddenRow) bound(free numberSet) {
	above := numberSet(1)<<numbers - 1
	for i := range r.pieces {
		one := &r.pieces[i]
		if one.value == Unknown {
			one.can = free & above & allNumbers(one.color) &^ one.not.numbers(one.color)
		}
		if one.value >= 0 {
			order := int(idOf(one.color, one.value))
			one.can, above = 1<<order, ^(numberSet(2)<<order - 1)
		}
	}
	below := numberSet(1)<<numbers - 1
	for i := len(r.pieces) - 1; i >= 0; i-- {
		one := &r.pieces[i]
		one.can &= below
		if one.value >= 0 {
			below = 1<<int(idOf(one.color, one.value)) - 1
		}
	}
}

// numbers returns the numbers in a set of values, for a colour.
func (s values) numbers(color Color) numberSet {
	var set numberSet
	for value := range MaxNumber + 1 {
		if s.has(value) {
			set |= 1 << idOf(color, value)
		}
	}
	return set
}

// ruledOut returns the wrong guesses of a tile, by position from 0, as far as the view shows them.
// Under the memory option, that is the last guess, unless the rack has grown by tiles that the
// clock opened: one of them may be to its left.
func ruledOut(view View, r Rack, place int) []Value {
	if !view.Memory || r.Tiles[place].Open {
		return r.Tiles[place].Not
	}
	at := lastIndex(view.Log, EventGuessed)
	if at < 0 || r.Tiles[place].Value != Unknown {
		return nil
	}
	guess := view.Log[at]
	if guess.Right || guess.Target != r.Seat || guess.Place != place+1 {
		return nil
	}
	moved := slices.ContainsFunc(r.Tiles[:place], func(one Tile) bool { return one.Open })
	if moved && at < lastIndex(view.Log, EventTurn) {
		return nil
	}
	return []Value{guess.Value}
}

// arrivals returns the tiles of a rack that were added after the setup, in order. It returns false
// under the memory option, when the log is incomplete.
func arrivals(view View, r Rack) ([]arrival, bool) {
	places := make([]int, len(r.Tiles))
	for i := range places {
		places[i] = i
	}
	var came []arrival
	for i, event := range slices.Backward(view.Log) {
		if event.Seat != r.Seat || event.Kind != EventKept && event.Kind != EventAdded {
			continue
		}
		if event.Place < 1 || event.Place > len(places) {
			return nil, false
		}
		came = append(came, arrival{place: places[event.Place-1], clock: drawnByClock(view.Log[:i], r.Seat)})
		places = slices.Delete(places, event.Place-1, event.Place)
	}
	slices.Reverse(came)
	return came, len(places) == setupTiles(len(view.Racks)) && !view.Memory
}

// drawnByClock reports whether a log ends with a tile that the clock drew for the seat, so that no
// player has chosen its gap.
func drawnByClock(log []Event, seat engine.Seat) bool {
	n := len(log)
	return n > 1 && log[n-1] == Event{Kind: EventDrew, Seat: seat, Color: log[n-1].Color} &&
		log[n-2] == Event{Kind: EventTimedOut, Seat: seat}
}
