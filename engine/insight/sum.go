package insight

import (
	"context"
	"math"

	"parlor/engine"
)

// Sum is what the decisions of a person come to in several matches. The zero value is
// that of none.
type Sum struct {
	Matches int
	Player  // with no seat
}

// SumUp returns Analysis.Players of a finished match, by its ID, for a person who may
// have to wait for others: as long as the context lasts.
type SumUp func(ctx context.Context, person string, game engine.Game, id string) ([]Player, error)

// Add counts one more match, in which the person was a player.
func (s *Sum) Add(p Player) {
	s.Matches++
	s.Claims += p.Claims
	s.Right += p.Right
	s.Luck += p.Luck
	s.Spread += p.Spread
	s.Missed += p.Missed
	s.Squares += p.Squares
}

// normal95 is how many standard errors 95 % of normal means stay within.
const normal95 = 1.96

// ByChance returns how far from 0 Luck may lie by chance alone: it is within this distance in 95 of
// 100 cases.
func (s Sum) ByChance() float64 { return normal95 * math.Sqrt(s.Spread) }

// MissedEach is what was missed with each decision, on average, and how far the
// person's true average may be away: in 95 of 100 cases it is no farther. The margin
// is +Inf where there are not two decisions.
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
