package engine

import (
	"encoding"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Worlds is the set of all assignments of hidden values that agree with a view, with their
// probabilities. Everything follows from the view and the rules: a world gives every hidden spot
// a value such that the view is the same. Nothing depends on assumptions about players: dealt
// values have the probabilities of the deal, and all legal secret choices of other seats are
// equally likely.
//
// Worlds are immutable and safe for concurrent use. They contain the knowledge of their seat, and
// are as secret as its view.
type Worlds interface {
	// Count returns the number of worlds, at least 1. Above 2^53 it is rounded.
	Count() float64

	// Hidden returns the spots whose values the view does not reveal, always in the same order.
	// If it is empty, Count is 1.
	Hidden() []Spot

	// Odds returns the values that a spot has in some world, in the game's order, with their
	// probabilities, which add up to 1. A spot that the view reveals has one value of probability
	// 1. Odds returns nil for a spot that does not exist.
	Odds(Spot) []Odds

	// Sample returns a random world with its probability.
	Sample(*rand.Rand) World

	// Weigh returns the probability of a world. It is 0 for a world that is not possible, and for
	// a list of the wrong length.
	Weigh(World) float64

	// Chance returns the probability that the claims of an action of the view's seat, such as a
	// guess, are true. It reports false if the action claims nothing.
	Chance(Action) (chance float64, claims bool)

	// Best returns the most likely claim of the view's seat, whether or not it is the seat's
	// turn. Of equally likely claims it always returns the same one. The claim is empty, and its
	// probability 0, if there is nothing to claim. The most likely claim is not always the best
	// move.
	Best() (Action, float64)

	// Why returns a minimal list of facts that decide a claim. For a claim that is certain or
	// impossible they prove it; for any other claim they prove which values are possible instead.
	// The list is empty if the action claims nothing, or no fact excludes anything.
	Why(Action) []Fact
}

// A Spot is the location of a value that not everyone can see: a place, counted from 1 at its
// owner's left, of the seat that knows the value. Place 0 is the tile in the seat's hand.
type Spot struct {
	Seat  Seat `json:"seat"`
	Place int  `json:"place"`
}

// Odds is a value in the game's notation and its probability.
type Odds struct {
	Value  string  `json:"value"`
	Chance float64 `json:"chance"`
}

// A World has a value in the game's notation for each spot of [Worlds.Hidden], in that order.
type World []string

// A Claim says that a spot of another seat has a value.
type Claim struct {
	Spot  Spot
	Value string // in the game's notation, as in Odds
}

// A Fact is one thing that a seat knows and that restricts the possible worlds. It is not an
// Event: it may be a secret of the seat. Each game has one type of facts, which are comparable.
type Fact interface {
	// String returns the fact as one line in the game's notation.
	fmt.Stringer
	// MarshalText returns the text of String, for JSON.
	encoding.TextMarshaler
}

// Irreducible removes facts, from the first on, as long as enough reports true for the rest, and
// returns a list from which none can be removed. enough must be monotonic: it must not report
// true for a subset of facts for which it reports false.
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

// Worlds returns the worlds of a view. It returns nil if the game cannot compute them: it has no
// Worlds, or not for this view.
func (g Game) Worlds(view View) Worlds { return g.worlds(view.Table) }

// Claims returns what a move claims according to its notation: nil if it is not a guess. The
// result of the move tells its seat whether all claims are true.
func (g Game) Claims(move Move) []Claim {
	if g.claims == nil {
		return nil
	}
	return g.claims(move)
}

// worldsOf restores the type of a view.
func (r Rules[V, E]) worldsOf(table any) Worlds {
	view, ok := table.(V)
	if !ok || r.Worlds == nil {
		return nil
	}
	return r.Worlds(view)
}
