package davinci

import (
	"math/bits"
	"slices"
)

// An automaton recognizes the possible contents of a row. It reads all numbers in order, and
// takes each of them or lets it pass. In an accepting run, the numbers that it has taken are the
// row from left to right.
type automaton struct {
	nodes []node
	takes numberSet // all numbers that it can take
	ages  bool      // letting a number pass may lead to another node
	never bool      // it has no accepting run

	// Only of an aging automaton: the moves that are part of an accepting run, sorted by number.
	moves []move
	from  []int // index of the first move for each number; nil if all numbers have the same moves
}

// A node is a state of an automaton.
type node struct {
	can        numberSet // numbers that it may take next
	spot       int       // spot of the tile that takes the number, or none
	take, pass int       // next node, or none if that is not possible
	done       bool      // the row is complete
	live       numberSet // numbers before which an accepting run may be at this node; bit 24 is for the end
}

// A move says to which nodes a number leads from a node, if the automaton takes it or lets it
// pass. A node is none if no accepting run continues there.
type move struct{ node, take, pass int }

// newAutomaton returns the automaton of a row with jokers at the given places, as bits.
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

// plainAutomaton returns an automaton without joker bounds. It takes only hidden numbers, which
// are limited by the known ones.
func plainAutomaton(r *hiddenRow, jokers uint32) *automaton {
	l := &automaton{nodes: make([]node, 0, len(r.pieces)+1)}
	first := 0 // smallest number that may be next at the node
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
	last := numbers // the largest
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

// stillAutomaton returns an automaton that takes no numbers, with the same move for each number.
func stillAutomaton() *automaton {
	return &automaton{
		ages: true, nodes: []node{{spot: none, take: none, done: true, live: 2<<numbers - 1}},
		moves: []move{{take: none}},
	}
}

// strictAutomaton returns an automaton that also takes known numbers and checks the bounds.
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
	for len(l.nodes) < len(readings) { // the loop body may add readings
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

// A reading is the state that an automaton with bounds keeps about the numbers so far.
type reading struct {
	at     int    // how many numbers it has taken
	recent uint8  // bit 0: it took the last number; bit 1: it took the one before
	kept   uint32 // one bit for each bound: its middle follows its left, or its left follows another number
	needs  uint8  // if not 0, it must take the number that comes this many numbers after the last one
}

// follows reports whether the number to be taken next is the next number of the same colour after
// the one at index other. These are two apart in the order, so at most one number is between
// them.
func (r reading) follows(other int) bool {
	switch r.at - other {
	case 1:
		return r.recent == 2
	case 2:
		return r.recent == 3
	}
	return false
}

// takes returns the reading after the row has taken one more number. It reports false if a bound
// forbids that.
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

// passes returns the reading after a number that was not taken. It reports false if the row had
// to take it.
func (r reading) passes() (reading, bool) {
	next := reading{at: r.at, recent: r.recent << 1 & 3, kept: r.kept}
	if r.needs == 2 {
		next.needs = 1
	}
	return next, r.needs != 1
}

// forget clears what no bound needs any more, so that equivalent readings are equal.
func (r *reading) forget(jokerBounds []jokerBound) {
	if !slices.ContainsFunc(jokerBounds, func(l jokerBound) bool { return l.asks(r.at) }) {
		r.recent = 0
	}
}

// asks reports whether the bound depends on the last numbers when the row has taken at numbers.
func (l jokerBound) asks(at int) bool {
	from := l.middle
	if l.left != none {
		from = l.left
	}
	if l.either {
		from -= 2 // for what left follows
	}
	return from < at && at <= max(l.middle, l.right)
}

func index(is bool) int {
	if is {
		return 1
	}
	return 0
}

// walk computes node.live. It reports false if there is no accepting run.
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

// after returns the given node, or none if no accepting run continues there after the number.
func (l *automaton) after(number, node int) int {
	if node == none || !l.nodes[node].live.has(number+1) {
		return none
	}
	return node
}

// listMoves sets moves. It must be called after walk.
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

// before returns the moves for a number.
func (l *automaton) before(number int) []move {
	if l.from == nil {
		return l.moves
	}
	return l.moves[l.from[number]:l.from[number+1]]
}
