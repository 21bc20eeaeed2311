package kodeknacker

import "parlor/engine/codebreak"

// Bounds of the numbers that preset "free" accepts.
const (
	MaxColors    = 10
	MinPositions = codebreak.MinPositions
	MaxPositions = codebreak.MaxPositions
	MaxRows      = codebreak.MaxRows
)

// letters has the letter of each colour. With n colours, the first n letters are used.
const letters = "rgbyopwkcm"

// ColorNames are the names of the colours, in the order of letters.
func ColorNames() []string {
	return []string{"red", "green", "blue", "yellow", "orange", "purple", "white", "black", "cyan", "magenta"}
}

// Letters returns the letters of the first n colours.
func Letters(n int) string { return letters[:n] }

// A code is a row of colours, numbered from 0 in the order of letters.
type code []int

// String returns the letters, such as "rgbyo".
func (c code) String() string {
	text := make([]byte, len(c))
	for i, color := range c {
		text[i] = letters[color]
	}
	return string(text)
}

// judge returns the answer to a guess: a black peg for every equal place. Black and white pegs
// together are the sum over all colours of how often both codes have the colour (DE sheet,
// rules.md §3).
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

// codes returns the number of codes, at most 10^8.
func codes(positions, colors int) int {
	n := 1
	for range positions {
		n *= colors
	}
	return n
}
