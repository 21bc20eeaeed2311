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
type sweep struct {
	puzzle *puzzle
	plain  []lane // by row, without jokers
	lanes  []lane // by row
	told   []told
	states int
	ways   []float64 // by number told and state: in how many ways it can go on to the end
	now    []float64 // by state: in how many ways it can be reached
	after  []float64
	moved  [2][]float64 // by state; see pass
	found  []step       // see steps
}

// told is one number of the order.
type told struct {
	number int
	value  Value
	bit    numberSet
	pool   bool // no lane need take it
}

// newSweep is for a puzzle.
func newSweep(p *puzzle) *sweep {
	s := &sweep{puzzle: p, plain: make([]lane, len(p.rows)), lanes: make([]lane, len(p.rows))}
	for i := range p.rows {
		s.plain[i] = plainLane(&p.rows[i], 0)
	}
	return s
}

// count answers in how many ways the rows can be filled.
func (s *sweep) count(jokers jokerCase) float64 {
	p := s.puzzle
	s.states = 1
	for i := range p.rows {
		s.lanes[i] = s.plain[i]
		if set := jokers.in(p, i); set != 0 {
			s.lanes[i] = newLane(&p.rows[i], set, p.rule)
		}
		if s.lanes[i].never {
			return 0
		}
		s.lanes[i].stride = s.states
		s.states *= len(s.lanes[i].nodes)
	}
	s.listNumbers(p.free)
	for i := range s.lanes {
		if !s.lanes[i].walk(s.told) {
			return 0
		}
	}
	s.countBack()
	return s.ways[0]
}

// listNumbers leaves out what is seen, unless a lane has to know what passes.
func (s *sweep) listNumbers(free numberSet) {
	owned, ages := numberSet(0), false
	for _, l := range s.lanes {
		owned, ages = owned|l.owned, ages || l.ages
	}
	s.told = resize(s.told, numbers)[:0]
	for value := range MaxNumber + 1 {
		for _, color := range [...]Color{Black, White} {
			number := tile{color: color, value: value}.order()
			if ages || free.has(number) {
				s.told = append(s.told, told{number: number, value: value, bit: 1 << number, pool: !owned.has(number)})
			}
		}
	}
}

// countBack counts from the end, where all rows are full. Where values have
// weights, so have the ways.
func (s *sweep) countBack() {
	s.ways = resize(s.ways, (len(s.told)+1)*s.states)
	s.markEnds(s.ways[len(s.told)*s.states:])
	for i := len(s.told) - 1; i >= 0; i-- {
		one, here, next := s.told[i], s.ways[i*s.states:][:s.states], s.ways[(i+1)*s.states:][:s.states]
		clear(here)
		if one.pool {
			copy(here, s.pass(one.bit, next, none, (*lane).back))
		}
		s.eachTaker(one.bit, next, (*lane).back, func(l *lane, node int, next []float64) {
			at := &l.nodes[node]
			l.add(here, node, next, at.take, s.puzzle.weight(at.spot, one.value))
		})
	}
}

// markEnds marks the states with all rows full.
func (s *sweep) markEnds(ends []float64) {
	clear(ends)
	ends[0] = 1
	for i := range s.lanes {
		l := &s.lanes[i]
		for state := range l.stride {
			was := ends[state]
			for node := range l.nodes {
				if ends[state+node*l.stride] = 0; l.nodes[node].done {
					ends[state+node*l.stride] = was
				}
			}
		}
	}
}

// addOdds adds to the odds of each spot how many ways there are with a number
// in it, each of a weight.
func (s *sweep) addOdds(sum []odds, weight float64) {
	s.now, s.after = resize(s.now, s.states), resize(s.after, s.states)
	clear(s.now)
	s.now[0] = weight
	for i, one := range s.told {
		next := s.ways[(i+1)*s.states:][:s.states]
		s.eachTaker(one.bit, next, (*lane).back, func(l *lane, node int, next []float64) {
			if at := &l.nodes[node]; at.spot >= 0 {
				sum[at.spot][one.value+1] += s.puzzle.weight(at.spot, one.value) * l.dot(s.now, node, next, at.take)
			}
		})
		clear(s.after)
		if one.pool {
			copy(s.after, s.pass(one.bit, s.now, none, (*lane).forth))
		}
		s.eachTaker(one.bit, s.now, (*lane).forth, func(l *lane, node int, now []float64) {
			at := &l.nodes[node]
			l.add(s.after, at.take, now, node, s.puzzle.weight(at.spot, one.value))
		})
		s.now, s.after = s.after, s.now
	}
}

// eachTaker calls do for each node of each lane that can take a number, with a
// list moved on by what the number does to the other lanes, which let it pass.
func (s *sweep) eachTaker(number numberSet, list []float64, move mover, do func(l *lane, node int, list []float64)) {
	for _, ages := range [...]bool{false, true} {
		var moved []float64
		for i := range s.lanes {
			l := &s.lanes[i]
			if l.ages != ages {
				continue
			}
			if ages {
				moved = nil // it differs by who takes the number
			}
			for node := range l.nodes {
				if l.nodes[node].can&l.nodes[node].live&number == 0 {
					continue
				}
				if moved == nil {
					moved = s.pass(number, list, i, move)
				}
				do(l, node, moved)
			}
		}
	}
}

