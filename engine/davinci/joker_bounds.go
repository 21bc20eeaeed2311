package davinci

import "math/bits"

// jokerBound is what the rule about jokers asks of the numbers round one place, each
// given by its index among the numbers of the row from the left, or none.
type jokerBound struct {
	left, middle, right int
	// allowed says, by whether middle follows left in one colour and whether
	// right follows middle, if that can be.
	allowed [2][2]bool
	// either is a jokerBound without right, by which middle may follow left only where
	// left follows a number of the row in its colour, or middle is followed by one.
	either bool
}

// apart returns a jokerBound by which one number does not follow another.
func apart(left, middle int) jokerBound {
	return jokerBound{left: left, middle: middle, right: none, allowed: [2][2]bool{{true, true}, {false, false}}}
}

// reduce leaves out numbers that cannot follow each other.
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

// numberRow is what the numbers of a row can be, by their index from the left.
type numberRow [numbers]numberSet

// numberRow returns the numbers of a row whose jokers stand in these places, as bits.
func (r *hiddenRow) numberRow(jokers uint32) *numberRow {
	var row numberRow
	for place, one := range r.pieces {
		if jokers>>place&1 == 0 {
			row[numberIndex(jokers, place)] = one.can
		}
	}
	return &row
}

// mayFollow reports whether a number, or none, can be the next one in the colour of
// another: these are two apart in the order, and there is at most one of the row
// between them.
func (r *numberRow) mayFollow(left, right int) bool {
	switch {
	case left == none || right == none:
		return false
	case right-left == 1:
		return r[left]<<2&r[right] != 0
	}
	return right-left == 2 && r[left]<<2&(r[left+1]<<1)&r[right] != 0
}

// Limits that say nothing, and that nothing meets.
func unlimited() [2][2]bool { return [2][2]bool{{true, true}, {true, true}} }
func unmet() [2][2]bool     { return [2][2]bool{} }

// jokerBounds returns the bounds of a row whose jokers stand in these places, as bits. It is
// false where the row cannot be, whatever its numbers.
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

// boundsByArrival puts the tiles of a row in again, in the order in which they
// came: the jokers of the setup when all its numbers stood.
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

// boundsInAnyOrder returns the bounds of a row of which it is not known how it grew. One
// that has not grown was placed as a whole. In one that has, a joker stands
// between two numbers that follow each other only if the later of these had to
// go there, since on its other side it would have met its next neighbour.
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

// boundOfJoker: a joker goes between no two numbers that follow each other.
func boundOfJoker(there, jokers uint32, place int) jokerBound {
	left, _ := adjacentNumber(there, jokers, place, -1)
	right, _ := adjacentNumber(there, jokers, place, 1)
	if right == none {
		return jokerBound{left: none, middle: none, right: none, allowed: unlimited()}
	}
	return apart(left, right)
}

// boundOfNumber: which gap next to jokers a number could take follows from the
// numbers behind these. It takes one that leaves no joker between two that
// follow each other, if there is one; else any, or the leftmost by the clock.
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

// adjacentNumber returns the index of the nearest number left of a place, where step is -1,
// or right of it, where step is 1, among the tiles that are there, and how many jokers
// lie between.
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
