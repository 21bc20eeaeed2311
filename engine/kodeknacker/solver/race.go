package solver

import "math"

// A Race is the state of a game between two players who guess at the same time. The player who
// finds the code in an earlier round wins. If both find it in the same round, or neither does,
// neither wins.
type Race struct {
	Theirs int // number of codes that are possible for the opponent; 0 if there are very many
	Rounds int // remaining rounds, including this one; 0 if there are enough
}

// Limits below which a race is close.
const (
	CloseTheirs = 12
	closeRounds = 3
)

// Close reports whether being first matters more than needing few guesses.
func (r Race) Close() bool {
	return r.Theirs > 0 && r.Theirs <= CloseTheirs || r.Rounds > 0 && r.Rounds <= closeRounds
}

// prices returns costs in guesses, or in points if the race is close. Each code of the sample
// stands for scale codes.
func (r Race) prices(size Size, sample int, scale float64) prices {
	p := prices{size: size, answer: size.right(), parts: make([]float64, sample+1)}
	for n := 1; n <= sample; n++ {
		p.parts[n] = costOf(float64(n)*scale) / scale
	}
	if !r.Close() {
		return p
	}
	worth := r.worth()
	p.right = 1 - worth[0]
	for n := 1; n <= sample; n++ {
		lost := 0.0
		for later, codes := range cracked(float64(n) * scale) {
			lost += codes * (1 - worth[later+1])
		}
		p.parts[n] = lost/scale + p.parts[n]*tie
	}
	return p
}

// tie is the weight of a guess between guesses with equal chances.
const tie = 1e-4

// horizon is the number of rounds to look ahead.
const horizon = 8

// worth returns the points for finding the code, by the number of rounds until then.
func (r Race) worth() [horizon + 1]float64 {
	theirs := [horizon]float64{}
	if r.Theirs > 0 {
		theirs = cracked(float64(r.Theirs))
		for round := range theirs {
			theirs[round] /= float64(r.Theirs)
		}
	}
	rounds := horizon
	if r.Rounds > 0 {
		rounds = min(rounds, r.Rounds)
	}
	var worth [horizon + 1]float64
	left := 1.0 // probability that the opponent has not found the code yet
	for round := range rounds {
		worth[round] = left - theirs[round]/2
		left -= theirs[round]
	}
	for round := rounds; round <= horizon; round++ {
		worth[round] = left / 2
	}
	return worth
}

// cracked estimates how many of a number of codes are found in each of the next rounds: one in
// the first, and then as many as the answers distinguish.
func cracked(codes float64) [horizon]float64 {
	var rounds [horizon]float64
	apart := min(14, max(4, 1.3*math.Pow(codes, 0.75)))
	may := 1.0
	for round := range rounds {
		rounds[round] = min(codes, may)
		codes -= rounds[round]
		may *= apart
	}
	rounds[horizon-1] += codes
	return rounds
}

// costOf estimates the total number of guesses for a number of codes that no answer has
// distinguished yet, with answers of typical value.
func costOf(codes float64) float64 {
	log := math.Log(max(codes, 1))
	return codes * (1 + log*(0.41+0.33/(1+log)))
}
