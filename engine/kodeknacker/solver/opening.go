package solver

import "math/rand/v2"

// Opening is how the first guesses are looked for where there are too many codes for a
// whole tree.
type Opening struct {
	Guesses int // how many one after the other
	Codes   int // this many, drawn by chance, stand for all, unless there are no more
	Few     int // of these: where an answer leaves fewer, no guess follows it
}

// How many guesses an opening weighs after the first, and against how many codes.
const (
	openGuesses = 1_500
	openAgainst = 400
	openBetter  = 24
	openFirmly  = 4_000
	openChanges = 600
	openBest    = 4
	openFirst   = 2 // first guesses of which the second ones are looked for as well
)

// Open looks for the first guesses of a size: the first of all that are not alike,
// with what the second ones are worth, and each later one of many. It answers them as
// a tree, and about how many guesses a code takes with them. The same opening is
// always the same.
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

// codes are those that stand for all.
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

// first is the branch of the first guess, and what codes cost after it.
func (o *opener) first(set []Code) (best *branch, least float64) {
	for _, one := range o.prices.ranked(o.kinds(), set, openFirst) {
		if b, price := o.follow(one, set, 1); best == nil || price < least {
			best, least = b, price
		}
	}
	return best, least
}

// kinds are the first guesses that are not alike: some places of one colour, no
// more of the next, and so on.
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

// best returns the branch of a later guess, after before others, and what codes cost
// after it.
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

// follow is the branch of a guess, with the guesses that follow it, and what codes
// cost after it, or after these.
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
