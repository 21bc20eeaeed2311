package kodeknacker

import "parlor/engine/codebreak"

// What option "preset" free can choose is within these bounds.
const (
	MaxColors    = 10
	MinPositions = codebreak.MinPositions
	MaxPositions = codebreak.MaxPositions
	MaxRows      = codebreak.MaxRows
)

// letters stand for the colours in codes; with n colours the first n are in play.
const letters = "rgbyopwkcm"

// ColorNames are what the letters stand for, in the same order.
func ColorNames() []string {
	return []string{"red", "green", "blue", "yellow", "orange", "purple", "white", "black", "cyan", "magenta"}
}

// Letters are those of the first n colours.
func Letters(n int) string { return letters[:n] }

// code is a row of colours, numbers from 0 in the order of letters.
type code []int

// String writes the letters: "rgbyo".
func (c code) String() string {
	text := make([]byte, len(c))
	for i, color := range c {
		text[i] = letters[color]
	}
	return string(text)
}

// judge answers a guess: black for every place that is equal; black and white
// together are, summed over the colours, the smaller of how often guess and
// secret have it (DE sheet, rules.md §3).
func judge(guess, secret code) Pegs {
	var pegs Pegs
	var inGuess, inSecret [MaxColors]int8
	for i, color := range guess {
		if color == secret[i] {
			pegs.Black++
			continue
		}
		inGuess[color]++
		inSecret[secret[i]]++
	}
	for color := range inGuess {
		pegs.White += int(min(inGuess[color], inSecret[color]))
	}
	return pegs
}

// codes is how many codes there are: at most 10^8.
func codes(positions, colors int) int {
	n := 1
	for range positions {
		n *= colors
	}
	return n
}
