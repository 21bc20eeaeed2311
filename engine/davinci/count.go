package davinci

import (
	"math/rand/v2"
	"slices"
)

// A counter counts the ways to fill the rows of a set of constraints, for given places of the
// jokers. It feeds the numbers in order to all automata at the same time; each number is taken by
// one of them or goes to the pool. A state of the counter is a combination of one node of every
// automaton, with the first automaton varying fastest. State 0 is the start.
//
// The last two automata are aging: only a row with a joker has one. States with the same nodes of
// these two form a block, so that passing a number maps a whole block to another one.
type counter struct {
	constraints *constraints
	rows        [MaxSeats + 1][]rowAutomaton // by row: cached automata
	still       *automaton
	automata    []*automaton
	plain       int               // number of automata that are not aging
	stride      [mostAutomata]int // distance between the states of consecutive nodes, by automaton
	aging       [2]*automaton     // the last two automata
	block       int               // number of states in a block
	states      int
	told        []int   // numbers that are fed to the automata
	takers      []taker // takers of the current number
	found       []step  // result of steps
}

// mostAutomata is the maximum number of automata: one for each rack and a hand, and at least two
// aging ones.
const mostAutomata = MaxSeats + 3

// rowAutomaton is the automaton of a row with jokers at the given places, as bits.
type rowAutomaton struct {
	jokers uint32
	*automaton
}

// A taker is a node of an automaton that can take a number. The next node follows it.
type taker struct {
	first, stride, span int // the first state of the node, the distance to the next node, and the distance to the next states of the node
	spot                int
	weight              float64
}

// newCounter returns a counter for a set of constraints.
func newCounter(p *constraints) counter {
	return counter{constraints: p, automata: make([]*automaton, 0, mostAutomata), takers: make([]taker, 0, mostSpots)}
}

// automaton returns the automaton of a row with jokers at the given places.
func (s *counter) automaton(row int, jokers uint32) *automaton {
	for _, known := range s.rows[row] {
		if known.jokers == jokers {
			return known.automaton
		}
	}
	l := newAutomaton(&s.constraints.rows[row], jokers, s.constraints.rule)
	s.rows[row] = append(s.rows[row], rowAutomaton{jokers, l})
	return l
}

