// Package solver finds guesses for the bots of Kodeknacker. It packs codes so that a guess is
// answered in a few instructions, searches for the codes that fit all answers, evaluates guesses,
// and builds trees of guesses for whole games from the rules.
//
// It does not know seats or views. All computations have a limit of steps.
package solver

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Maximum size of codes.
const (
	MaxPositions = 8
	MaxColors    = 10
)

// A Size is the number of positions and colours of codes.
type Size struct{ Positions, Colors int }

// String returns a text such as "5x6".
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Positions, s.Colors) }

// Codes returns the number of codes, at most 10^8.
func (s Size) Codes() int {
	n := 1
	for range s.Positions {
		n *= s.Colors
	}
	return n
}

// A Code has two words of places and two of colours. Each word has half of them.
const (
	halfPlaces = MaxPositions / 2
	halfColors = MaxColors / 2
)

// A Code is a row of colours, numbered from 0. Codes can be compared with ==.
type Code struct {
	at    [2]uint64 // one bit for each pair of a place and its colour
	holds [2]uint64 // for each colour 8 bits, of which as many are set as the code has of the colour, from the lowest
}

// Pack returns the code with the given colours.
func Pack(colors []int) Code {
	var c Code
	for place, color := range colors {
		c.put(place, color)
	}
	return c
}

// put sets the colour of a place that has none yet.
func (c *Code) put(place, color int) {
	c.at[place/halfPlaces] |= 1 << (place%halfPlaces*MaxColors + color)
	word, shift := color/halfColors, color%halfColors*8
	c.holds[word] |= (c.holds[word]>>shift&0xff + 1) << shift
}

// Color returns the colour of a place. The place must have one.
func (c Code) Color(place int) int {
	return bits.TrailingZeros64(c.at[place/halfPlaces] >> (place % halfPlaces * MaxColors))
}

// Unpack returns the colours of the first places.
func (c Code) Unpack(positions int) []int {
	colors := make([]int, positions)
	for place := range colors {
		colors[place] = c.Color(place)
	}
	return colors
}

// Code returns the code with a number from 0 in lexical order.
func (s Size) Code(n int) Code {
	var c Code
	for place := s.Positions - 1; place >= 0; place-- {
		c.put(place, n%s.Colors)
		n /= s.Colors
	}
	return c
}

// Number returns the number of a code in lexical order.
func (s Size) Number(c Code) int {
	n := 0
	for place := range s.Positions {
		n = n*s.Colors + c.Color(place)
	}
	return n
}

// Random returns a random code.
func (s Size) Random(random *rand.Rand) Code {
	var c Code
	for place := range s.Positions {
		c.put(place, random.IntN(s.Colors))
	}
	return c
}

// An Answer is the answer to a guess: 9 times the black pegs plus all pegs.
type Answer int

// answers is the number of possible values of Answer.
const answers = (MaxPositions + 1) * (MaxPositions + 1)

// Answered returns the answer with the given numbers of pegs.
func Answered(black, white int) Answer { return Answer(black*(MaxPositions+1) + black + white) }

// Judge returns the answer to a guess. It is symmetric in guess and secret.
func Judge(guess, secret Code) Answer {
	black := bits.OnesCount64(guess.at[0]&secret.at[0]) + bits.OnesCount64(guess.at[1]&secret.at[1])
	all := bits.OnesCount64(guess.holds[0]&secret.holds[0]) + bits.OnesCount64(guess.holds[1]&secret.holds[1])
	return Answer(black*(MaxPositions+1) + all)
}

// A tight is a code in half the space, only for judgeTight: four bits for each place, and for
// each colour as many bits as the code has of it, if they fit into a word.
type tight struct {
	at    uint64
	holds uint64
}

// tighten converts a code.
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

// tightened converts codes.
func (s Size) tightened(codes []Code) []tight {
	list := make([]tight, len(codes))
	for i, code := range codes {
		list[i] = s.tighten(code)
	}
	return list
}

// judgeTight is like [Judge] but twice as fast and with other numbers for the answers. The answer
// to the secret itself is the number of positions. On the largest boards it may count a peg too
// few if one colour fills nearly all places.
func judgeTight(guess, secret *tight) int {
	differ := guess.at ^ secret.at
	differ |= differ >> 1
	differ |= differ >> 2
	return bits.OnesCount64(differ&0x11111111)*(MaxPositions+1) + bits.OnesCount64(guess.holds&secret.holds)
}

// right returns the answer to the secret itself.
func (s Size) right() Answer { return Answered(s.Positions, 0) }

// A Row is a guess and its answer.
type Row struct {
	Guess  Code
	Answer Answer
}
