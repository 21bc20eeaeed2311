package room

import (
	"crypto/sha256"
	"slices"

	"parlor/lobby"
)

// maxDone is the number of orders that a room remembers. Orders are repeated while a client
// reconnects, and far fewer are given in that time.
const maxDone = 256

// doneOrders remembers the latest orders. It is a value: copies are independent.
type doneOrders struct {
	recent []orderMark
	fresh  int // number of the newest orders that are in no journal entry yet
}

// keptDone is the number of orders in a whole entry. An order that is repeated because its
// room has moved is a recent one.
const keptDone = 64

// toWrite returns the marks for an entry, oldest first: the new ones, and at least keptDone
// for a whole entry.
func (g *doneOrders) toWrite(whole bool) (marks [][]byte) {
	n := g.fresh
	if whole {
		n = max(n, keptDone)
	}
	for _, mark := range g.recent[max(0, len(g.recent)-n):] {
		marks = append(marks, mark[:])
	}
	return marks
}

// restore adds the marks of an entry.
func (g *doneOrders) restore(marks [][]byte) {
	for _, mark := range marks {
		if len(mark) == len(orderMark{}) {
			g.push(orderMark(mark))
		}
	}
}

// orderMark identifies an order by a hash of its ID and the identity of its author.
type orderMark [16]byte

func markOrder(by string, id lobby.RequestID) orderMark {
	who := sha256.Sum256([]byte(by))
	sum := sha256.Sum256(append(who[:], id...))
	return orderMark(sum[:])
}

func (g *doneOrders) has(by string, id lobby.RequestID) bool {
	return id != "" && slices.Contains(g.recent, markOrder(by, id))
}

func (g *doneOrders) add(by string, id lobby.RequestID) {
	if id != "" {
		g.push(markOrder(by, id))
		g.fresh = min(g.fresh+1, maxDone)
	}
}

func (g *doneOrders) push(mark orderMark) {
	later := g.recent[max(0, len(g.recent)+1-maxDone):]
	g.recent = slices.Concat(later, []orderMark{mark})
}
