package davinci

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// TestHalvings never plays more games than there are.
func TestHalvings(t *testing.T) {
	for games := range 200 {
		for moves := range 12 {
			played, left := 0, moves
			for _, worlds := range halvings(moves, games) {
				played += worlds * left
				left /= 2
			}
			if played > games || played > 0 && left != 1 || played == 0 && moves > 1 && games >= moves*4 {
				t.Errorf("%d moves and %d games: %d are played, and %d moves left", moves, games, played, left)
			}
		}
	}
}

// TestStakes: by hand, what the end of a round is worth to seat 1.
func TestStakes(t *testing.T) {
	for _, c := range []struct {
		name   string
		points []float64 // of the view; none where no points are kept
		totals []float64
		left   int
		scores []int
		winner int
		want   float64
	}{
		{"no points, won", nil, []float64{0, 0}, 0, []int{0, 9}, 0, 1},
		{"no points, lost", nil, []float64{0, 0}, 0, []int{9, 0}, 1, 0},
		{"the last round, ahead though lost", []float64{0, 0}, []float64{20, 0}, 0, []int{2, 21}, 1, 1},
		{"the last round, behind though won", []float64{0, 0}, []float64{0, 40}, 0, []int{21, 2}, 0, 0},
		{"the last round, level", []float64{0, 0}, []float64{10, 0}, 0, []int{2, 12}, 1, 0.5},
		{"the last round, level with one of two", []float64{0, 0, 0}, []float64{10, 0, 0}, 0, []int{2, 12, 11}, 1, 0.5},
		{"rounds to come, level", []float64{0, 0, 0}, []float64{10, 0, 12}, 2, []int{2, 12, 0}, 1, 1. / 3},
		{"rounds to come, ahead by a spread", []float64{0, 0}, []float64{spreadSum, 0}, 1, []int{5, 5}, 1, 1 / (1 + math.Exp(-1))},
	} {
		stakes := newStakes(engine.Thought[View, Event]{View: View{Seat: 0, Points: c.points}, Totals: c.totals, Left: c.left})
		r := round{seats: len(c.totals), winner: c.winner}
		copy(r.scores[:], c.scores)
		if got := stakes.worth(&r); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestRolloutsLookAhead: positions by hand in which the rule of the level below
// loses. Nothing is left to draw.
func TestRolloutsLookAhead(t *testing.T) {
	for _, c := range []struct{ name, table, script, below, want string }{
		{
			"seat 2 knows the last tile of seat 1", "points single\nrack 1 b2! b3 b4!\nrack 2 w0! b1! b6 w8",
			"1 guess 2 3 6", "stop", "guess 2 4",
		},
		{
			"it is far behind in the last round", "rack 1 b2! b3 b4! w10\nrack 2 w0! b1! b6 w8",
			"1 guess 2 3 6", "stop", "guess 2 4",
		},
	} {
		s, _ := play(t, arrange(t, c.table), c.script)
		for seed := range uint64(5) {
			thought := engine.Thought[View, Event]{
				View: s.View(0), Totals: []float64{0, 12}, Simulations: 300, Random: rand.New(rand.NewPCG(seed, 1)),
			}
			for level, want := range map[engine.Level]string{Signals: c.below, Rollouts: c.want} {
				thought.Level = level
				if got := think(thought); !strings.HasPrefix(string(got), want) {
					t.Errorf("%s, level %d: %q, want %q", c.name, level, got, want)
				}
			}
		}
	}
}

// TestRolloutsWin more than half of their games against the level that counts, and
// against how the stronger level played before, though they play only some in simulations.
func TestRolloutsWin(t *testing.T) {
	if testing.Short() || enginetest.Race {
		t.Skip("plays many games")
	}
	const games = 100
	for name, other := range map[string]func(engine.Thought[View, Event]) engine.Action{"exact": bot(Exact), "before": reference} {
		wins := duel(t, games, func(thought engine.Thought[View, Event]) engine.Action {
			thought.Level, thought.Simulations = Rollouts, 200
			return think(thought)
		}, other)
		t.Logf("against %s: won %d of %d", name, wins, games)
		if wins <= games/2 {
			t.Errorf("against %s: won %d of %d games", name, wins, games)
		}
	}
}
