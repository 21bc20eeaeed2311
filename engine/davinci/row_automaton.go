package davinci

import (
	"math/bits"
	"slices"
)

// An automaton is a row as a machine that is told all numbers in order, and takes
// each of them or lets it pass. Where a run through it ends well, the numbers
// that it has taken are the row from left to right.
type automaton struct {
	nodes []node
	takes numberSet // all that it can take
	ages  bool      // to let a number pass may lead to another node
	never bool      // no run ends well, whatever it takes

	// Of an automaton that ages, those moves which are part of a run that ends well, number by
	// number.
	moves []move
	from  []int // where the moves before a number begin; nil where all have the same
}

// node is a moment of an automaton.
type node struct {
	can        numberSet // what it may take next
	spot       int       // which hidden tile that is, none for others
	take, pass int       // the node after; none where that cannot be
	done       bool      // the row is complete
	live       numberSet // numbers before which a run that ends well may be here, and bit 24 after all
}

// move is what may come of a number at a node: the node after it where the automaton
// takes it, and where it does not. It is none where nothing good comes of that.
type move struct{ node, take, pass int }

// newAutomaton returns the automaton of a row whose jokers stand in these places, as bits.
func newAutomaton(r *hiddenRow, jokers uint32, rule string) *automaton {
	if jokers == 0 || r.hand {
		return plainAutomaton(r, jokers)
	}
	jokerBounds, possible := r.jokerBounds(jokers, rule)
	switch {
	case !possible:
		return &automaton{never: true}
	case len(jokerBounds) == 0:
		return plainAutomaton(r, jokers)
	}
	l := strictAutomaton(r, jokers, jokerBounds)
	if l.never = !l.walk(); !l.never {
		l.listMoves()
	}
	return l
}

// plainAutomaton takes hidden numbers as they may stand; known ones bound them.
func plainAutomaton(r *hiddenRow, jokers uint32) *automaton {
	l := &automaton{nodes: make([]node, 0, len(r.pieces)+1)}
	first := 0 // the earliest number before which it may be at the node
	for place, one := range r.pieces {
		if one.value != Unknown || jokers>>place&1 != 0 {
			continue
		}
		at := len(l.nodes)
		can := one.can &^ (1<<first - 1)
		l.nodes = append(l.nodes, node{can: can, spot: one.spot, take: at + 1, pass: at, live: ^(1<<first - 1)})
		first = bits.TrailingZeros32(uint32(can)) + 1
		if l.never = can == 0; l.never {
			return l
		}
	}
	l.nodes = append(l.nodes, node{spot: none, take: none, pass: len(l.nodes), done: true, live: ^(1<<first - 1)})
	last := numbers // and the latest
	for at := len(l.nodes) - 2; at >= 0; at-- {
		now := &l.nodes[at]
		now.can &= 1<<last - 1
		last = bits.Len32(uint32(now.can)) - 1
		if l.never = now.can == 0; l.never {
			return l
		}
		now.live &= 1<<(last+1) - 1
		l.takes |= now.can
	}
	return l
}

// stillAutomaton returns the automaton of no row: it takes nothing, and its one move is the same before each
// number.
func stillAutomaton() *automaton {
	return &automaton{
		ages: true, nodes: []node{{spot: none, take: none, done: true, live: 2<<numbers - 1}},
		moves: []move{{take: none}},
	}
}

// strictAutomaton takes known numbers as well, and remembers what the bounds ask for.
func strictAutomaton(r *hiddenRow, jokers uint32, jokerBounds []jokerBound) *automaton {
	l := &automaton{ages: true}
	var row []piece
	for place, one := range r.pieces {
		if jokers>>place&1 == 0 {
			row = append(row, one)
		}
	}
	readings := []reading{{}}
	find := func(next reading, ok bool) int {
		if !ok {
			return none
		}
		next.forget(jokerBounds)
		at := slices.Index(readings, next)
		if at < 0 {
			at = len(readings)
			readings = append(readings, next)
		}
		return at
	}
	for len(l.nodes) < len(readings) { // each node may find more
		now := readings[len(l.nodes)]
		next := node{spot: none, take: none, done: now.at == len(row) && now.needs == 0}
		if now.at < len(row) {
			next.can, next.spot = row[now.at].can, row[now.at].spot
			if next.take = find(now.takes(jokerBounds)); next.take == none {
				next.can = 0
			}
		}
		next.pass = find(now.passes())
		l.nodes = append(l.nodes, next)
	}
	return l
}

