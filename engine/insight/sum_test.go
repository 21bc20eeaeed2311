package insight_test

import (
	"math"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/insight"
)

// TestSumsOfMatches: what is added up over matches, and how sure it is, by hand.
func TestSumsOfMatches(t *testing.T) {
	var sum insight.Sum
	if mean, margin := sum.MissedEach(); mean != 0 || !math.IsInf(margin, 1) || sum.ByChance() != 0 {
		t.Errorf("nothing comes to %v ± %v", mean, margin)
	}
	sum.Add(insight.Player{Seat: 1, Claims: 1, Right: 1, Luck: 0.5, Missed: 0.2, Spread: 0.25, Squares: 0.04})
	if mean, margin := sum.MissedEach(); mean != 0.2 || !math.IsInf(margin, 1) {
		t.Errorf("one comes to %v ± %v", mean, margin)
	}
	sum.Add(insight.Player{Claims: 3, Right: 1, Luck: -0.25, Missed: 0.2, Spread: 0.75, Squares: 0.04})
	mean, margin := sum.MissedEach()
	if sum.Matches != 2 || sum.Claims != 4 || sum.Right != 2 || sum.Luck != 0.25 || round(sum.ByChance()) != 1.96 ||
		round(mean) != 0.1 || round(margin) != round(1.96*0.1/math.Sqrt(3)) {
		t.Errorf("both come to %+v, %v ± %v", sum, mean, margin)
	}
	game := davinci.Rules().Game()
	a := analysed(t, game, recordOf(t, game, engine.Seed{1}, engine.Options{"first": "1", "rounds": "1"},
		"1 deal", "2 deal", "1 draw white", "1 guess 2 4 11", "1 guess 2 1 8", "2 resign"))
	var spread, squares float64
	for _, one := range a.Decisions {
		spread, squares = spread+one.Chance*(1-one.Chance), squares+one.Missed()*one.Missed()
	}
	if got := a.Players[0]; got.Claims != 2 || got.Spread != spread || got.Squares != squares || spread == 0 {
		t.Errorf("the match comes to %+v", got)
	}
}
