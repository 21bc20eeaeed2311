package solver

import "math/rand/v2"

// A search finds the codes that fit all rows. It first lists the mixes, which say how often each
// colour occurs, that give each row its total number of pegs; there are few. Then it fills in the
// colours of each mix place by place so that each row gets its black pegs, and backtracks as soon
// as a row cannot get its answer any more.
//
// All rows are processed at once: each row has a 6-bit field with the number of pegs that it
// still needs. The top bit is a guard bit, which is set as long as the number is not negative.
type search struct {
	size   Size
	wide   bool // there are more rows than one word has fields
	black  fields
	all    fields
	hits   [MaxPositions][MaxColors]fields     // rows whose guess has the colour at the place
	shares [MaxColors][MaxPositions + 1]fields // pegs that each row gets from a number of places with the colour
	most   [MaxPositions + 1]uint64            // for each number, a word with it in every field, plus guard bits

	mixes []mix
	ways  int // orders of all mixes

	order  [MaxPositions]int // order in which places are filled
	tries  []int             // the colours of the mix, in the order in which they are tried
	turn   [MaxPositions]int // index in tries of the first colour to try at a place
	colors [MaxColors]int    // backing array of tries
	held   mix               // colours that have not been placed yet
	holds  [2]uint64         // Code.holds of all codes of the mix
	steps  int               // remaining steps
	found  func(Code) bool   // called with each code; the search stops when it returns false
}

// A mix is the number of places for each colour, and the number of codes with these numbers.
type mix struct {
	count [MaxColors]int8
	ways  int // at most 8!
}

const (
	fieldBits = 6
	fieldsIn  = 64 / fieldBits // fields in a word
	ones      = uint64(1) | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48 | 1<<54
	guards    = ones << (fieldBits - 1)
)

// fields has a small number for each row. Rows beyond the number of fields are ignored; no board
// has that many.
type fields [2]uint64

func (f *fields) add(row, n int) { f[row/fieldsIn] += uint64(n) << (row % fieldsIn * fieldBits) } //nolint:gosec // n counts pegs

// newSearch returns a search with all mixes.
func newSearch(size Size, rows []Row) *search {
	s := prepare(size, rows)
	s.eachMix(func(one mix) bool {
		s.mixes, s.ways = append(s.mixes, one), s.ways+one.ways
		return true
	})
	return s
}

// prepare returns a search without mixes.
func prepare(size Size, rows []Row) *search {
	s := &search{size: size, black: fields{guards, guards}, all: fields{guards, guards}}
	rows = rows[:min(len(rows), 2*fieldsIn)]
	s.wide = len(rows) > fieldsIn
	for i, row := range rows {
		s.black.add(i, int(row.Answer)/(MaxPositions+1))
		s.all.add(i, int(row.Answer)%(MaxPositions+1))
		var held [MaxColors]int
		for place := range size.Positions {
			color := row.Guess.Color(place)
			s.hits[place][color].add(i, 1)
			held[color]++
		}
		for color := range size.Colors {
			for n := range size.Positions + 1 {
				s.shares[color][n].add(i, min(n, held[color]))
			}
		}
	}
	for n := range s.most {
		s.most[n] = guards + uint64(n)*ones
	}
	for place := range size.Positions {
		s.order[place] = place
	}
	return s
}

// eachMix calls found with every mix until it returns false.
func (s *search) eachMix(found func(mix) bool) {
	s.mixOf(0, s.size.Positions, mix{ways: 1}, s.all, found)
}

// mixOf tries every number of places for a color and all later ones; rest is the number of places
// left. It reports whether to continue.
func (s *search) mixOf(color, rest int, held mix, want fields, found func(mix) bool) bool {
	if color == s.size.Colors {
		return found(held)
	}
	least := 0
	if color == s.size.Colors-1 {
		least = rest
	}
	ways := held.ways
	for n := range rest + 1 {
		if n > 0 {
			ways = ways * (rest - n + 1) / n
		}
		if n < least {
			continue
		}
		next, can := s.less(want, s.shares[color][n], rest-n)
		if !can {
			break // a row has too many pegs, or the other colours cannot give it enough: more of this colour does not help
		}
		held.count[color], held.ways = int8(n), ways
		if !s.mixOf(color+1, rest-n, held, next, found) {
			return false
		}
	}
	return true
}

