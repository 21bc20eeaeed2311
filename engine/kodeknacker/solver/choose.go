package solver

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Board is what a player knows of the code they look for.
type Board struct {
	Size Size
	Rows []Row
}

// How many steps a search may take, one is about ten nanoseconds: to find every
// code, and to find some of them where that is too many.
const (
	stepsForAll   = 60_000
	waysForAll    = 40_000 // up to this many codes of the right colours, all are looked at
	waysForSpread = 150_000
	stepsForSome  = 40_000
	stepsForOne   = 1_000_000
	spreadLeast   = 20 // fewer codes tell less than such of which some come more often
)

// left are codes that fit all rows, as many as are asked for, by chance and in no
// order. Where exact is true each is as likely and may come once, and there are
// count; else it may come more than once.
func (b Board) left(most int, random *rand.Rand) (sample []Code, count int, exact bool) {
	if all := b.Size.Codes(); len(b.Rows) == 0 && all > most {
		for range most {
			sample = append(sample, b.Size.Random(random))
		}
		return sample, all, true
	}
	s := newSearch(b.Size, b.Rows)
	if s.ways <= waysForAll {
		if sample, count = s.every(most, random); count > 0 {
			return sample, count, true
		}
	}
	if sample = s.sample(most, random); len(sample) == 0 {
		sample = append(sample, b.Size.Random(random))
	}
	return sample, 0, false
}

// spread is left at more cost: it looks at all codes more often, and else each code comes
// about as often as any other.
func (b Board) spread(most int, random *rand.Rand) (sample []Code, count int, exact bool) {
	if len(b.Rows) == 0 {
		return b.left(most, random)
	}
	s := newSearch(b.Size, b.Rows)
	if s.ways <= waysForSpread {
		if sample, count = s.every(most, random); count > 0 {
			return sample, count, true
		}
	}
	if found := newReservoir(most, random); s.ways > 0 {
		s.visit(stepsForAll, random, found.add)
		sample = found.drawn()
	}
	if len(sample) < spreadLeast {
		return b.left(most, random)
	}
	return sample, 0, false
}

// every is as many of the codes that fit all rows, and how many there are; none where
// it takes too long to find them all.
func (s *search) every(most int, random *rand.Rand) (sample []Code, count int) {
	found := newReservoir(most, random)
	if !s.each(stepsForAll, found.add) {
		return nil, 0
	}
	return found.drawn(), found.count
}

// reservoir keeps a sample of codes that come one by one, each equally likely.
type reservoir struct {
	most, count int
	random      *rand.Rand
	codes       []Code
}

func newReservoir(most int, random *rand.Rand) *reservoir {
	return &reservoir{most: most, random: random, codes: make([]Code, 0, most)}
}

// add takes one more code, and any number of them.
func (r *reservoir) add(c Code) bool {
	if r.count++; len(r.codes) < r.most {
		r.codes = append(r.codes, c)
	} else if at := r.random.IntN(r.count); at < r.most {
		r.codes[at] = c
	}
	return true
}

// drawn are those kept, in no order.
func (r *reservoir) drawn() []Code {
	r.random.Shuffle(len(r.codes), func(i, j int) { r.codes[i], r.codes[j] = r.codes[j], r.codes[i] })
	return r.codes
}

// sample is some codes that fit all rows; none where that takes too long.
func (s *search) sample(most int, random *rand.Rand) (sample []Code) {
	if s.ways == 0 {
		return nil
	}
	more := func(c Code) bool {
		sample = append(sample, c)
		return len(sample) < most
	}
	if s.some(stepsForSome, random, more); len(sample) == 0 {
		most = 1
		s.some(stepsForOne, random, more)
	}
	return sample
}

// Consistent is a code that fits all rows; each is as likely where there are not
// very many. Where none is found in time it is any code.
func (b Board) Consistent(random *rand.Rand) Code {
	sample, _, _ := b.left(1, random)
	return sample[0]
}

