package davinci

import (
	"math/rand/v2"
	"slices"
)

// sweep counts the ways to fill the rows of a puzzle whose jokers stand in given
// places. It tells the numbers in order to all lanes at once; each number goes
// to one of them, or to the pool. A state of the sweep is a node of each lane:
// all nodes of the first lane beside each node of the second, and so on. State 0
// is the beginning of all.
//
// The last two lanes are those that age, as only a row with a joker does. States
// that have the same nodes of these lie in a block: to let a number pass leads from
// one block as a whole to another.
type sweep struct {
	puzzle *puzzle
	rows   [MaxSeats + 1][]rowLane // by row: lanes that were made for it
	still  *lane
	lanes  []*lane
	plain  int            // how many of them do not age
	stride [mostLanes]int // how many states lie between two nodes of a lane
	aging  [2]*lane       // the last two lanes
	block  int            // states of a block
	states int
	told   []int   // numbers
	takers []taker // of one number
	found  []step  // see steps
}

// mostLanes are those of all racks and a hand, and two that age at least.
const mostLanes = MaxSeats + 3

// rowLane is the lane of a row with jokers in some places, as bits.
type rowLane struct {
	jokers uint32
	*lane
}

// taker is a node of a lane that can take a number, and then goes to the next one.
type taker struct {
	first, stride, span int // the first state at it, how far the next node is, and the next states at it
	spot                int
	weight              float64
}

// newSweep is for a puzzle.
func newSweep(p *puzzle) sweep {
	return sweep{puzzle: p, lanes: make([]*lane, 0, mostLanes), takers: make([]taker, 0, mostSpots)}
}

// lane is that of a row with jokers in some places.
func (s *sweep) lane(row int, jokers uint32) *lane {
	for _, known := range s.rows[row] {
		if known.jokers == jokers {
			return known.lane
		}
	}
	l := newLane(&s.puzzle.rows[row], jokers, s.puzzle.rule)
	s.rows[row] = append(s.rows[row], rowLane{jokers, l})
	return l
}

// count counts the ways to fill the rows, and returns lists of them that the other
// methods want, in the memory of room where that is large enough. It is false where
// there is no way.
func (s *sweep) count(jokers jokerCase, room []float64) (ways, bool) {
	if !s.lineUp(jokers) {
		return room, false
	}
	s.listNumbers()
	all := ways(resize(room, (len(s.told)+3)*s.states))
	s.markEnds(s.level(all, len(s.told)))
	for i := len(s.told) - 1; i >= 0; i-- {
		s.back(s.told[i], s.level(all, i), s.level(all, i+1))
	}
	return all, all[0] > 0
}

// ways are lists by state: in how many ways it can go on to the end from before each
// number told, and from behind all. Two more lists come after these, for addOdds. The
// first of all numbers is in how many ways the rows can be filled.
type ways []float64

// level is the i-th list.
func (s *sweep) level(all ways, i int) []float64 { return all[i*s.states:][:s.states] }

// lineUp finds the lanes, those that age last. It is false where one of them
// never ends well.
func (s *sweep) lineUp(jokers jokerCase) bool {
	s.lanes = s.lanes[:0]
	aging := s.aging[:0]
	for row := range s.puzzle.rows {
		l := s.lane(row, jokers.in(s.puzzle, row))
		switch {
		case l.never:
			return false
		case l.ages:
			aging = append(aging, l)
		default:
			s.lanes = append(s.lanes, l)
		}
	}
	for len(aging) < len(s.aging) {
		if s.still == nil {
			s.still = stillLane()
		}
		aging = append(aging, s.still)
	}
	s.plain = len(s.lanes)
	s.lanes = append(s.lanes, aging...)
	s.states = 1
	for i, l := range s.lanes {
		if i == s.plain {
			s.block = s.states
		}
		s.stride[i] = s.states
		s.states *= len(l.nodes)
	}
	return true
}

// listNumbers lists the numbers that somebody can take, or all where a lane has to
// know what passes.
func (s *sweep) listNumbers() {
	wanted := numberSet(0)
	for _, l := range s.lanes[:s.plain] {
		wanted |= l.takes
	}
	if s.states > s.block {
		wanted = 1<<numbers - 1
	}
	s.told = resize(s.told, numbers)[:0]
	for number := range numbers {
		if wanted.has(number) {
			s.told = append(s.told, number)
		}
	}
}

