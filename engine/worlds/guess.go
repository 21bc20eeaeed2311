package worlds

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// The levels of a bot that guesses a world and is answered, from [engine.FirstBot] on.
const (
	Consistent   engine.Level = 1 + iota // guesses anything that is left
	ExpectedSize                         // compares some of it, and guesses what leaves the least on average
	Probing                              // also what cannot be, if its answer tells more
)

// Levels are what the levels are called.
func Levels() []string { return []string{"consistent", "expected size", "probing"} }

// LevelHelp says how they play.
func LevelHelp() []string {
	return []string{
		"Guesses anything consistent with all answers.",
		"Picks the guess that leaves the fewest candidates.",
		"Also tries impossible codes that reveal more.",
	}
}

// How many guesses a level compares, and with how many worlds.
const (
	sharpTried, probingTried = 32, 200
	against                  = 256
)

// Guess is the next guess of a bot, given the worlds that are left and how many there
// were: any draws one of those. An answer is a number below answers. Simulations bounds
// how many guesses are compared; 0 is as many as the level takes.
func Guess[W any](
	level engine.Level, left []W, all int, any func() W, simulations int, random *rand.Rand, answers int, answer func(guess, world W) int,
) W {
	if level <= Consistent || len(left) <= 2 || len(left) == all {
		return left[random.IntN(len(left))]
	}
	tried := sharpTried
	if level >= Probing {
		tried = probingTried
	}
	if simulations > 0 {
		tried = simulations
	}
	guesses := slices.Clone(left)
	random.Shuffle(len(guesses), func(i, j int) { guesses[i], guesses[j] = guesses[j], guesses[i] })
	guesses = guesses[:min(len(guesses), tried)]
	for range tried {
		if level >= Probing {
			guesses = append(guesses, any())
		}
	}
	return Telling(guesses, left, len(guesses), against, answers, answer)
}

// Telling is the guess, the first of equal ones, after whose answer the fewest worlds are
// left on average. It looks at no more guesses and worlds than tries and against, spread
// over the lists; the same lists give the same guess.
func Telling[W any](guesses, left []W, tries, against, answers int, answer func(guess, world W) int) W {
	var best W
	least := math.MaxInt
	parts := make([]int, answers)
	for guess := range spread(guesses, tries) {
		clear(parts)
		sum := 0
		for world := range spread(left, against) {
			part := &parts[answer(guess, world)]
			sum += 2**part + 1 // from n² to (n+1)²
			*part++
		}
		if sum < least {
			best, least = guess, sum
		}
	}
	return best
}

// spread yields at most most items of a list, at equal distances.
func spread[W any](all []W, most int) iter.Seq[W] {
	return func(yield func(W) bool) {
		n := min(len(all), most)
		for i := range n {
			if !yield(all[i*len(all)/n]) {
				return
			}
		}
	}
}