// Fewer is how many codes fit all rows; it is false where that is more than most.
func (b Board) Fewer(most int) (int, bool) {
	if len(b.Rows) == 0 {
		return 0, false
	}
	s, count, all := prepare(b.Size, b.Rows), 0, true
	s.steps, s.found = stepsForAll, func(Code) bool {
		count++
		return count <= most
	}
	s.eachMix(func(one mix) bool {
		s.take(one)
		all = s.fill(0, [2]uint64{}, s.black)
		return all
	})
	return count, all
}

// How many guesses are weighed, and against how many codes that may be the
// secret.
const (
	sharpGuesses = 90
	sharpOthers  = 30 // more, of any colours
	sharpAgainst = 300
	deepGuesses  = 200
	deepGlance   = 4   // all of these against one in this many of the codes
	deepBest     = 24  // the best of them against all codes
	deepClimbing = 6   // and of those the best are changed
	deepChanges  = 500 // step by step
	deepAgainst  = 700
	deepBranches = 8   // guesses after which the next ones are weighed as well
	deepSet      = 80  // up to this many codes
	deepAround   = 160 // changes there
	deepNext     = 60  // guesses after each
	fewSecondly  = 3   // codes in a part for which that is worth it
)

// Sharp is a guess whose answer leaves few codes on average, as far as some of
// them tell. Weighed bounds how many guesses and codes are looked at, 0 does not.
func (b Board) Sharp(weighed int, random *rand.Rand) Code {
	sample, count, exact := b.left(bounded(sharpAgainst, weighed), random)
	if exact && count < 3 {
		return sample[0]
	}
	return b.sharpest(sample, bounded(sharpGuesses, weighed), bounded(sharpOthers, weighed), random)
}

// sharpest is, of some codes of the sample and others, the guess whose answer
// leaves the fewest.
func (b Board) sharpest(sample []Code, fitting, others int, random *rand.Rand) Code {
	squares := make([]float64, len(sample)+1)
	for n := range squares {
		squares[n] = float64(n * n)
	}
	p := prices{size: b.Size, parts: squares, answer: b.Size.right()}
	return p.ranked(b.guesses(sample, fitting, others, random), sample, 1)[0].guess
}

func bounded(most, weighed int) int {
	if weighed > 0 {
		return min(most, weighed)
	}
	return most
}

// guesses are some codes that fit and some that need not.
func (b Board) guesses(sample []Code, fitting, others int, random *rand.Rand) []Code {
	list := append([]Code{}, sample[:min(len(sample), fitting)]...)
	for range others {
		list = append(list, b.Size.Random(random))
	}
	return list
}

// prices are what it costs to be told something by a guess.
type prices struct {
	size   Size
	answer Answer    // which ends it all
	right  float64   // for that
	parts  []float64 // for any other answer, by how many codes give it
}

// bid is a guess and its price.
type bid struct {
	guess Code
	price float64
}

// of is the price of a guess against some codes.
func (p prices) of(guess Code, sample []tight) float64 {
	var even, odd [answers]int32
	t := p.size.tighten(guess)
	for len(sample) > 1 {
		even[judgeTight(&t, &sample[0])]++
		odd[judgeTight(&t, &sample[1])]++
		sample = sample[2:]
	}
	if len(sample) > 0 {
		even[judgeTight(&t, &sample[0])]++
	}
	right := p.size.Positions
	sum := p.right * float64(even[right]+odd[right])
	even[right], odd[right] = 0, 0
	for i, n := range even {
		if n += odd[i]; n > 0 {
			sum += p.parts[n]
		}
	}
	return sum
}

// ranked are the cheapest guesses, the best first; of equal ones the first.
func (p prices) ranked(guesses, sample []Code, most int) []bid {
	top, against := make([]bid, 0, most+1), p.size.tightened(sample)
	for _, guess := range guesses {
		top = enter(top, bid{guess, p.of(guess, against)}, most)
	}
	return top
}

