package solver

import "math"

// Race is how a game stands between two who guess at the same time: who cracks a
// code in an earlier round wins, and neither does where both or none crack
// theirs.
type Race struct {
	Theirs int // codes that the other one may still look for; 0 where that is very many
	Rounds int // that are left on the boards, this one too; 0 where that is enough
}

// When it matters that it is a race, and not only how many guesses it takes.
const (
	CloseTheirs = 12
	closeRounds = 3
)

// Close reports whether it matters more to be first than to need few guesses.
func (r Race) Close() bool {
	return r.Theirs > 0 && r.Theirs <= CloseTheirs || r.Rounds > 0 && r.Rounds <= closeRounds
}

// prices are in guesses, and in a close race in points; a sample stands for scale
// times as many codes.
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

// tie is how little a guess counts among equal chances.
const tie = 1e-4

// horizon is how many rounds are looked at.
const horizon = 8

// worth is how many points a crack brings, by how many rounds are still to come
// before it.
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
	left := 1.0 // that they have not cracked before
	for round := range rounds {
		worth[round] = left - theirs[round]/2
		left -= theirs[round]
	}
	for round := rounds; round <= horizon; round++ {
		worth[round] = left / 2
	}
	return worth
}

// cracked estimates how many of a number of codes are cracked in each of the next
// rounds: one in the first, and then as many as answers tell apart.
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

// costOf estimates how many guesses a number of codes take together that cannot be
// told apart yet, if each answer helps as much as it mostly does.
func costOf(codes float64) float64 {
	log := math.Log(max(codes, 1))
	return codes * (1 + log*(0.41+0.33/(1+log)))
}