// count counts the ways to fill the rows. It reports false if there are none. The result is
// needed by the other methods; it uses the memory of room if that is large enough.
func (s *counter) count(jokers jokerCase, room []float64) (ways, bool) {
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

// ways has for each state the number of ways to complete all rows: one list for the time before
// each number, and one for the time after the last. Two scratch lists for addOdds follow. The
// first element is the number of ways to fill the rows.
type ways []float64

// level returns the i-th list.
func (s *counter) level(all ways, i int) []float64 { return all[i*s.states:][:s.states] }

// lineUp sets the automata, the aging ones last. It reports false if one of them has no accepting
// run.
func (s *counter) lineUp(jokers jokerCase) bool {
	s.automata = s.automata[:0]
	aging := s.aging[:0]
	for row := range s.constraints.rows {
		l := s.automaton(row, jokers.in(s.constraints, row))
		switch {
		case l.never:
			return false
		case l.ages:
			aging = append(aging, l)
		default:
			s.automata = append(s.automata, l)
		}
	}
	for len(aging) < len(s.aging) {
		if s.still == nil {
			s.still = stillAutomaton()
		}
		aging = append(aging, s.still)
	}
	s.plain = len(s.automata)
	s.automata = append(s.automata, aging...)
	s.states = 1
	for i, l := range s.automata {
		if i == s.plain {
			s.block = s.states
		}
		s.stride[i] = s.states
		s.states *= len(l.nodes)
	}
	return true
}

// listNumbers lists the numbers that any automaton can take, or all numbers if there is an aging
// automaton.
func (s *counter) listNumbers() {
	wanted := numberSet(0)
	for _, l := range s.automata[:s.plain] {
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

// listTakers lists the nodes that can take a number, without those of aging automata.
func (s *counter) listTakers(number int) {
	s.takers = s.takers[:0]
	for i, l := range s.automata[:s.plain] {
		if !l.takes.has(number) {
			continue
		}
		stride := s.stride[i]
		for node := range l.nodes {
			if at := &l.nodes[node]; at.can.has(number) {
				s.takers = append(s.takers, taker{
					first: node * stride, stride: stride, span: stride * len(l.nodes),
					spot: at.spot, weight: s.constraints.weight(at.spot, valueOf(number)),
				})
			}
		}
	}
}

// valueOf returns the value of an index in the order of numbers.
func valueOf(number int) Value { return Value(number / 2) } //nolint:gosec // it is at most 11

// at returns the block for two nodes of the aging automata.
func (s *counter) at(list []float64, first, second int) []float64 {
	return list[(first+second*len(s.aging[0].nodes))*s.block:][:s.block]
}

// markEnds sets the final list: 1 for states with complete rows, and 0 for others.
func (s *counter) markEnds(ends []float64) {
	clear(ends)
	for b, last := range s.aging[1].nodes {
		for a := range s.aging[0].nodes {
			if last.done && s.aging[0].nodes[a].done {
				s.at(ends, a, b)[s.block-1] = 1
			}
		}
	}
}

// back computes the list before a number from the list after it, with the weights of values. It
// does not touch blocks without an accepting run.
func (s *counter) back(number int, here, next []float64) {
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

// addOdds adds to the odds of each spot the number of ways in which it has each value, multiplied
// by weight.
func (s *counter) addOdds(all ways, sum []odds, weight float64) {
	now, after := s.level(all, len(s.told)+1), s.level(all, len(s.told)+2) // number of ways to reach each state
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

// forth adds the number of ways to reach each state after a number, given those before it, and
// adds to the odds of the number.
func (s *counter) forth(number int, now, after, next []float64, sum []odds) {
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

// taken does the same as forth for an aging automaton that takes the number.
func (s *counter) taken(k int, m move, number int, sum []odds, after, now, next []float64) {
	weight := s.weight(k, m, number)
	add(after, now, weight)
	if spot := s.aging[k].nodes[m.node].spot; spot != none {
		all := 0.0
		for i, ways := range now {
			all += ways * next[i]
		}
		sum[spot][valueOf(number)+1] += weight * all
	}
}

// weight returns the weight of a number that an aging automaton takes.
func (s *counter) weight(k int, m move, number int) float64 {
	return s.constraints.weight(s.aging[k].nodes[m.node].spot, valueOf(number))
}

// add adds src times a factor to dst.
func add(dst, src []float64, times float64) {
	src = src[:len(dst)]
	for i, ways := range src {
		dst[i] += times * ways
	}
}

// back adds to the states of the node in a block the states of the next node.
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

// forth adds to the states of the next node in a block those of the node. It returns the number
// of ways from there to the end.
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

// A position is a state as one node of each automaton.
type position [mostAutomata]int

// state returns the number of a position.
func (s *counter) state(at position) int {
	state := 0
	for i := range s.automata {
		state += at[i] * s.stride[i]
	}
	return state
}

// A step is a possible result of a number: the next position and the spot that takes the number,
// or none.
type step struct {
	to   position
	spot int
	ways float64 // ways to complete the rows after it, with the weight of the number
}

// steps returns the possible results of the i-th number that is fed. If an automaton must not
// pass the number, it has to take it. The result is valid until the next call.
func (s *counter) steps(all ways, i int, at position) []step {
	number, next := s.told[i], s.level(all, i+1)
	passed, must := at, 0
	for k, l := range s.automata {
		if passed[k] = l.after(number, l.nodes[at[k]].pass); passed[k] == none {
			must++
		}
	}
	s.found = s.found[:0]
	add := func(to position, spot int) {
		if ways := next[s.state(to)] * s.constraints.weight(spot, valueOf(number)); ways > 0 {
			s.found = append(s.found, step{to, spot, ways})
		}
	}
	if must == 0 {
		add(passed, none)
	}
	for k, l := range s.automata {
		now := &l.nodes[at[k]]
		if !now.can.has(number) || must > 1 || must == 1 && passed[k] != none {
			continue
		}
		to := passed
		if to[k] = l.after(number, now.take); to[k] != none {
			add(to, now.spot)
		}
	}
	return s.found
}

// draw draws a random way with its weight and writes its numbers to the spots.
func (s *counter) draw(all ways, random *rand.Rand, world []Value) {
	var at position
	for i, number := range s.told {
		steps, chosen := s.steps(all, i, at), 0
		left := random.Float64()*s.level(all, i)[s.state(at)] - steps[0].ways
		for left >= 0 && chosen+1 < len(steps) { // because of rounding
			chosen++
			left -= steps[chosen].ways
		}
		if spot := steps[chosen].spot; spot != none {
			world[spot] = valueOf(number)
		}
		at = steps[chosen].to
	}
}

// follow returns the weight of the way in which the spots have the given values, or 0 if there is
// none.
func (s *counter) follow(all ways, world []Value) float64 {
	var nowhere [numbers]int
	for number := range nowhere {
		nowhere[number] = none
	}
	spots := nowhere
	for spot, value := range world {
		if value == Joker {
			continue
		}
		number := int(idOf(s.constraints.colors[spot], value))
		if spots[number] != none {
			return 0 // one tile in two places
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
		at, weight = steps[taken].to, weight*s.constraints.weight(spot, valueOf(number))
		spots[number] = none
	}
	if spots != nowhere {
		return 0 // a number that was not fed is visible elsewhere
	}
	return weight
}

// resize returns a list of n elements, which uses the memory of list if that is large enough. The
// elements have any value.
func resize[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	return list[:n]
}
