package kodeknacker

import (
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// Strong is the second level: of the codes that fit it guesses one whose answer
// leaves few.
const Strong engine.Level = 2

// think is the bot: it guesses a random code that is consistent with all
// answers that it has seen.
func think(thought engine.Thought[View, Event]) engine.Action {
	view, level, random := thought.View, thought.Level, thought.Random
	if view.Phase == PhaseSet {
		return Code(randomCode(view.Positions, view.Colors, random).String())
	}
	rows := known(view.Boards[view.Seat].Guesses)
	if level >= Strong && codes(view.Positions, view.Colors) <= smallSpace {
		return Guess(sharpest(rows, view.Positions, view.Colors, random).String())
	}
	return Guess(consistent(rows, view.Positions, view.Colors, random).String())
}

// How many codes the strong level weighs as guesses, and against how many codes
// that may be the secret.
const (
	maxWeighed = 80
	maxAgainst = 300
)

// sharpest is a code that fits all rows and whose answer leaves the fewest
// codes on average, as far as some samples of them tell.
func sharpest(rows []row, positions, colors int, random *rand.Rand) code {
	fitting := left(rows, positions, colors)
	random.Shuffle(len(fitting), func(i, j int) { fitting[i], fitting[j] = fitting[j], fitting[i] })
	against := fitting[max(0, len(fitting)-maxAgainst):]
	best, least := fitting[0], -1
	for _, guess := range fitting[:min(len(fitting), maxWeighed)] {
		var sizes [(MaxPositions + 1) * (MaxPositions + 1)]int
		for _, secret := range against {
			answer := judge(guess, secret)
			sizes[answer.Black*(MaxPositions+1)+answer.White]++
		}
		squares := 0
		for _, n := range sizes {
			squares += n * n
		}
		if least < 0 || squares < least {
			best, least = guess, squares
		}
	}
	return best
}

// known are the rows that tell something.
func known(guesses []Row) []row {
	var rows []row
	for _, one := range guesses {
		if one.Guess == "" {
			continue
		}
		rows = append(rows, row{codeOf(one.Guess), one.Pegs})
	}
	return rows
}

func randomCode(positions, colors int, random *rand.Rand) code {
	c := make(code, positions)
	for i := range c {
		c[i] = random.IntN(colors)
	}
	return c
}

// fits says whether a code would have given all these answers.
func fits(c code, rows []row) bool {
	for _, one := range rows {
		if judge(one.guess, c) != one.pegs {
			return false
		}
	}
	return true
}

// smallSpace is up to how many codes the bot looks at all of them, so that each
// consistent one is equally likely.
const smallSpace = 40_000

// consistent is a random code that fits all rows. There is one, the secret.
func consistent(rows []row, positions, colors int, random *rand.Rand) code {
	if codes(positions, colors) > smallSpace {
		return search(rows, positions, colors, random)
	}
	var found code
	n := 0
	for i := range codes(positions, colors) {
		if c := codeAt(i, positions, colors); fits(c, rows) {
			if n++; random.IntN(n) == 0 {
				found = c
			}
		}
	}
	return found
}

// A search that has begun badly is soon begun anew, in another order: most are
// short, and a few endless. After all tries, some tens of milliseconds, the
// guess is legal and perhaps not consistent.
const (
	maxTries = 80
	maxSteps = 15_000
)

// search fills the positions one by one in a random order of colours, and goes
// back where the answers to a row cannot be met any more.
func search(rows []row, positions, colors int, random *rand.Rand) code {
	var last code
	for range maxTries {
		guess, found := searchOnce(rows, positions, colors, random)
		if found {
			return guess
		}
		last = guess
	}
	return last
}

func searchOnce(rows []row, positions, colors int, random *rand.Rand) (guess code, found bool) {
	b := backtrack{rows: rows, code: make(code, positions), counts: make([]counts, len(rows)), places: random.Perm(positions), left: maxSteps}
	for i := range rows {
		for _, color := range rows[i].guess {
			b.counts[i].free[color]++
		}
	}
	for range positions {
		b.orders = append(b.orders, random.Perm(colors))
	}
	return b.code, b.fill(0)
}

// counts is what a row has given so far: places that are equal, and colours in
// common, wherever they stand.
type counts struct {
	black, common int
	free          [MaxColors]int8 // of the guess's colours, not yet met
}

type backtrack struct {
	rows   []row
	code   code
	counts []counts
	places []int // the order in which positions are filled
	orders [][]int
	left   int
}

// fill tries every colour at the next position, and answers whether all are
// filled before the steps are used up.
func (b *backtrack) fill(filled int) bool {
	if filled == len(b.code) {
		return true
	}
	at := b.places[filled]
	before := slices.Clone(b.counts)
	for _, color := range b.orders[at] {
		if b.left--; b.left < 0 {
			return false
		}
		b.code[at] = color
		if b.put(at, color, len(b.code)-filled-1) && b.fill(filled+1) {
			return true
		}
		copy(b.counts, before)
	}
	return false
}

// put counts a colour, and says whether every row can still come out as told
// with so many positions to be filled.
func (b *backtrack) put(at, color, rest int) bool {
	for i := range b.rows {
		c, pegs := &b.counts[i], b.rows[i].pegs
		if b.rows[i].guess[at] == color {
			c.black++
		}
		if c.free[color] > 0 {
			c.free[color]--
			c.common++
		}
		all := pegs.Black + pegs.White
		if c.black > pegs.Black || c.black+rest < pegs.Black || c.common > all || c.common+rest < all {
			return false
		}
	}
	return true
}