// listTakers finds who can take a number, of the lanes that do not age.
func (s *sweep) listTakers(number int) {
	s.takers = s.takers[:0]
	for i, l := range s.lanes[:s.plain] {
		if !l.takes.has(number) {
			continue
		}
		stride := s.stride[i]
		for node := range l.nodes {
			if at := &l.nodes[node]; at.can.has(number) {
				s.takers = append(s.takers, taker{
					first: node * stride, stride: stride, span: stride * len(l.nodes),
					spot: at.spot, weight: s.puzzle.weight(at.spot, valueOf(number)),
				})
			}
		}
	}
}

// valueOf is that of a number in the order.
func valueOf(number int) Value { return Value(number / 2) } //nolint:gosec // it is at most 11

// at is the block of two nodes of the lanes that age.
func (s *sweep) at(list []float64, first, second int) []float64 {
	return list[(first+second*len(s.aging[0].nodes))*s.block:][:s.block]
}

// markEnds marks the states with all rows full.
func (s *sweep) markEnds(ends []float64) {
	clear(ends)
	for b, last := range s.aging[1].nodes {
		for a := range s.aging[0].nodes {
			if last.done && s.aging[0].nodes[a].done {
				s.at(ends, a, b)[s.block-1] = 1
			}
		}
	}
}

// back counts the ways from before a number by those from behind it, where all
// rows are full in the end. Where values have weights, so have the ways. Blocks in
// which nothing ends well stay as they are.
func (s *sweep) back(number int, here, next []float64) {
	s.listTakers(number)
	for _, b := range s.aging[1].before(number) {
		for _, a := range s.aging[0].before(number) {
			ways := s.at(here, a.node, b.node)
			if a.pass == none || b.pass == none {
				clear(ways)
			} else {
				later := s.at(next, a.pass, b.pass)
				copy(ways, later)
				for i := range s.takers {
					s.takers[i].back(ways, later)
				}
			}
			if a.take != none && b.pass != none {
				add(ways, s.at(next, a.take, b.pass), s.weight(0, a, number))
			}
			if b.take != none && a.pass != none {
				add(ways, s.at(next, a.pass, b.take), s.weight(1, b, number))
			}
		}
	}
}

// addOdds adds to the odds of each spot how many ways there are with a number
// in it, each of a weight.
func (s *sweep) addOdds(all ways, sum []odds, weight float64) {
	now, after := s.level(all, len(s.told)+1), s.level(all, len(s.told)+2) // in how many ways a state can be reached
	clear(now)
	now[0] = weight
	for i, number := range s.told {
		if s.block < s.states {
			clear(after)
		}
		s.forth(number, now, after, s.level(all, i+1), sum)
		now, after = after, now
	}
}

// forth adds in how many ways each state behind a number can be reached by those
// before it, and to the odds of the number.
func (s *sweep) forth(number int, now, after, next []float64, sum []odds) {
	s.listTakers(number)
	for _, b := range s.aging[1].before(number) {
		for _, a := range s.aging[0].before(number) {
			ways := s.at(now, a.node, b.node)
			if a.pass != none && b.pass != none {
				reached, later := s.at(after, a.pass, b.pass), s.at(next, a.pass, b.pass)
				if s.block < s.states {
					add(reached, ways, 1)
				} else {
					copy(reached, ways)
				}
				for i := range s.takers {
					taker := &s.takers[i]
					if all := taker.forth(reached, ways, later); taker.spot != none {
						sum[taker.spot][valueOf(number)+1] += all
					}
				}
			}
			if a.take != none && b.pass != none {
				s.taken(0, a, number, sum, s.at(after, a.take, b.pass), ways, s.at(next, a.take, b.pass))
			}
			if b.take != none && a.pass != none {
				s.taken(1, b, number, sum, s.at(after, a.pass, b.take), ways, s.at(next, a.pass, b.take))
			}
		}
	}
}

// taken is forth where a lane that ages takes the number.
func (s *sweep) taken(lane int, m move, number int, sum []odds, after, now, next []float64) {
	weight := s.weight(lane, m, number)
	add(after, now, weight)
	if spot := s.aging[lane].nodes[m.node].spot; spot != none {
		all := 0.0
		for i, ways := range now {
			all += ways * next[i]
		}
		sum[spot][valueOf(number)+1] += weight * all
	}
}

// weight is how much it weighs that a lane that ages takes a number.
func (s *sweep) weight(lane int, m move, number int) float64 {
	return s.puzzle.weight(s.aging[lane].nodes[m.node].spot, valueOf(number))
}

