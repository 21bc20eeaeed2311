package room

import (
	"crypto/sha256"
	"slices"

	"parlor/lobby"
)

// maxDone is how many orders a room knows again. Whoever repeats one does so
// while a connection is made anew, and nobody gives so many in that time.
const maxDone = 256

// doneOrders are the orders that were done last. It is a value.
type doneOrders struct {
	recent []orderMark
	fresh  int // of the newest, those that no entry has yet
}

// keptDone is how many of the newest a whole entry has: whoever repeats an order
// because its room has moved does so with one that came shortly before.
const keptDone = 64

// toWrite are those that an entry has, oldest first: what is new, and in a whole one
// some of those before.
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

// restore knows what was written again.
func (g *doneOrders) restore(marks [][]byte) {
	for _, mark := range marks {
		if len(mark) == len(orderMark{}) {
			g.push(orderMark(mark))
		}
	}
}

// orderMark is what a room knows an order again by: a hash of its ID and of the
// identity of who gave it, as there are many.
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
