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
	recent []givenMark
	fresh  int // of the newest, those that no entry has yet
}

// keptGiven is how many of the newest a whole entry has: whoever repeats an order
// because its room has moved does so with one that came shortly before.
const keptGiven = 64

// written are those that an entry has, oldest first: what is new, and in a whole one
// some of those before.
func (g *given) written(whole bool) (marks [][]byte) {
	n := g.fresh
	if whole {
		n = max(n, keptGiven)
	}
	for _, mark := range g.recent[max(0, len(g.recent)-n):] {
		marks = append(marks, mark[:])
	}
	return marks
}

// restore knows what was written again.
func (g *given) restore(marks [][]byte) {
	for _, mark := range marks {
		if len(mark) == len(givenMark{}) {
			g.push(givenMark(mark))
		}
	}
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
	return id != "" && slices.Contains(g.recent, markGiven(by, id))
}

func (g *given) add(by string, id lobby.OrderID) {
	if id != "" {
		g.push(markGiven(by, id))
		g.fresh = min(g.fresh+1, maxGiven)
	}
}

func (g *given) push(mark givenMark) {
	later := g.recent[max(0, len(g.recent)+1-maxGiven):]
	g.recent = slices.Concat(later, []givenMark{mark})
}
