package insight

import (
	"slices"

	"parlor/engine"
)

// Moment is an important decision, with the reasons.
type Moment struct {
	Decision int // index in Analysis.Decisions
	Kinds    []Kind
}

// Kind is a reason why a decision is important. At most one decision of a match has each kind, the
// first among equal ones.
type Kind string

// The kinds of moments, in the order in which a decision lists them.
const (
	Decisive Kind = "decisive" // the last right claim of the only winner of the match
	Lucky    Kind = "lucky"    // the right claim with the lowest chance
	Unlucky  Kind = "unlucky"  // the wrong claim with the highest chance
	Missing  Kind = "missing"  // the claim with the largest difference to the highest chance
	Telling  Kind = "telling"  // the claim by which a player learned most
)

// The minimum values for a moment.
const (
	muchLuck = 0.25 // a right claim with a chance of at most 3 in 4, or a wrong one of at least 1 in 4
	muchLost = 0.1  // difference of chances
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

// decisive returns the index of the last right claim of the only winner of the match, or -1.
func (a Analysis) decisive() int {
	winners := a.Steps[len(a.Steps)-1].Match.View(engine.Watcher).Winners
	for i, one := range slices.Backward(a.Decisions) {
		if len(winners) == 1 && one.Right && one.Seat == winners[0] {
			return i
		}
	}
	return -1
}
