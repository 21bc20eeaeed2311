package davinci

import (
	"slices"
	"strconv"

	"parlor/engine"
)

// FactKind is the kind of a [Fact].
type FactKind uint8

// Kinds of facts, with the texts that String returns.
const (
	// FactOwn: "1 has 3 black 7" is the tile at Place of the own rack.
	FactOwn FactKind = 1 + iota
	// FactOpen: "2 shows 3 black 7" is an open tile in the rack of Seat.
	FactOpen
	// FactWrong: "2 not 3 7" is a wrong guess of Value for the tile at Place of Seat.
	FactWrong
	// FactRack: "2 hides" means that the hidden tiles of Seat are ascending, have the visible
	// colours, and are elsewhere.
	FactRack
)

// A Fact is something that a seat knows about the tiles. Fields that its kind does not use are
// zero.
type Fact struct {
	Kind  FactKind
	Color Color
	Value Value
	Seat  engine.Seat
	Place int // from 1 at the owner's left; 0 for the drawn tile
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

// MarshalText returns the text of String.
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// factsOf returns all facts of a view. Those that an explanation of a spot should omit first come
// first: whole racks, then other tiles, and last the facts about the same rack, nearest to the spot
// at the end.
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

// away returns the distance in positions between a spot and a fact about the same rack.
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

// hides reports whether a rack has a tile that the view does not show.
func hides(r Rack) bool {
	return slices.ContainsFunc(r.Tiles, func(one Tile) bool { return one.Value == Unknown })
}

// reason returns a minimal list of facts for which the odds of a hidden tile still satisfy still.
func reason(view View, spot engine.Spot, still func(odds) bool) []Fact {
	return engine.Irreducible(factsOf(view, spot), func(facts []Fact) bool {
		return still(solve(newConstraints(view, facts, spot.Seat)).at(spot))
	})
}
