package davinci

import "math/bits"

// A jokerBound is a restriction on the numbers around one place that follows from the rule about
// jokers. The numbers are given by their indexes among the numbers of the row, from the left, or
// are none.
type jokerBound struct {
	left, middle, right int
	// allowed reports whether the numbers are possible. The first index is 1 if middle follows
	// left in its colour, and the second is 1 if right follows middle.
	allowed [2][2]bool
	// If either is true, right is not used: middle may follow left only if left itself follows a
	// number of the row in its colour, or a number of the row follows middle.
	either bool
}

// apart returns the bound that middle does not follow left.
func apart(left, middle int) jokerBound {
	return jokerBound{left: left, middle: middle, right: none, allowed: [2][2]bool{{true, true}, {false, false}}}
}

// reduce removes the numbers that cannot follow each other.
func (l jokerBound) reduce(row *numberRow) jokerBound {
	if !row.mayFollow(l.left, l.middle) {
		l.left, l.allowed[1] = none, l.allowed[0]
	}
	if !row.mayFollow(l.middle, l.right) {
		l.right = none
		l.allowed[0][1], l.allowed[1][1] = l.allowed[0][0], l.allowed[1][0]
	}
	return l
}

// numberRow has the possible numbers at each index of a row from the left.
type numberRow [numbers]numberSet

// numberRow returns the possible numbers of the row if the jokers are at the given places, as
// bits.
func (r *hiddenRow) numberRow(jokers uint32) *numberRow {
	var row numberRow
	for place, one := range r.pieces {
		if jokers>>place&1 == 0 {
			row[numberIndex(jokers, place)] = one.can
		}
	}
	return &row
}

// mayFollow reports whether the number at index right can be the next number of the same colour
// after the one at index left. Such numbers are two apart in the order, so at most one number of
// the row is between them.
func (r *numberRow) mayFollow(left, right int) bool {
	switch {
	case left == none || right == none:
		return false
	case right-left == 1:
		return r[left]<<2&r[right] != 0
	}
	return right-left == 2 && r[left]<<2&(r[left+1]<<1)&r[right] != 0
}

// Values of allowed that allow everything and nothing.
func unlimited() [2][2]bool { return [2][2]bool{{true, true}, {true, true}} }
func unmet() [2][2]bool     { return [2][2]bool{} }

// jokerBounds returns the bounds of a row with jokers at the given places, as bits. It reports
// false if the row is impossible for all numbers.
func (r *hiddenRow) jokerBounds(jokers uint32, rule string) ([]jokerBound, bool) {
	var all []jokerBound
	switch {
	case r.told:
		all = r.boundsByArrival(jokers, rule == StrictJokers)
	case rule == StrictJokers:
		all = r.boundsInAnyOrder(jokers)
	}
	row := r.numberRow(jokers)
	var left []jokerBound
	for _, l := range all {
		if !l.either {
			l = l.reduce(row)
		}
		switch {
		case l.either && !row.mayFollow(l.left, l.middle):
		case l.allowed == unmet() && !l.either:
			return nil, false
		case l.allowed != unlimited():
			left = append(left, l)
		}
	}
	return left, true
}

// boundsByArrival returns the bounds of a row whose tiles were added in a known order. The jokers
// of the setup were placed after all its numbers.
func (r *hiddenRow) boundsByArrival(jokers uint32, strict bool) []jokerBound {
	there := uint32(1)<<len(r.pieces) - 1
	for _, one := range r.arrivals {
		there &^= 1 << one.place
	}
	var all []jokerBound
	for place := range r.pieces {
		if strict && there&jokers>>place&1 != 0 {
			all = append(all, boundOfJoker(there, jokers, place))
		}
	}
	for _, one := range r.arrivals {
		switch {
		case jokers>>one.place&1 == 0:
			all = append(all, boundOfNumber(there, jokers, one, strict))
		case strict:
			all = append(all, boundOfJoker(there, jokers, one.place))
		}
		there |= 1 << one.place
	}
	return all
}

// boundsInAnyOrder returns the bounds of a row whose history is not known. A row that has not
// grown was placed as a whole. In a row that has grown, a joker is between two consecutive
// numbers only if the number that was added later had no legal gap on its other side, because its
// next neighbour was there.
func (r *hiddenRow) boundsInAnyOrder(jokers uint32) []jokerBound {
	var all []jokerBound
	whole := uint32(1)<<len(r.pieces) - 1
	for place := range r.pieces {
		if jokers>>place&1 != 0 {
			l := boundOfJoker(whole, jokers, place)
			l.either = r.grown && l.left != none && l.middle != none
			all = append(all, l)
		}
	}
	return all
}

// boundOfJoker returns the bound that the joker at a place is not between two consecutive
// numbers.
func boundOfJoker(there, jokers uint32, place int) jokerBound {
	left, _ := adjacentNumber(there, jokers, place, -1)
	right, _ := adjacentNumber(there, jokers, place, 1)
	if right == none {
		return jokerBound{left: none, middle: none, right: none, allowed: unlimited()}
	}
	return apart(left, right)
}

// boundOfNumber returns the bound of a number that was added next to jokers. If it had a gap that
// leaves no joker between two consecutive numbers, it is in such a gap; otherwise it may be in
// any gap, or in the leftmost if the time ran out.
func boundOfNumber(there, jokers uint32, came arrival, strict bool) jokerBound {
	left, jokersLeft := adjacentNumber(there, jokers, came.place, -1)
	right, jokersRight := adjacentNumber(there, jokers, came.place, 1)
	l := jokerBound{left: left, middle: numberIndex(jokers, came.place), right: right, allowed: unlimited()}
	switch {
	case jokersLeft+jokersRight == 0:
	case !strict && came.clock && jokersLeft > 0:
		l.allowed = unmet()
	case !strict:
	case jokersLeft == 0:
		l.allowed[0][1] = false
	case came.clock:
		l.allowed = unmet()
		l.allowed[0][1] = jokersRight == 0
	case jokersRight == 0:
		l.allowed[1][0] = false
	default:
		l.allowed[0][1], l.allowed[1][0] = false, false
	}
	return l
}

// numberIndex returns the index of a place among the numbers of the row.
func numberIndex(jokers uint32, place int) int {
	return place - bits.OnesCount32(jokers&(1<<place-1))
}

// adjacentNumber returns the index of the nearest number to the left of a place (step -1) or to
// the right (step 1), and the number of jokers between them. It considers only the tiles in
// there.
func adjacentNumber(there, jokers uint32, place, step int) (index, between int) {
	for at := place + step; at >= 0 && at < 32; at += step {
		switch {
		case there>>at&1 == 0:
		case jokers>>at&1 != 0:
			between++
		default:
			return numberIndex(jokers, at), between
		}
	}
	return none, between
}
