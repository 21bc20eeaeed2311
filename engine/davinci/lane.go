package davinci

import "slices"

// A lane is a row as a machine that is told all numbers in order, and takes
// each of them or lets it pass. Where a run through it ends well, the numbers
// that it has taken are the row from left to right.
type lane struct {
	nodes  []node
	owned  numberSet // known numbers that are nodes of it: nobody else may take them
	ages   bool      // to let a number pass may lead to another node
	stride int       // how many states of the sweep lie between two nodes of it
	never  bool      // no run ends well, whatever it takes
}

// node is a moment of a lane.
type node struct {
	can        numberSet // what it may take next
	spot       int       // which hidden tile that is, none for others
	take, pass int       // the node after; none where that cannot be
	done       bool      // the row is complete
	live       numberSet // numbers before which a run that ends well may be here; see walk
}

// newLane is the lane of a row whose jokers stand in these places, as bits.
func newLane(r *hiddenRow, jokers uint32, rule string) lane {
	if jokers == 0 || r.hand {
		return plainLane(r, jokers)
	}
	limits, possible := r.limits(jokers, rule)
	switch {
	case !possible:
		return lane{never: true}
	case len(limits) == 0:
		return plainLane(r, jokers)
	}
	return strictLane(r, jokers, limits)
}

// plainLane takes hidden numbers as they may stand; known ones bound them.
func plainLane(r *hiddenRow, jokers uint32) lane {
	nodes := make([]node, 0, len(r.pieces)+1)
	for place, one := range r.pieces {
		if one.value == Unknown && jokers>>place&1 == 0 {
			at := len(nodes)
			nodes = append(nodes, node{can: one.can, spot: one.spot, take: at + 1, pass: at})
		}
	}
	return lane{nodes: append(nodes, node{spot: none, take: none, pass: len(nodes), done: true})}
}

// strictLane takes known numbers as well, and remembers what the limits ask for.
func strictLane(r *hiddenRow, jokers uint32, limits []limit) lane {
	l := lane{ages: true}
	var row []piece
	for place, one := range r.pieces {
		if jokers>>place&1 == 0 {
			row = append(row, one)
			if one.value >= 0 {
				l.owned |= one.can
			}
		}
	}
	readings := []reading{{}}
	find := func(next reading, ok bool) int {
		if !ok {
			return none
		}
		next.forget(limits)
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
			if next.take = find(now.takes(limits)); next.take == none {
				next.can = 0
			}
		}
		next.pass = find(now.passes())
		l.nodes = append(l.nodes, next)
	}
	return l
}

// reading is what a lane with limits remembers of the numbers so far.
type reading struct {
	at     int    // how many it has taken
	recent uint8  // bit 0: it took the number just told, bit 1: the one before
	kept   uint32 // by limit: its middle follows its left, or its left follows in the row
	needs  uint8  // it must take the number that is so many from the one just told
}

// follows says whether the number to be taken next follows another in one
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

// takes is the reading after a number taken; false where a limit forbids it.
func (r reading) takes(limits []limit) (reading, bool) {
	next := reading{at: r.at + 1, recent: (r.recent<<1 | 1) & 3, kept: r.kept}
	if r.needs == 2 {
		next.needs = 1
	}
	for i, l := range limits {
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

// passes is the reading after a number that went elsewhere; false where it was
// needed.
func (r reading) passes() (reading, bool) {
	next := reading{at: r.at, recent: r.recent << 1 & 3, kept: r.kept}
	if r.needs == 2 {
		next.needs = 1
	}
	return next, r.needs != 1
}

// forget drops what no limit asks for any more, so that readings become equal.
func (r *reading) forget(limits []limit) {
	if !slices.ContainsFunc(limits, func(l limit) bool { return l.asks(r.at) }) {
		r.recent = 0
	}
}

// asks says whether the limit can ask for numbers just told when so many have
// been taken.
func (l limit) asks(at int) bool {
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

// walk finds out when each node is on a run that ends well, where the lane by
// itself is told these numbers. It is false where there is no such run.
func (l *lane) walk(numbers []told) bool {
	here := make([]bool, 2*len(l.nodes))
	here, next := here[:len(l.nodes)], here[len(l.nodes):]
	for node := range l.nodes {
		l.nodes[node].live = 0
	}
	here[0] = true
	for _, one := range numbers {
		clear(next)
		for node, reached := range here {
			if !reached {
				continue
			}
			at := &l.nodes[node]
			at.live |= one.bit
			if at.pass != none {
				next[at.pass] = true
			}
			if at.can&one.bit != 0 {
				next[at.take] = true
			}
		}
		here, next = next, here
	}
	for node := range here {
		here[node] = here[node] && l.nodes[node].done
	}
	for _, one := range slices.Backward(numbers) {
		for node := range l.nodes {
			at := &l.nodes[node]
			next[node] = at.live&one.bit != 0 && (at.pass != none && here[at.pass] || at.can&one.bit != 0 && here[at.take])
			if !next[node] {
				at.live &^= one.bit
			}
		}
		here, next = next, here
	}
	return here[0]
}
