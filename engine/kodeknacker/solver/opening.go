package solver

import "math/rand/v2"

// An Opening limits the search for the first guesses if there are too many codes for a whole
// tree.
type Opening struct {
	Guesses int // maximum number of guesses in a row
	Codes   int // number of codes in the random sample, unless there are fewer codes
	Few     int // minimum number of codes in the sample after an answer to look for a next guess
}

// Numbers of guesses to evaluate after the first, and of codes to evaluate them against.
const (
	openGuesses = 1_500
	openAgainst = 400
	openBetter  = 24
	openFirmly  = 4_000
	openChanges = 600
	openBest    = 4
	openFirst   = 2 // first guesses for which the second guesses are searched
)

// Open searches for the first guesses of a size: for the first guess it tries all that are not
// equivalent, also with their second guesses, and for later ones a large sample. It returns them
// as a tree, and an estimate of the mean number of guesses for a code. The result is
// deterministic.
func Open(size Size, opening Opening) (tree Tree, guesses float64) {
	o := &opener{size: size, Opening: opening, random: rand.New(rand.NewPCG(uint64(size.Positions), uint64(size.Colors)))} //nolint:gosec // neither is below 0
	all := o.codes()
	o.prices = prices{size: size, answer: size.right(), parts: make([]float64, len(all)+1)}
	scale := float64(size.Codes()) / float64(len(all))
	for n := 1; n <= len(all); n++ {
		o.prices.parts[n] = costOf(float64(n)*scale) / scale
	}
	root, price := o.first(all)
	return root.write(nil), price/float64(len(all)) + 1
}

type opener struct {
	Opening
	size   Size
	prices prices
	random *rand.Rand
}

// codes returns the sample of codes.
func (o *opener) codes() []Code {
	if all := o.size.Codes(); all <= o.Codes {
		list := make([]Code, all)
		for n := range list {
			list[n] = o.size.Code(n)
		}
		o.random.Shuffle(all, func(i, j int) { list[i], list[j] = list[j], list[i] })
		return list
	}
	list := make([]Code, o.Codes)
	for n := range list {
		list[n] = o.size.Random(o.random)
	}
	return list
}

// first returns the branch of the first guess, and the cost of the codes after it.
func (o *opener) first(set []Code) (best *branch, least float64) {
	for _, one := range o.prices.ranked(o.kinds(), set, openFirst) {
		if b, price := o.follow(one, set, 1); best == nil || price < least {
			best, least = b, price
		}
	}
	return best, least
}

// kinds returns the first guesses that are not equivalent: a number of places with the first
// colour, at most as many with the second, and so on.
func (o *opener) kinds() []Code {
	var kinds []Code
	var divide func(colors []int, color, rest, most int)
	divide = func(colors []int, color, rest, most int) {
		if rest == 0 {
			kinds = append(kinds, Pack(colors))
			return
		}
		for n := 1; n <= min(rest, most) && color < o.size.Colors; n++ {
			longer := append([]int{}, colors...)
			for range n {
				longer = append(longer, color)
			}
			divide(longer, color+1, rest-n, n)
		}
	}
	divide(nil, 0, o.size.Positions, o.size.Positions)
	return kinds
}

// best returns the branch of a guess after before others, and the cost of the codes after it.
func (o *opener) best(set []Code, before int) (*branch, float64) {
	guesses := append([]Code{}, set[:min(len(set), openGuesses)]...)
	for range openGuesses {
		guesses = append(guesses, o.size.Random(o.random))
	}
	var top []Code
	for _, one := range o.prices.ranked(guesses, set[:min(len(set), openAgainst)], openBetter) {
		top = append(top, one.guess)
	}
	firmly := set[:min(len(set), openFirmly)]
	bids := o.prices.climb(o.prices.ranked(top, firmly, openBest), firmly, openChanges, o.random)
	top = top[:0]
	for _, one := range bids {
		top = append(top, one.guess)
	}
	return o.follow(o.prices.ranked(top, set, 1)[0], set, before+1)
}

// follow returns the branch of a guess with the guesses after it, and the cost of the codes after
// it.
func (o *opener) follow(one bid, set []Code, guessed int) (*branch, float64) {
	b := &branch{guess: int32(o.size.Number(one.guess))} //nolint:gosec // at most 10^8
	if guessed == o.Guesses {
		return b, one.price
	}
	var parts [answers][]Code
	for _, code := range set {
		answer := Judge(one.guess, code)
		parts[answer] = append(parts[answer], code)
	}
	price := 0.0
	for answer, part := range parts {
		switch {
		case Answer(answer) == o.prices.answer || len(part) == 0:
		case len(part) < o.Few:
			price += o.prices.parts[len(part)]
		default:
			next, more := o.best(part, guessed)
			b.next[answer], price = next, price+float64(len(part))+more
		}
	}
	return b, price
}