// less subtracts given from the pegs that rows need. It reports whether the rest can still be
// reached with rest places to fill.
func (s *search) less(want, given fields, rest int) (fields, bool) {
	most := s.most[rest]
	left := fields{want[0] - given[0], want[1]}
	can := left[0] & (most - left[0]&^guards)
	if s.wide {
		left[1] -= given[1]
		can &= left[1] & (most - left[1]&^guards)
	}
	return left, can&guards == guards
}

// shuffle shuffles the order of places and colours.
func (s *search) shuffle(random *rand.Rand) {
	random.Shuffle(s.size.Positions, func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
	random.Shuffle(len(s.tries), func(i, j int) { s.tries[i], s.tries[j] = s.tries[j], s.tries[i] })
	turns := random.Uint32()
	for place := range s.size.Positions {
		s.turn[place] = int(turns>>(4*place)&15) * len(s.tries) / 16
	}
}

// each calls found with every code that fits. It reports false if that takes more than the given
// number of steps or found returns false.
func (s *search) each(steps int, found func(Code) bool) bool {
	s.steps, s.found = steps, found
	for _, one := range s.mixes {
		s.take(one)
		if !s.fill(0, [2]uint64{}, s.black) {
			return false
		}
	}
	return true
}

// some calls found with random codes that fit, each with a new mix and order, until found returns
// false or the steps are used up. Codes may repeat and are about equally likely.
func (s *search) some(steps int, random *rand.Rand, found func(Code) bool) {
	sums := make([]int, len(s.mixes))
	total := 0
	for i, one := range s.mixes {
		total += one.ways
		sums[i] = total
	}
	s.steps = steps
	for again := true; again && s.steps > 0; {
		s.take(s.mixes[pick(sums, random.IntN(total))])
		s.shuffle(random)
		s.found = func(c Code) bool {
			again = found(c)
			return false
		}
		s.fill(0, [2]uint64{}, s.black)
	}
}

// visit calls found with codes that fit. It repeatedly takes a random mix and order and searches
// for a few steps from there. Mixes with many codes are over-represented. It stops when the steps
// are used up or found returns false.
func (s *search) visit(steps int, random *rand.Rand, found func(Code) bool) {
	sums := make([]int, len(s.mixes))
	total := 0
	for i, one := range s.mixes {
		total += one.ways
		sums[i] = total
	}
	again := true
	s.found = func(c Code) bool {
		again = found(c)
		return again
	}
	for again && steps > 0 {
		s.take(s.mixes[pick(sums, random.IntN(total))])
		s.shuffle(random)
		s.steps = min(steps, stepsOfVisit)
		steps -= s.steps
		s.fill(0, [2]uint64{}, s.black)
		steps += max(0, s.steps)
	}
}

// stepsOfVisit is enough steps to find some codes, but too few for most of them to be similar.
const stepsOfVisit = 150

// pick returns the index of the first of ascending sums that is above n.
func pick(sums []int, n int) int {
	low, high := 0, len(sums)-1
	for low < high {
		if middle := (low + high) / 2; sums[middle] > n {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// take sets the mix whose colours are to be placed.
func (s *search) take(one mix) {
	s.held, s.holds, s.tries = one, [2]uint64{}, s.colors[:0]
	for color, n := range s.held.count {
		if n > 0 {
			s.holds[color/halfColors] |= (1<<n - 1) << (color % halfColors * 8)
			s.tries = append(s.tries, color)
		}
	}
}

// fill tries every colour at the next place. at has the places that are filled. It reports
// whether to continue.
func (s *search) fill(filled int, at [2]uint64, want fields) bool {
	if filled == s.size.Positions {
		return s.found(Code{at, s.holds})
	}
	place, rest := s.order[filled], s.size.Positions-filled-1
	next := s.turn[place]
	for range s.tries {
		color := s.tries[next]
		if next++; next == len(s.tries) {
			next = 0
		}
		if s.held.count[color] == 0 {
			continue
		}
		if s.steps--; s.steps < 0 {
			return false
		}
		missing, can := s.less(want, s.hits[place][color], rest)
		if !can {
			continue
		}
		longer := at
		longer[place/halfPlaces] |= 1 << (place%halfPlaces*MaxColors + color)
		s.held.count[color]--
		again := s.fill(filled+1, longer, missing)
		s.held.count[color]++
		if !again {
			return false
		}
	}
	return true
}