// add adds a list, so many times.
func add(dst, src []float64, times float64) {
	src = src[:len(dst)]
	for i, ways := range src {
		dst[i] += times * ways
	}
}

// back adds to the states of a block at the node those behind it.
func (t *taker) back(dst, src []float64) {
	if t.stride == 1 {
		for state := t.first; state+1 < len(src); state += t.span {
			dst[state] += t.weight * src[state+1]
		}
		return
	}
	for state := t.first; state < len(dst); state += t.span {
		add(dst[state:][:t.stride], src[state+t.stride:][:t.stride], t.weight)
	}
}

// forth adds to the states of a block behind the node those at it, and returns in
// how many ways it goes on from there to the end.
func (t *taker) forth(after, now, next []float64) float64 {
	sum := 0.0
	if t.stride == 1 {
		for state := t.first; state+1 < len(after); state += t.span {
			ways := t.weight * now[state]
			after[state+1] += ways
			sum += ways * next[state+1]
		}
		return sum
	}
	for state := t.first; state < len(now); state += t.span {
		after, next := after[state+t.stride:][:t.stride], next[state+t.stride:][:t.stride]
		for i, ways := range now[state:][:t.stride] {
			ways *= t.weight
			after[i] += ways
			sum += ways * next[i]
		}
	}
	return sum
}

// position is a state, by the node of each lane.
type position [mostLanes]int

// state is the number of a position.
func (s *sweep) state(at position) int {
	state := 0
	for i := range s.lanes {
		state += at[i] * s.stride[i]
	}
	return state
}

// step is where a number can lead: to a spot, or to none that is asked for.
type step struct {
	to   position
	spot int
	ways float64 // to go on from there, with the weight of the number at its spot
}

// steps are where the i-th number told can lead. A lane that cannot let it pass
// has to take it. The answer is good until the next call.
func (s *sweep) steps(all ways, i int, at position) []step {
	number, next := s.told[i], s.level(all, i+1)
	passed, must := at, 0
	for lane, l := range s.lanes {
		if passed[lane] = l.after(number, l.nodes[at[lane]].pass); passed[lane] == none {
			must++
		}
	}
	s.found = s.found[:0]
	add := func(to position, spot int) {
		if ways := next[s.state(to)] * s.puzzle.weight(spot, valueOf(number)); ways > 0 {
			s.found = append(s.found, step{to, spot, ways})
		}
	}
	if must == 0 {
		add(passed, none)
	}
	for lane, l := range s.lanes {
		now := &l.nodes[at[lane]]
		if !now.can.has(number) || must > 1 || must == 1 && passed[lane] != none {
			continue
		}
		to := passed
		if to[lane] = l.after(number, now.take); to[lane] != none {
			add(to, now.spot)
		}
	}
	return s.found
}

// draw draws one of the ways, each as often as it weighs, and writes its numbers
// to their spots.
func (s *sweep) draw(all ways, random *rand.Rand, world []Value) {
	var at position
	for i, number := range s.told {
		steps, chosen := s.steps(all, i, at), 0
		left := random.Float64()*s.level(all, i)[s.state(at)] - steps[0].ways
		for left >= 0 && chosen+1 < len(steps) { // sums may be rounded
			chosen++
			left -= steps[chosen].ways
		}
		if spot := steps[chosen].spot; spot != none {
			world[spot] = valueOf(number)
		}
		at = steps[chosen].to
	}
}

// follow is what the numbers given to the spots weigh, 0 where they are none of
// the ways.
func (s *sweep) follow(all ways, world []Value) float64 {
	var nowhere [numbers]int
	for number := range nowhere {
		nowhere[number] = none
	}
	spots := nowhere
	for spot, value := range world {
		if value == Joker {
			continue
		}
		number := int(idOf(s.puzzle.colors[spot], value))
		if spots[number] != none {
			return 0 // a tile is in one place only
		}
		spots[number] = spot
	}
	at, weight := position{}, 1.0
	for i, number := range s.told {
		steps, spot := s.steps(all, i, at), spots[number]
		taken := slices.IndexFunc(steps, func(step step) bool { return step.spot == spot })
		if taken < 0 {
			return 0
		}
		at, weight = steps[taken].to, weight*s.puzzle.weight(spot, valueOf(number))
		spots[number] = none
	}
	if spots != nowhere {
		return 0 // what was not told is seen elsewhere
	}
	return weight
}

// resize is a list of so many elements, in the same memory where that is large
// enough. What is in it is not defined.
func resize[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}
