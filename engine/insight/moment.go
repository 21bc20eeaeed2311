package insight

import (
	"slices"

	"parlor/engine"
)

// Moment is a decision that changed much, and in which ways.
type Moment struct {
	Decision int // its place in Analysis.Decisions
	Kinds    []Kind
}

// Kind is a way to change much. Each is that of one decision of the match, the
// first of equal ones.
type Kind string

// The kinds of moments, in the order in which one decision has them.
const (
	Decisive Kind = "decisive" // the last right claim of the match's winner, if one alone won
	Lucky    Kind = "lucky"    // right against the longest odds
	Unlucky  Kind = "unlucky"  // wrong though likeliest to be right
	Missing  Kind = "missing"  // where the best claim was likelier by most
	Telling  Kind = "telling"  // where the player found out most
)

// How much of something a decision has to have to be a moment.
const (
	muchLuck = 0.25 // right at a chance of 3 in 4 or less, wrong at one of 1 in 4 or more
	muchLost = 0.1  // of chance
	muchTold = 1    // bits
)

// moments finds one decision of each kind.
func (a Analysis) moments() []Moment {
	kinds := map[int][]Kind{}
	if last := a.decisive(); last >= 0 {
		kinds[last] = append(kinds[last], Decisive)
	}
	for _, one := range []struct {
		kind  Kind
		of    func(Decision) float64
		least float64
	}{
		{Lucky, Decision.Luck, muchLuck},
		{Unlucky, func(d Decision) float64 { return -d.Luck() }, muchLuck},
		{Missing, Decision.Missed, muchLost},
		{Telling, Decision.Told, muchTold},
	} {
		most, found := 0.0, -1
		for i, decision := range a.Decisions {
			if value := one.of(decision); value >= one.least && value > most {
				most, found = value, i
			}
		}
		if found >= 0 {
			kinds[found] = append(kinds[found], one.kind)
		}
	}
	var moments []Moment
	for i := range a.Decisions {
		if kinds[i] != nil {
			moments = append(moments, Moment{Decision: i, Kinds: kinds[i]})
		}
	}
	return moments
}

// decisive is the place of the last right claim of the match's only winner,
// negative where there is none.
func (a Analysis) decisive() int {
	winners := a.Steps[len(a.Steps)-1].Match.View(engine.Watcher).Winners
	for i, one := range slices.Backward(a.Decisions) {
		if len(winners) == 1 && one.Right && one.Seat == winners[0] {
			return i
		}
	}
	return -1
}