// reading is what an automaton with jokerBounds remembers of the numbers so far.
type reading struct {
	at     int    // how many it has taken
	recent uint8  // bit 0: it took the number just told, bit 1: the one before
	kept   uint32 // by jokerBound: its middle follows its left, or its left follows in the row
	needs  uint8  // how many numbers from the one just told is one that it must take
}

// follows reports whether the number to be taken next follows another in one
// colour: that is two before it in the order, so there is one between them at
// most.
func (r reading) follows(other int) bool {
	switch r.at - other {
	case 1:
		return r.recent == 2
	case 2:
		return r.recent == 3
	}
	return false
}

// takes returns the reading after the row has taken one more number. It reports false if one of
// jokerBounds forbids that.
func (r reading) takes(jokerBounds []jokerBound) (reading, bool) {
	next := reading{at: r.at + 1, recent: (r.recent<<1 | 1) & 3, kept: r.kept}
	if r.needs == 2 {
		next.needs = 1
	}
	for i, l := range jokerBounds {
		bit := uint32(1) << i
		switch {
		case l.either && l.left == r.at:
			if r.recent&2 != 0 {
				next.kept |= bit
			}
		case l.either && l.middle == r.at:
			if r.follows(l.left) && r.kept&bit == 0 {
				next.needs = 2
			}
			next.kept &^= bit
		case l.either:
		case l.middle == r.at:
			follows := l.left != none && r.follows(l.left)
			if l.right == none && !l.allowed[index(follows)][0] {
				return reading{}, false
			}
			if l.right != none && follows {
				next.kept |= bit
			}
		case l.right != none && l.right == r.at:
			if !l.allowed[index(r.kept&bit != 0)][index(r.follows(l.middle))] {
				return reading{}, false
			}
			next.kept &^= bit
		}
	}
	return next, true
}

// passes returns the reading after a number that went elsewhere; false where it was
// needed.
func (r reading) passes() (reading, bool) {
	next := reading{at: r.at, recent: r.recent << 1 & 3, kept: r.kept}
	if r.needs == 2 {
		next.needs = 1
	}
	return next, r.needs != 1
}

// forget drops what no jokerBound asks for any more, so that readings become equal.
func (r *reading) forget(jokerBounds []jokerBound) {
	if !slices.ContainsFunc(jokerBounds, func(l jokerBound) bool { return l.asks(r.at) }) {
		r.recent = 0
	}
}

// asks reports whether the bound can ask for the numbers just told after at numbers have been
// taken.
func (l jokerBound) asks(at int) bool {
	from := l.middle
	if l.left != none {
		from = l.left
	}
	if l.either {
		from -= 2 // what left follows
	}
	return from < at && at <= max(l.middle, l.right)
}

func index(is bool) int {
	if is {
		return 1
	}
	return 0
}

// walk finds out when each node is on a run that ends well. It is false where
// there is no such run.
func (l *automaton) walk() bool {
	l.nodes[0].live = 1
	for number := range numbers {
		for node := range l.nodes {
			at := &l.nodes[node]
			if !at.live.has(number) {
				continue
			}
			if at.pass != none {
				l.nodes[at.pass].live |= 2 << number
			}
			if at.can.has(number) {
				l.nodes[at.take].live |= 2 << number
			}
		}
	}
	for node := range l.nodes {
		if at := &l.nodes[node]; !at.done {
			at.live &^= 1 << numbers
		}
	}
	for number := numbers - 1; number >= 0; number-- {
		for node := range l.nodes {
			if at := &l.nodes[node]; at.live.has(number) && l.after(number, at.pass) == none && (!at.can.has(number) || l.after(number, at.take) == none) {
				at.live &^= 1 << number
			}
		}
	}
	return l.nodes[0].live.has(0)
}

// after returns a node to which a number leads, or none where no run that ends well
// is there then.
func (l *automaton) after(number, node int) int {
	if node == none || !l.nodes[node].live.has(number+1) {
		return none
	}
	return node
}

// listMoves lists the moves after a walk.
func (l *automaton) listMoves() {
	l.from = make([]int, numbers+1)
	for number := range numbers {
		l.from[number] = len(l.moves)
		for node := range l.nodes {
			at := &l.nodes[node]
			if !at.live.has(number) {
				continue
			}
			next := move{node: node, take: none, pass: l.after(number, at.pass)}
			if at.can.has(number) {
				next.take = l.after(number, at.take)
			}
			l.moves = append(l.moves, next)
		}
	}
	l.from[numbers] = len(l.moves)
}

// before returns the moves before a number.
func (l *automaton) before(number int) []move {
	if l.from == nil {
		return l.moves
	}
	return l.moves[l.from[number]:l.from[number+1]]
}
