package kodeknacker

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"parlor/engine/enginetest"
)

// read makes a code of letters.
func read(text string) code {
	c := make(code, len(text))
	for i := range len(text) {
		c[i] = strings.IndexByte(letters, text[i])
	}
	return c
}

// Answers counted by hand, most with colours that repeat in guess, code or both.
func TestJudge(t *testing.T) {
	for _, row := range []struct {
		guess, secret string
		black, white  int
	}{
		{"rgbyo", "rgbyo", 5, 0},
		{"rgbyo", "pprrp", 0, 1},
		{"ppppp", "rgbyo", 0, 0},
		{"rgbyo", "orgby", 0, 5},
		{"rgbyo", "grbyo", 3, 2},
		{"rrrrr", "rgbyo", 1, 0},
		{"rrggg", "rgbyo", 1, 1},
		{"rrggb", "ppgrr", 1, 2},
		{"pgpgp", "ppgrr", 1, 2},
		{"rgrgr", "rgbyo", 2, 0},
		{"rrggb", "ggrrb", 1, 4},
		{"rrggg", "gggrr", 1, 4},
		{"rrrgg", "ggrrr", 1, 4},
		{"rrggy", "yggrr", 1, 4},
		{"rrbbb", "bbrrr", 0, 4},
		{"rrrrg", "grrrr", 3, 2},
		{"rgggg", "grrrr", 0, 2},
		{"rrrgb", "rrrrr", 3, 0},
		{"rrrrr", "rrrgb", 3, 0},
		{"rgbrg", "grbgr", 1, 4},
		{"rrgby", "yrgbr", 3, 2},
		{"oopbb", "bboop", 0, 5},
		{"oopbb", "opbob", 2, 3},
		{"yyyyo", "oyyyy", 3, 2},
		{"yyyyo", "ooooy", 0, 2},
		{"yoyoy", "oyoyo", 0, 4},
		{"yoyoy", "yyyoo", 3, 2},
		{"pppgg", "ggppp", 1, 4},
		{"pppgg", "pgpgp", 3, 2},
		{"pppgg", "rrrpp", 0, 2},
		{"pppgg", "prrrp", 1, 1},
		{"bgbgb", "gbgbg", 0, 4},
		{"bgbgb", "bbbbb", 3, 0},
		{"bbbbb", "bgbgb", 3, 0},
		{"rrgg", "ggrr", 0, 4},
		{"rrgg", "rgrg", 2, 2},
		{"rrrg", "grrr", 2, 2},
		{"rgby", "rrrr", 1, 0},
		{"rrrr", "rgby", 1, 0},
		{"rgbr", "brrg", 0, 4},
		{"wkcmw", "kwmcw", 1, 4},
		{"wwwkk", "kkwww", 1, 4},
		{"wwkkccmm", "mmcckkww", 0, 8},
		{"wwkkccmm", "wkwkcmcm", 4, 4},
		{"rgb", "bgr", 1, 2},
	} {
		got := judge(read(row.guess), read(row.secret))
		if got != (Pegs{Black: row.black, White: row.white}) {
			t.Errorf("%s for %s: %+v, want %d black, %d white", row.guess, row.secret, got, row.black, row.white)
		}
		if back := judge(read(row.secret), read(row.guess)); back != got {
			t.Errorf("%s and %s judge each other differently: %+v, %+v", row.guess, row.secret, got, back)
		}
	}
}

// crossOff counts as people do at a table: first the pegs that stand right are
// crossed off, then every other peg of the guess looks for one of its colour.
func crossOff(guess, secret code) Pegs {
	var pegs Pegs
	var usedGuess, usedSecret [MaxPositions]bool
	for i := range guess {
		if guess[i] == secret[i] {
			usedGuess[i], usedSecret[i] = true, true
			pegs.Black++
		}
	}
	for i := range guess {
		for j := range secret {
			if !usedGuess[i] && !usedSecret[j] && guess[i] == secret[j] {
				usedGuess[i], usedSecret[j] = true, true
				pegs.White++
			}
		}
	}
	return pegs
}

// TestJudgeAgainstCrossingOff compares both ways of counting: over all pairs of
// codes of 5 places and 6 colours, or over every 37th under -short.
func TestJudgeAgainstCrossingOff(t *testing.T) {
	const positions, colors = 5, 6
	step := 1
	if testing.Short() || enginetest.Race {
		step = 37
	}
	all := make([]code, codes(positions, colors))
	for i := range all {
		all[i] = codeAt(i, positions, colors)
	}
	var work sync.WaitGroup
	const workers = 4
	for w := range workers {
		work.Go(func() {
			for i := w; i < len(all); i += workers {
				for j := i % step; j < len(all); j += step {
					if a, b := judge(all[i], all[j]), crossOff(all[i], all[j]); a != b {
						t.Errorf("%v for %v: %+v, crossing off gives %+v", all[i], all[j], a, b)
						return
					}
				}
			}
		})
	}
	work.Wait()
}

func TestJudgeOfAllSizes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for positions := 3; positions <= MaxPositions; positions++ {
		for colors := 4; colors <= MaxColors; colors++ {
			for range 300 {
				a, b := randomCode(positions, colors, random.IntN), randomCode(positions, colors, random.IntN)
				if judge(a, b) != crossOff(a, b) {
					t.Errorf("%v for %v", a, b)
				}
			}
		}
	}
}

func BenchmarkJudge(b *testing.B) {
	guess, secret := read("rrggb"), read("ppgrr")
	for b.Loop() {
		judge(guess, secret)
	}
}

// codeAt is the n-th code in lexical order, n from 0.
func codeAt(n, positions, colors int) code {
	c := make(code, positions)
	for i := positions - 1; i >= 0; i-- {
		c[i] = n % colors
		n /= colors
	}
	return c
}
