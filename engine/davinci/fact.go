package davinci

import (
	"slices"
	"strconv"

	"parlor/engine"
)

// FactKind says what a [Fact] tells.
type FactKind uint8

// The kinds of facts, each with the line that String writes.
const (
	// FactOwn: "1 has 3 black 7", the tile at Place of the own rack.
	FactOwn FactKind = 1 + iota
	// FactOpen: "2 shows 3 black 7", a tile face up in the rack of Seat.
	FactOpen
	// FactWrong: "2 not 3 7", the tile at Place of Seat was guessed wrong as Value.
	FactWrong
	// FactRack: "2 hides", the hidden tiles of Seat, ascending and of the colours
	// that all see, have to be somewhere too.
	FactRack
)

// A Fact is one thing that a seat knows of the tiles. Fields that its kind does
// not speak of are zero.
type Fact struct {
	Kind  FactKind
	Color Color
	Value Value
	Seat  engine.Seat
	Place int // from 1 at the owner's left; 0 is the tile in hand
}

func (f Fact) String() string {
	seat, place := f.Seat.String(), strconv.Itoa(f.Place)
	switch f.Kind {
	case FactOwn:
		return seat + " has " + place + " " + f.Color.String() + " " + f.Value.String()
	case FactOpen:
		return seat + " shows " + place + " " + f.Color.String() + " " + f.Value.String()
	case FactWrong:
		return seat + " not " + place + " " + f.Value.String()
	case FactRack:
		return seat + " hides"
	}
	return ""
}

// MarshalText writes what String returns.
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// factsOf returns all facts of a view, those first that a reason for what lies in a spot
// should rather do without: whole racks, what is elsewhere, and last what is known of
// that rack, the nearest to the spot at the end.
func factsOf(view View, spot engine.Spot) []Fact {
	var racks, elsewhere, there []Fact
	for _, r := range view.Racks {
		var facts []Fact
		for place, one := range r.Tiles {
			if one.Value != Unknown {
				facts = append(facts, knownTile(r.Seat, place+1, one))
			}
			for _, value := range ruledOut(view, r, place) {
				facts = append(facts, Fact{Kind: FactWrong, Seat: r.Seat, Place: place + 1, Value: value})
			}
		}
		if r.Drawn != nil && r.Drawn.Value != Unknown {
			facts = append(facts, knownTile(r.Seat, 0, *r.Drawn))
		}
		if r.Seat == spot.Seat {
			there = facts
			slices.SortStableFunc(there, func(a, b Fact) int { return away(spot, b) - away(spot, a) })
			continue
		}
		elsewhere = append(elsewhere, facts...)
		if hides(r) {
			racks = append(racks, Fact{Kind: FactRack, Seat: r.Seat})
		}
	}
	return slices.Concat(racks, elsewhere, there)
}

// away returns the distance in places between a spot and a fact about the same rack.
func away(spot engine.Spot, fact Fact) int {
	if fact.Place > spot.Place {
		return fact.Place - spot.Place
	}
	return spot.Place - fact.Place
}

func knownTile(seat engine.Seat, place int, one Tile) Fact {
	kind := FactOwn
	if one.Open {
		kind = FactOpen
	}
	return Fact{Kind: kind, Seat: seat, Place: place, Color: one.Color, Value: one.Value}
}

// hides reports whether a rack has a tile that the view does not tell.
func hides(r Rack) bool {
	return slices.ContainsFunc(r.Tiles, func(one Tile) bool { return one.Value == Unknown })
}

// reason returns a list of facts, none of which can be left out, by which the odds of
// a hidden tile are still as asked for.
func reason(view View, spot engine.Spot, still func(odds) bool) []Fact {
	return engine.Irreducible(factsOf(view, spot), func(facts []Fact) bool {
		return still(solve(newConstraints(view, facts, spot.Seat)).at(spot))
	})
}
