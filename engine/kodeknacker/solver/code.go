// Package solver is what the bots of Kodeknacker reckon with: codes packed so that
// a guess is answered in a few instructions, a search for the codes that are
// left, what the answers to a guess are worth, and trees of guesses for whole
// games, which are grown from the rules alone.
//
// It knows nothing of seats and views. Whatever it does is bounded in steps.
package solver

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Codes are within these bounds.
const (
	MaxPositions = 8
	MaxColors    = 10
)

// Size is how long codes are and of how many colours.
type Size struct{ Positions, Colors int }

// String is such as "5x6".
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Positions, s.Colors) }

// Codes is how many codes there are: at most 10^8.
func (s Size) Codes() int {
	n := 1
	for range s.Positions {
		n *= s.Colors
	}
	return n
}

// A code is two words of places and two of colours, each with half of them.
const (
	halfPlaces = MaxPositions / 2
	halfColors = MaxColors / 2
)

// Code is a row of colours, numbered from 0. It can be compared.
type Code struct {
	at    [2]uint64 // a bit for each place and its colour
	holds [2]uint64 // for each colour as many of its 8 bits as there are of it, from the lowest
}

// Pack makes a code of colours.
func Pack(colors []int) Code {
	var c Code
	for place, color := range colors {
		c.put(place, color)
	}
	return c
}

// put colours a place that has no colour yet.
func (c *Code) put(place, color int) {
	c.at[place/halfPlaces] |= 1 << (place%halfPlaces*MaxColors + color)
	word, shift := color/halfColors, color%halfColors*8
	c.holds[word] |= (c.holds[word]>>shift&0xff + 1) << shift
}

// Color is that of a place that has one.
func (c Code) Color(place int) int {
	return bits.TrailingZeros64(c.at[place/halfPlaces] >> (place % halfPlaces * MaxColors))
}

// Unpack lists the colours of the first places.
func (c Code) Unpack(positions int) []int {
	colors := make([]int, positions)
	for place := range colors {
		colors[place] = c.Color(place)
	}
	return colors
}

// Code is the n-th in lexical order, n from 0.
func (s Size) Code(n int) Code {
	var c Code
	for place := s.Positions - 1; place >= 0; place-- {
		c.put(place, n%s.Colors)
		n /= s.Colors
	}
	return c
}

// Number is where a code stands in lexical order.
func (s Size) Number(c Code) int {
	n := 0
	for place := range s.Positions {
		n = n*s.Colors + c.Color(place)
	}
	return n
}

// Random is any code.
func (s Size) Random(random *rand.Rand) Code {
	var c Code
	for place := range s.Positions {
		c.put(place, random.IntN(s.Colors))
	}
	return c
}

// Answer is what a guess is told: 9 times the black pegs, and all pegs.
type Answer int

// answers is how many values an Answer has.
const answers = (MaxPositions + 1) * (MaxPositions + 1)

// Answered is the answer with these numbers of pegs.
func Answered(black, white int) Answer { return Answer(black*(MaxPositions+1) + black + white) }

// Judge answers a guess: it and the secret change places as one likes.
func Judge(guess, secret Code) Answer {
	black := bits.OnesCount64(guess.at[0]&secret.at[0]) + bits.OnesCount64(guess.at[1]&secret.at[1])
	all := bits.OnesCount64(guess.holds[0]&secret.holds[0]) + bits.OnesCount64(guess.holds[1]&secret.holds[1])
	return Answer(black*(MaxPositions+1) + all)
}

// tight is a code in half of the room, for judgeTight alone: four bits a place, and for
// each colour as many bits as there are of it, if a word has room for these.
type tight struct {
	at    uint64
	holds uint64
}

// tighten makes it of a code.
func (s Size) tighten(code Code) tight {
	var t tight
	most := min(s.Positions, 64/s.Colors)
	for place := range s.Positions {
		t.at |= uint64(code.Color(place)) << (4 * place) //nolint:gosec // a colour is not below 0
	}
	for color := range s.Colors {
		n := bits.OnesCount64(code.holds[color/halfColors] >> (color % halfColors * 8) & 0xff)
		t.holds |= (1<<min(n, most) - 1) << (color * most)
	}
	return t
}

// tightened makes them of codes.
func (s Size) tightened(codes []Code) []tight {
	list := make([]tight, len(codes))
	for i, code := range codes {
		list[i] = s.tighten(code)
	}
	return list
}

// judgeTight numbers what [Judge] answers in another way, in half of the time: from
// that of the secret itself, which is how many pegs there are. Of colours that fill
// nearly all places on the largest boards it may count a peg too few.
func judgeTight(guess, secret *tight) int {
	differ := guess.at ^ secret.at
	differ |= differ >> 1
	differ |= differ >> 2
	return bits.OnesCount64(differ&0x11111111)*(MaxPositions+1) + bits.OnesCount64(guess.holds&secret.holds)
}

// right is the answer to the secret itself.
func (s Size) right() Answer { return Answered(s.Positions, 0) }

// Row is a guess and what it was told.
type Row struct {
	Guess  Code
	Answer Answer
}
