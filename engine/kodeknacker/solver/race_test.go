package solver

import (
	"math/rand/v2"
	"testing"
)

// TestWorth: who cracks together with the other one draws, and who does so later
// has lost.
func TestWorth(t *testing.T) {
	for _, row := range []struct {
		race Race
		want []float64 // of a crack in this round, in the next, and so on
	}{
		{Race{Theirs: 1}, []float64{0.5, 0, 0}},
		{Race{Theirs: 2}, []float64{0.75, 0.25, 0}},
		{Race{Theirs: 4}, []float64{0.875, 0.375, 0}},
		{Race{Rounds: 1}, []float64{1, 0.5, 0.5}},
		{Race{Theirs: 2, Rounds: 1}, []float64{0.75, 0.25, 0.25}},
	} {
		worth := row.race.worth()
		for later, want := range row.want {
			if worth[later] != want {
				t.Errorf("%+v: a crack after %d more rounds is worth %v, not %v", row.race, later, worth[later], want)
			}
		}
	}
}

// TestAGuessThatMayBeRight is what the last round asks for, whatever tells more.
func TestAGuessThatMayBeRight(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		size := Size{4, 6}
		board := Board{size, someRows(size, size.Random(random), 3, random)}
		for _, race := range []Race{{Theirs: 1}, {Rounds: 1}, {Theirs: 1, Rounds: 7}} {
			if guess := board.Deep(race, 0, random); !fits(guess, board.Rows) {
				t.Errorf("%+v: %v cannot be right after %v", race, guess, board.Rows)
			}
		}
	}
}
