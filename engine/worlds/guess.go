package worlds

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// Levels of a bot that guesses worlds, from [engine.FirstBot] on.
const (
	Consistent   engine.Level = 1 + iota // guesses any remaining world
	ExpectedSize                         // compares a sample of worlds, and guesses the one that leaves the fewest on average
	Probing                              // also guesses impossible worlds if the answer tells more
)

// Levels returns the names of the levels.
func Levels() []string { return []string{"consistent", "expected size", "probing"} }

// LevelHelp describes how the levels play.
func LevelHelp() []string {
	return []string{
		"Guesses anything consistent with all answers.",
		"Picks the guess that leaves the fewest candidates.",
		"Also tries impossible codes that reveal more.",
	}
}

// Numbers of guesses that a level compares, and of worlds that it compares them against.
const (
	sharpTried, probingTried = 32, 200
	against                  = 256
)

// Guess returns the next guess of a bot: a world of left, the remaining worlds, or one that any
// draws. all is the number of worlds before the first answer, and answers is one more than the
// largest answer. simulations limits the number of compared guesses; 0 means the limit of the
// level.
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

// Telling returns the guess after whose answer the fewest worlds remain on average; of equal
// guesses, the first. It evaluates at most tries guesses against at most against worlds, spread
// evenly over the lists. The result is deterministic.
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

// spread yields at most most items of a list at equal distances.
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
