package solver

import "math/rand/v2"

// A search finds the codes that fit all rows. It looks first for the mixes of
// colours that give each row as many pegs as it has, and there are few of them,
// then for the orders of a mix that give the black ones, place by place, and goes
// back where a row cannot come out as told any more.
//
// It looks at all rows at once: each has a field of 6 bits for what it still
// misses, above which a bit is there while that is not below 0.
type search struct {
	size   Size
	wide   bool // there are more rows than one word has fields
	black  fields
	all    fields
	hits   [MaxPositions][MaxColors]fields     // which rows have the colour at the place
	shares [MaxColors][MaxPositions + 1]fields // what each count of a colour gives each row
	most   [MaxPositions + 1]uint64            // a word of that count for each row, and the bits above

	mixes []mix
	ways  int // of all mixes

	order  [MaxPositions]int // in which places are filled
	tries  []int             // the colours of the mix, in the order in which they are tried
	turn   [MaxPositions]int // which of them is the first at a place
	colors [MaxColors]int    // memory of tries
	held   mix               // what is still to be put somewhere
	holds  [2]uint64         // of every code of the mix
	steps  int               // that are left
	found  func(Code) bool   // gets what fits; false ends it all
}

// mix is how many a code has of each colour, and how many orders of them there
// are.
type mix struct {
	count [MaxColors]int8
	ways  int // at most 8!
}

const (
	fieldBits = 6
	fieldsIn  = 64 / fieldBits // a word
	ones      = uint64(1) | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48 | 1<<54
	guards    = ones << (fieldBits - 1)
)

// fields are numbers, by row. More rows than there are fields are not looked at;
// a board has no more.
type fields [2]uint64

func (f *fields) add(row, n int) { f[row/fieldsIn] += uint64(n) << (row % fieldsIn * fieldBits) } //nolint:gosec // n counts pegs

// newSearch finds the mixes.
func newSearch(size Size, rows []Row) *search {
	s := prepare(size, rows)
	s.eachMix(func(one mix) bool {
		s.mixes, s.ways = append(s.mixes, one), s.ways+one.ways
		return true
	})
	return s
}

// prepare makes a search that has no mixes yet.
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

// eachMix gives found every mix, until that is false.
func (s *search) eachMix(found func(mix) bool) {
	s.mixOf(0, s.size.Positions, mix{ways: 1}, s.all, found)
}

// mixOf takes every count of a colour and of all that come after it, rest together. It
// reports whether to go on.
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
			break // some row has too much, or the others cannot give it enough: still less with more of it
		}
		held.count[color], held.ways = int8(n), ways
		if !s.mixOf(color+1, rest-n, held, next, found) {
			return false
		}
	}
	return true
}

// less takes from what rows want. It reports whether that is possible with rest places
// to fill.
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

// shuffle puts places and colours in another order.
func (s *search) shuffle(random *rand.Rand) {
	random.Shuffle(s.size.Positions, func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
	random.Shuffle(len(s.tries), func(i, j int) { s.tries[i], s.tries[j] = s.tries[j], s.tries[i] })
	turns := random.Uint32()
	for place := range s.size.Positions {
		s.turn[place] = int(turns>>(4*place)&15) * len(s.tries) / 16
	}
}

// each gives found every code that fits, unless that takes more steps than there
// are; it reports whether it did not.
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

// some gives found one code after the other that fits, each of another mix and
// order by chance, until found or the steps have had enough. Each code may come,
// again and again, and more or less each as often.
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

// session gives found codes that fit: again and again of a mix and an order by chance, as
// many as it finds in a few steps from there. So a mix with more codes gives more of
// them, which `some` does not correct. It ends after a number of steps, or when found says so.
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

// stepsOfVisit are enough to find some codes, and too few for most of them to be alike.
const stepsOfVisit = 150

// pick is the first of ascending sums that is above n.
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

// take makes a mix what is to be put somewhere.
func (s *search) take(one mix) {
	s.held, s.holds, s.tries = one, [2]uint64{}, s.colors[:0]
	for color, n := range s.held.count {
		if n > 0 {
			s.holds[color/halfColors] |= (1<<n - 1) << (color % halfColors * 8)
			s.tries = append(s.tries, color)
		}
	}
}

// fill colours the next place in every way, where those before it are as at in a
// Code. It reports whether to go on.
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