// enter puts a bid among the cheapest, unless it is there.
func enter(top []bid, one bid, most int) []bid {
	if len(top) == most && one.price >= top[most-1].price || slices.ContainsFunc(top, func(b bid) bool { return b.guess == one.guess }) {
		return top
	}
	at := len(top)
	for at > 0 && one.price < top[at-1].price {
		at--
	}
	top = slices.Insert(top, at, one)
	return top[:min(len(top), most)]
}

// climb changes the best guesses a little, again and again, and keeps what is
// better. What is no better against the first of the codes is not tried on all.
func (p prices) climb(top []bid, sample []Code, changes int, random *rand.Rand) []bid {
	most, against := len(top), p.size.tightened(sample)
	first := against[:(len(against)+deepGlance-1)/deepGlance]
	bound := p.worst(top, first)
	for range changes {
		guess, last := p.size.changed(top[random.IntN(most)].guess, random), top[most-1]
		if p.of(guess, first) > bound {
			continue
		}
		if top = enter(top, bid{guess, p.of(guess, against)}, most); top[most-1] != last {
			bound = p.worst(top, first)
		}
	}
	return top
}

// worst is the highest price of some guesses.
func (p prices) worst(of []bid, against []tight) float64 {
	price := 0.0
	for _, one := range of {
		price = max(price, p.of(one.guess, against))
	}
	return price
}

// changed is a code with another colour at a place, or with two places changed
// about.
func (s Size) changed(code Code, random *rand.Rand) Code {
	colors := code.Unpack(s.Positions)
	one, other := random.IntN(s.Positions), random.IntN(s.Positions)
	if one == other || random.IntN(2) == 0 {
		colors[one] = random.IntN(s.Colors)
	} else {
		colors[one], colors[other] = colors[other], colors[one]
	}
	return Pack(colors)
}

// Deep is a guess after which few more are needed: unlike [Board.Sharp] it weighs
// more guesses against more codes, reckons in guesses, looks at the next one too
// where few are left, and races.
func (b Board) Deep(race Race, weighed int, random *rand.Rand) Code {
	sample, count, exact := b.spread(bounded(deepAgainst, weighed), random)
	if exact && count < 3 {
		return sample[0]
	}
	p := race.prices(b.Size, len(sample), float64(max(count, len(sample)))/float64(len(sample)))
	if !exact || count > deepSet {
		return p.searched(sample, weighed, random)
	}
	top := p.climb(p.ranked(sample, sample, deepBranches), sample, bounded(deepAround, weighed), random)
	if weighed > 0 || race.Close() {
		return top[0].guess
	}
	best, least := sample[0], math.Inf(1)
	for _, one := range top {
		if price := p.secondly(one.guess, sample, least); price < least {
			best, least = one.guess, price
		}
	}
	return best
}

// searched is the best guess that is found in some steps: of many that are looked at
// roughly, and of changes of the best.
func (p prices) searched(sample []Code, weighed int, random *rand.Rand) Code {
	guesses := sample[:min(len(sample), bounded(deepGuesses, weighed))]
	rough := p.ranked(guesses, sample[:(len(sample)+deepGlance-1)/deepGlance], deepBest)
	guesses = make([]Code, len(rough))
	for i, one := range rough {
		guesses[i] = one.guess
	}
	return p.climb(p.ranked(guesses, sample, deepClimbing), sample, bounded(deepChanges, weighed), random)[0].guess
}

// secondly is the price of a guess if the next one is a good one of the sample.
func (p prices) secondly(guess Code, sample []Code, bound float64) float64 {
	var parts [answers][]Code
	for _, secret := range sample {
		answer := Judge(guess, secret)
		parts[answer] = append(parts[answer], secret)
	}
	sum := 0.0
	for answer, part := range parts {
		switch {
		case len(part) == 0 || Answer(answer) == p.answer:
		case len(part) < fewSecondly:
			sum += p.parts[len(part)]
		default:
			sum += float64(len(part)) + p.ranked(append(part[:len(part):len(part)], sample[:min(len(sample), deepNext)]...), part, 1)[0].price
		}
		if sum >= bound {
			return sum
		}
	}
	return sum
}