// mover adds to dst what is in src before a lane lets a number pass, or after.
type mover func(l *lane, number numberSet, dst, src []float64)

// pass moves a list on by every lane but one for which it changes anything that
// a number passes. The answer is good until the next call.
func (s *sweep) pass(number numberSet, list []float64, except int, move mover) []float64 {
	turn := 0
	for i := range s.lanes {
		if l := &s.lanes[i]; i != except && l.ages {
			s.moved[turn] = resize(s.moved[turn], s.states)
			clear(s.moved[turn])
			move(l, number, s.moved[turn], list)
			list, turn = s.moved[turn], 1-turn
		}
	}
	return list
}

// back goes from after a number that passes to before it.
func (l *lane) back(number numberSet, dst, src []float64) {
	for node := range l.nodes {
		if pass := l.nodes[node].pass; pass != none && l.nodes[node].live&number != 0 {
			l.add(dst, node, src, pass, 1)
		}
	}
}

// forth goes from before a number that passes to after it.
func (l *lane) forth(number numberSet, dst, src []float64) {
	for node := range l.nodes {
		if pass := l.nodes[node].pass; pass != none && l.nodes[node].live&number != 0 {
			l.add(dst, pass, src, node, 1)
		}
	}
}

// add adds what is in src at one node of the lane to what is in dst at another,
// so many times, wherever the other lanes are.
func (l *lane) add(dst []float64, node int, src []float64, from int, times float64) {
	if l.stride == 1 {
		for state := node; state < len(dst); state += len(l.nodes) {
			dst[state] += times * src[state-node+from]
		}
		return
	}
	for block := 0; block < len(dst); block += l.stride * len(l.nodes) {
		to := dst[block+node*l.stride:][:l.stride]
		for i, ways := range src[block+from*l.stride:][:l.stride] {
			to[i] += times * ways
		}
	}
}

// dot sums up what is in a at one node of the lane times what is in b at another.
func (l *lane) dot(a []float64, node int, b []float64, other int) float64 {
	sum := 0.0
	for block := 0; block < len(a); block += l.stride * len(l.nodes) {
		factors := a[block+node*l.stride:][:l.stride]
		for i, ways := range b[block+other*l.stride:][:l.stride] {
			sum += factors[i] * ways
		}
	}
	return sum
}

// position is a state, by the node of each lane.
type position [MaxSeats + 1]int

// state is the number of a position.
func (s *sweep) state(at position) int {
	state := 0
	for i := range s.lanes {
		state += at[i] * s.lanes[i].stride
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
func (s *sweep) steps(i int, at position) []step {
	one, next := s.told[i], s.ways[(i+1)*s.states:]
	passed, must := at, 0
	for lane := range s.lanes {
		if passed[lane] = s.lanes[lane].nodes[at[lane]].pass; passed[lane] == none {
			must++
		}
	}
	s.found = s.found[:0]
	add := func(to position, spot int) {
		if ways := next[s.state(to)] * s.puzzle.weight(spot, one.value); ways > 0 {
			s.found = append(s.found, step{to, spot, ways})
		}
	}
	if one.pool && must == 0 {
		add(passed, none)
	}
	for lane := range s.lanes {
		now := &s.lanes[lane].nodes[at[lane]]
		if now.can&one.bit != 0 && (must == 0 || must == 1 && now.pass == none) {
			to := passed
			to[lane] = now.take
			add(to, now.spot)
		}
	}
	return s.found
}

// draw draws one of the ways, each as often as it weighs, and writes its numbers
// to their spots.
func (s *sweep) draw(random *rand.Rand, world []Value) {
	var at position
	for i, one := range s.told {
		steps, chosen := s.steps(i, at), 0
		left := random.Float64()*s.ways[i*s.states+s.state(at)] - steps[0].ways
		for left >= 0 && chosen+1 < len(steps) { // sums may be rounded
			chosen++
			left -= steps[chosen].ways
		}
		if spot := steps[chosen].spot; spot != none {
			world[spot] = one.value
		}
		at = steps[chosen].to
	}
}

// follow is what the numbers given to the spots weigh, 0 where they are none of
// the ways.
func (s *sweep) follow(world []Value) float64 {
	var nowhere [numbers]int
	for number := range nowhere {
		nowhere[number] = none
	}
	spots := nowhere
	for spot, value := range world {
		if value == Joker {
			continue
		}
		number := tile{color: s.puzzle.colors[spot], value: value}.order()
		if spots[number] != none {
			return 0 // a tile is in one place only
		}
		spots[number] = spot
	}
	at, weight := position{}, 1.0
	for i, one := range s.told {
		steps, spot := s.steps(i, at), spots[one.number]
		taken := slices.IndexFunc(steps, func(step step) bool { return step.spot == spot })
		if taken < 0 {
			return 0
		}
		at, weight = steps[taken].to, weight*s.puzzle.weight(spot, one.value)
		spots[one.number] = none
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
