package room

import (
	"crypto/sha256"
	"slices"

	"parlor/lobby"
)

// maxGiven is how many orders a room knows again. Whoever repeats one does so
// while a connection is made anew, and nobody gives so many in that time.
const maxGiven = 256

// given are the orders that were done last. It is a value.
type given struct {
	orders []givenMark
}

// givenMark is what a room knows an order again by: a hash of its ID and of the
// identity of who gave it, as there are many.
type givenMark [16]byte

func markGiven(by string, id lobby.OrderID) givenMark {
	who := sha256.Sum256([]byte(by))
	sum := sha256.Sum256(append(who[:], id...))
	return givenMark(sum[:])
}

func (g *given) has(by string, id lobby.OrderID) bool {
	return id != "" && slices.Contains(g.orders, markGiven(by, id))
}

func (g *given) add(by string, id lobby.OrderID) {
	if id != "" {
		later := g.orders[max(0, len(g.orders)+1-maxGiven):]
		g.orders = slices.Concat(later, []givenMark{markGiven(by, id)})
	}
}
