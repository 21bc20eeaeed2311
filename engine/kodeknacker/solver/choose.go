package solver

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A Board is what a player knows about the code to find.
type Board struct {
	Size Size
	Rows []Row
}

// Limits of searches. A step takes about ten nanoseconds.
const (
	stepsForAll   = 60_000
	waysForAll    = 40_000 // search all codes if the mixes have at most this many orders
	waysForSpread = 150_000
	stepsForSome  = 40_000
	stepsForOne   = 1_000_000
	spreadLeast   = 20 // minimum size of a sample in which some codes are more likely than others
)

// left returns a random sample of at most most codes that fit all rows, in random order. If exact
// is true, the codes are distinct and equally likely, and count is the number of all codes that
// fit. Otherwise codes may repeat.
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

// spread is like left, but spends more time: it more often finds all codes, and otherwise samples
// codes more evenly.
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

// every returns a sample of at most most codes that fit all rows, and the number of all such
// codes. It returns nil if it takes too long to find them all.
func (s *search) every(most int, random *rand.Rand) (sample []Code, count int) {
	found := newReservoir(most, random)
	if !s.each(stepsForAll, found.add) {
		return nil, 0
	}
	return found.drawn(), found.count
}

// A reservoir keeps a uniform sample of a stream of codes.
type reservoir struct {
	most, count int
	random      *rand.Rand
	codes       []Code
}

func newReservoir(most int, random *rand.Rand) *reservoir {
	return &reservoir{most: most, random: random, codes: make([]Code, 0, most)}
}

// add adds a code to the stream. It always returns true.
func (r *reservoir) add(c Code) bool {
	if r.count++; len(r.codes) < r.most {
		r.codes = append(r.codes, c)
	} else if at := r.random.IntN(r.count); at < r.most {
		r.codes[at] = c
	}
	return true
}

// drawn returns the sample in random order.
func (r *reservoir) drawn() []Code {
	r.random.Shuffle(len(r.codes), func(i, j int) { r.codes[i], r.codes[j] = r.codes[j], r.codes[i] })
	return r.codes
}

// sample returns some codes that fit all rows, or nil if none is found in time.
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

// Consistent returns a code that fits all rows. All such codes are equally likely unless there
// are very many. If none is found in time, it returns any code.
func (b Board) Consistent(random *rand.Rand) Code {
	sample, _, _ := b.left(1, random)
	return sample[0]
}

// Fewer returns the number of codes that fit all rows. It reports false if there are more than
// most.
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

// Numbers of guesses to evaluate, and of possible secrets to evaluate them against.
const (
	sharpGuesses = 90
	sharpOthers  = 30 // additional guesses of any colours
	sharpAgainst = 300
	deepGuesses  = 200
	deepGlance   = 4   // of the codes, one in this many is used for a first, rough evaluation
	deepBest     = 24  // best rough guesses, evaluated against all codes
	deepClimbing = 6   // best guesses that hill climbing starts from
	deepChanges  = 500 // hill climbing steps
	deepAgainst  = 700
	deepBranches = 8   // guesses for which the next guess is evaluated, too
	deepSet      = 80  // only if there are at most this many codes
	deepAround   = 160 // hill climbing steps in that case
	deepNext     = 60  // second guesses for each guess
	fewSecondly  = 3   // minimum number of codes after an answer to look for a second guess
)

// Sharp returns the guess whose answer leaves the fewest codes on average, estimated from samples
// of guesses and codes. weighed limits the size of both samples; 0 means no further limit.
func (b Board) Sharp(weighed int, random *rand.Rand) Code {
	sample, count, exact := b.left(bounded(sharpAgainst, weighed), random)
	if exact && count < 3 {
		return sample[0]
	}
	return b.sharpest(sample, bounded(sharpGuesses, weighed), bounded(sharpOthers, weighed), random)
}

// sharpest returns the guess whose answer leaves the fewest codes, of codes of the sample and
// some random ones.
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

// guesses returns some codes that fit and some random codes.
func (b Board) guesses(sample []Code, fitting, others int, random *rand.Rand) []Code {
	list := append([]Code{}, sample[:min(len(sample), fitting)]...)
	for range others {
		list = append(list, b.Size.Random(random))
	}
	return list
}

// prices are the costs of the answers to a guess.
type prices struct {
	size   Size
	answer Answer    // the answer to the secret itself
	right  float64   // cost of that answer
	parts  []float64 // cost of any other answer, by the number of codes that give it
}

// A bid is a guess and its cost.
type bid struct {
	guess Code
	price float64
}

// of returns the cost of a guess against a sample of codes.
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

// ranked returns the cheapest guesses, the cheapest first. Of equal guesses, the first wins.
func (p prices) ranked(guesses, sample []Code, most int) []bid {
	top, against := make([]bid, 0, most+1), p.size.tightened(sample)
	for _, guess := range guesses {
		top = enter(top, bid{guess, p.of(guess, against)}, most)
	}
	return top
}

// enter inserts a bid into the cheapest ones, unless its guess is already there.
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

// climb is hill climbing: it changes the best guesses at random and keeps improvements. A change
// is first evaluated against a part of the codes, and only against all if it is good enough
// there.
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

// worst returns the highest cost of some guesses.
func (p prices) worst(of []bid, against []tight) float64 {
	price := 0.0
	for _, one := range of {
		price = max(price, p.of(one.guess, against))
	}
	return price
}

// changed returns a code with the colour of one place changed, or with two places swapped.
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

// Deep returns the guess that needs the fewest further guesses. It evaluates more guesses against
// more codes than [Board.Sharp], counts guesses instead of codes, looks at the second guess if
// few codes are left, and takes the race into account.
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

// searched returns the best guess found by a rough evaluation of many guesses and hill climbing
// from the best.
func (p prices) searched(sample []Code, weighed int, random *rand.Rand) Code {
	guesses := sample[:min(len(sample), bounded(deepGuesses, weighed))]
	rough := p.ranked(guesses, sample[:(len(sample)+deepGlance-1)/deepGlance], deepBest)
	guesses = make([]Code, len(rough))
	for i, one := range rough {
		guesses[i] = one.guess
	}
	return p.climb(p.ranked(guesses, sample, deepClimbing), sample, bounded(deepChanges, weighed), random)[0].guess
}

// secondly returns the cost of a guess that is followed by a good guess of the sample. It may
// stop at bound.
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
