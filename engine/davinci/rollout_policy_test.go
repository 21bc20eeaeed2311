package davinci

import (
	"math"
	"math/rand/v2"
	"testing"

	"parlor/engine"
)

// TestPolicy: the guess of the seats in simulations is the likeliest by all ways to
// fill each rack by itself, if no seat has asked for anything.
func TestPolicy(t *testing.T) {
	random, compared := rand.New(rand.NewPCG(4, 5)), 0
	for n := range 400 {
		jokers := []string{NoJokers, FreeJokers}[n%2]
		first := dealt(t, 2+n%3, engine.Seed{byte(n), 32}, engine.Options{"jokers": jokers})
		s := after(t, first, wander(t, first, 20+random.IntN(30), random))
		if s.phase == inSetup || s.phase == isOver {
			continue
		}
		view, fast := s.View(engine.Seat(s.turn)), s.round
		unseen := fast.inPlay &^ (fast.open | fast.own[fast.turn])
		if unseen&jokersOnly == jokersOnly {
			continue // the policy takes two jokers in one rack for a little likelier
		}
		most := 0.0
		for seat := range fast.racks {
			for place := range fast.racks[seat].tiles {
				fast.racks[seat].tiles[place].asked = 0
			}
			if seat >= len(view.Racks) || engine.Seat(seat) == view.Seat || view.Racks[seat].Out {
				continue
			}
			for place, all := range refMarginals(view.Racks[seat].Tiles, refSeenTiles(view), view.Jokers) {
				for _, chance := range all {
					if view.Racks[seat].Tiles[place].Value == Unknown {
						most = max(most, chance)
					}
				}
			}
		}
		var rule policy
		rule.look(&fast)
		claimed := refMarginals(view.Racks[rule.seat].Tiles, refSeenTiles(view), view.Jokers)[rule.place]
		chance := claimed[0]
		if rule.id < firstJoker {
			chance = claimed[rule.id/2+1]
		}
		if compared++; math.Abs(float64(rule.chance)-most) > 1e-4 || math.Abs(chance-most) > 1e-4 {
			t.Fatalf("game %d: it guesses with %v, and the likeliest has %v", n, rule.chance, most)
		}
	}
	if compared < 100 {
		t.Errorf("only %d views were compared", compared)
	}
}
