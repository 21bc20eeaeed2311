package engine

import (
	"encoding"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Worlds is what can still be true for the reader of a view, and how likely it
// is. All of it follows from the view and the rules: a world is one way to give
// a value to everything hidden so that the view is what it is. Nothing in it is
// an opinion about players: what chance has dealt is as likely as the deal makes
// it, and of what another seat chose in secret every legal choice is alike.
//
// Worlds are immutable and may be read by several goroutines. They hold what
// their seat knows, and are as secret as its view.
type Worlds interface {
	// Count is how many worlds there are, at least 1. Above 2^53 it is rounded.
	Count() float64

	// Hidden lists what the view does not tell, always in the same order. It is
	// empty where everything is known, and Count is 1 then.
	Hidden() []Spot

	// Odds are the values that lie in a spot in some world, in the game's order,
	// with their chances, which add up to 1. What the view tells has one value,
	// of chance 1. Odds is nil for a spot that does not exist.
	Odds(Spot) []Odds

	// Sample draws one world, each as often as it is likely.
	Sample(*rand.Rand) World

	// Weigh is the chance of one world: 0 for one that cannot be, and for a list
	// that is no world at all.
	Weigh(World) float64

	// Chance is how likely it is that what an action of the view's seat claims is
	// true, such as a guess. It is false for an action that claims nothing.
	Chance(Action) (chance float64, claims bool)

	// Best is the claim of the view's seat that is the likeliest to be true, of
	// equal ones always the same, whether or not the seat is to move now. It is empty,
	// and its chance 0, where there is nothing to claim. The likeliest claim need
	// not be the best move.
	Best() (Action, float64)

	// Why is a list of facts from which the answer to a claim follows, none of
	// which can be left out. They prove that a claim is certain, or impossible; of
	// any other they prove what else there can be in its place. It is empty for
	// what claims nothing, and where no fact rules anything out.
	Why(Action) []Fact
}

// A Spot is where something lies that not everybody can see: a place, counted
// from 1 at its owner's left, of the seat that knows what is there. Place 0 is
// what the seat holds in its hand.
type Spot struct {
	Seat  Seat `json:"seat"`
	Place int  `json:"place"`
}

// Odds is a value, in the game's notation, and how likely it is.
type Odds struct {
	Value  string  `json:"value"`
	Chance float64 `json:"chance"`
}

// A World gives a value, in the game's notation, to each spot of
// [Worlds.Hidden], in that order.
type World []string

// A Claim is what a move says that lies in a spot of another seat.
type Claim struct {
	Spot  Spot
	Value string // in the game's notation, as in Odds
}

// A Fact is one thing that a seat knows and that decides what else can be. It
// is not an Event: it may be a secret of the seat. Each game has one type of
// facts, which are compared with ==.
type Fact interface {
	// String is the fact as one line in the game's own notation.
	fmt.Stringer
	// MarshalText writes what String returns, so that JSON has the line.
	encoding.TextMarshaler
}

// Irreducible drops facts one by one, the first first, as long as what is left still
// says enough, and returns those of which none can be left out. Fewer facts have to
// say no more.
func Irreducible[F Fact](facts []F, enough func([]F) bool) []F {
	for i := 0; i < len(facts); {
		if fewer := slices.Delete(slices.Clone(facts), i, i+1); enough(fewer) {
			facts = fewer
		} else {
			i++
		}
	}
	return facts
}

// Worlds is what can still be true for the reader of the view. It is nil where
// the game cannot tell: it has no Worlds, or not for such a view.
func (g Game) Worlds(view View) Worlds { return g.worlds(view.Table) }

// Claims is what a move claims, by its notation alone: nothing for one that is no
// guess. The seat that played it is told by the move whether all of it is so.
func (g Game) Claims(move Move) []Claim {
	if g.claims == nil {
		return nil
	}
	return g.claims(move)
}

// worldsOf finds the type of a view again.
func (r Rules[V, E]) worldsOf(table any) Worlds {
	view, ok := table.(V)
	if !ok || r.Worlds == nil {
		return nil
	}
	return r.Worlds(view)
}
