package arena

import "encoding/json"

// Verdict is the result of a Test.
type Verdict int

// Undecided is the initial result of every test, and may remain.
const (
	Undecided Verdict = iota
	Stronger          // the share is above the fair one
	Weaker            // the share is below the fair one
)

// String returns the verdict as a word.
func (v Verdict) String() string {
	return [...]string{"undecided", "stronger", "weaker"}[v]
}

// Test is a sequential test of whether the mean of shares is above or below a fair one, checked after
// each share. Whatever the shares are, and however often and whenever the result is read, the
// probability of an error is at most Wrong: of Stronger if the true mean is not above the fair one,
// and of Weaker if it is not below.
//
// It is A. Wald's probability ratio test (Sequential Tests of Statistical Hypotheses,
// Annals of Mathematical Statistics 16, 1945), in the form for shares of any size by
// I. Waudby-Smith and A. Ramdas (Estimating Means of Bounded Random Variables by
// Betting, Journal of the Royal Statistical Society B 86, 2024). For each of the two
// errors, bettors each bet a fixed part of their capital on every coming share. If the
// mean were the fair one, the bets would be fair, and by Ville's inequality the total
// capital would ever grow from 1 to 1/Wrong with a probability of at most Wrong. Some bettors
// bet much and some little, so that large differences are found soon, and small ones later.
type Test struct {
	Fair  float64 // in (0, 1)
	Wrong float64 // the maximum probability of either error; in (0, 1)

	above, below [bettors]float64 // capital of each bettor; initially 1 in total
	verdict      Verdict
	begun        bool
}

// bettors is the number of bettors. They bet ½, ¼, … of the maximum.
const bettors = 6

// Add adds a share, from 0 to 1, and returns the result so far. A verdict never changes once it is decided.
func (t *Test) Add(share float64) Verdict {
	if !t.begun {
		for i := range bettors {
			t.above[i], t.below[i] = 1./bettors, 1./bettors
		}
		t.begun = true
	}
	part := 0.5
	for i := range bettors {
		t.above[i] *= 1 + part*(share-t.Fair)/t.Fair
		t.below[i] *= 1 - part*(share-t.Fair)/(1-t.Fair)
		part /= 2
	}
	switch {
	case t.verdict != Undecided:
	case sum(t.above) >= 1/t.Wrong:
		t.verdict = Stronger
	case sum(t.below) >= 1/t.Wrong:
		t.verdict = Weaker
	}
	return t.verdict
}

// bets is the JSON form of a Test.
type bets struct {
	Fair    float64          `json:"fair"`
	Wrong   float64          `json:"wrong"`
	Above   [bettors]float64 `json:"above"`
	Below   [bettors]float64 `json:"below"`
	Verdict Verdict          `json:"verdict"`
	Begun   bool             `json:"begun"`
}

// MarshalJSON encodes all that a Test needs in order to continue.
func (t Test) MarshalJSON() ([]byte, error) {
	return json.Marshal(bets{t.Fair, t.Wrong, t.above, t.below, t.verdict, t.begun})
}

// UnmarshalJSON decodes the output of MarshalJSON.
func (t *Test) UnmarshalJSON(text []byte) error {
	var b bets
	if err := json.Unmarshal(text, &b); err != nil {
		return err
	}
	*t = Test{b.Fair, b.Wrong, b.Above, b.Below, b.Verdict, b.Begun}
	return nil
}

// Verdict returns the result so far.
func (t Test) Verdict() Verdict { return t.verdict }

func sum(all [bettors]float64) float64 {
	total := 0.0
	for _, one := range all {
		total += one
	}
	return total
}
