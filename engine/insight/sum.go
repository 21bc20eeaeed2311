package insight

import (
	"context"
	"math"

	"parlor/engine"
)

// Sum summarizes the decisions of a person in several matches. The zero value is the summary of
// none.
type Sum struct {
	Matches int
	Player  // without a seat
}

// SumUp returns Analysis.Players of a finished match by its ID, for a person who may have to wait
// until ctx ends.
type SumUp func(ctx context.Context, person string, game engine.Game, id string) ([]Player, error)

// Add adds the summary of a match in which the person played.
func (s *Sum) Add(p Player) {
	s.Matches++
	s.Claims += p.Claims
	s.Right += p.Right
	s.Luck += p.Luck
	s.Spread += p.Spread
	s.Missed += p.Missed
	s.Squares += p.Squares
}

// normal95 is the number of standard errors within which 95 % of normally distributed means lie.
const normal95 = 1.96

// ByChance returns the distance from 0 within which Luck lies by chance alone in 95 of 100 cases.
func (s Sum) ByChance() float64 { return normal95 * math.Sqrt(s.Spread) }

// MissedEach returns the mean of Missed per decision, and the margin of its 95 % confidence
// interval. The margin is +Inf for less than two decisions.
func (s Sum) MissedEach() (mean, margin float64) {
	n := float64(s.Claims)
	if s.Claims == 0 {
		return 0, math.Inf(1)
	}
	mean = s.Missed / n
	if s.Claims == 1 {
		return mean, math.Inf(1)
	}
	return mean, normal95 * math.Sqrt(max(0, s.Squares/n-mean*mean)/(n-1))
}
