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
	stepsForAll  = 60_000
	waysForAll   = 40_000 // up to so many codes of the right colours all are looked at
	stepsForSome = 40_000
	stepsForOne  = 1_000_000
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
		sample = make([]Code, 0, most)
		exact = s.each(stepsForAll, func(c Code) bool {
			if count++; len(sample) < most {
				sample = append(sample, c)
			} else if at := random.IntN(count); at < most {
				sample[at] = c
			}
			return true
		})
		if exact && count > 0 {
			random.Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
			return sample, count, true
		}
	}
	if sample = s.sample(most, random); len(sample) == 0 {
		sample = append(sample, b.Size.Random(random))
	}
	return sample, 0, false
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
	deepGuesses  = 100
	deepChanges  = 160 // of the best, step by step
	deepAgainst  = 400
	deepCodes    = 1_000_000 // on larger boards what a sample tells is too rough for more than squares
	deepWide     = 160       // guesses there
	deepBranches = 8         // guesses after which the next ones are weighed as well
	deepSet      = 80        // up to so many codes
	deepNext     = 60        // guesses after each
	fewSecondly  = 3         // codes in a part for which that is worth it
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

// sharpest is, of so many codes of the sample and others, the guess whose answer
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

// of is the price of a guess against some codes, all of them squeezed if they can be.
func (p prices) of(guess Code, sample []Code) float64 {
	var sizes [answers]int
	if guess = p.size.squeezed(guess); p.size.squeezes() {
		for i := range sample {
			sizes[judgeSqueezed(&guess, &sample[i])]++
		}
	} else {
		for i := range sample {
			sizes[Judge(guess, sample[i])]++
		}
	}
	sum := p.right * float64(sizes[p.answer])
	sizes[p.answer] = 0
	for _, n := range sizes {
		if n > 0 {
			sum += p.parts[n]
		}
	}
	return sum
}

// ranked are the cheapest guesses, the best first; of equal ones the first.
func (p prices) ranked(guesses, sample []Code, most int) []bid {
	top, against := make([]bid, 0, most+1), p.size.squeeze(sample)
	for _, guess := range guesses {
		top = enter(top, bid{guess, p.of(guess, against)}, most)
	}
	return top
}

// enter puts a bid among so many that are cheapest, unless it is there.
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
// better.
func (p prices) climb(top []bid, sample []Code, changes int, random *rand.Rand) []bid {
	most, against := len(top), p.size.squeeze(sample)
	for range changes {
		guess := p.size.changed(top[random.IntN(len(top))].guess, random)
		top = enter(top, bid{guess, p.of(guess, against)}, most)
	}
	return top
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
// more guesses, reckons in guesses unless there are very many codes, looks at the
// next one too where few are left, and races.
func (b Board) Deep(race Race, weighed int, random *rand.Rand) Code {
	sample, count, exact := b.left(bounded(deepAgainst, weighed), random)
	if exact && count < 3 {
		return sample[0]
	}
	if many := !exact || count > deepSet && b.Size.Codes() > deepCodes; many && !race.Close() {
		return b.sharpest(sample, bounded(deepWide, weighed), bounded(sharpOthers, weighed), random)
	}
	scale := float64(max(count, len(sample))) / float64(len(sample))
	p := race.prices(b.Size, len(sample), scale)
	guesses := b.guesses(sample, bounded(deepGuesses, weighed), 0, random)
	top := p.ranked(guesses, sample, deepBranches)
	top = p.climb(top, sample, bounded(deepChanges, weighed), random)
	if count > deepSet || weighed > 0 || race.Close() {
		return top[0].guess
	}
	best, least := sample[0], math.Inf(1)
	for _, one := range top {
		if price := p.secondly(one.guess, sample, guesses, least); price < least {
			best, least = one.guess, price
		}
	}
	return best
}

// secondly is the price of a guess if the next one is a good one of these.
func (p prices) secondly(guess Code, sample, guesses []Code, bound float64) float64 {
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
			sum += float64(len(part)) + p.ranked(append(part[:len(part):len(part)], guesses[:min(len(guesses), deepNext)]...), part, 1)[0].price
		}
		if sum >= bound {
			return sum
		}
	}
	return sum
}
