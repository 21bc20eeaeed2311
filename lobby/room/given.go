package room

import (
	"slices"

	"parlor/lobby"
)

// maxGiven is how many orders a room knows again. Whoever repeats one does so
// while a connection is made anew, and nobody gives so many in that time.
const maxGiven = 256

// given are the orders that were done last. It is a value.
type given struct {
	orders []givenOrder
}

// givenOrder is an order that was done, and who gave it.
type givenOrder struct {
	by string // Identity.ID
	id lobby.OrderID
}

func (g *given) has(by string, id lobby.OrderID) bool {
	return id != "" && slices.Contains(g.orders, givenOrder{by, id})
}

func (g *given) add(by string, id lobby.OrderID) {
	if id != "" {
		g.orders = append(slices.Clip(g.orders), givenOrder{by, id})
		g.orders = g.orders[max(0, len(g.orders)-maxGiven):]
	}
}
