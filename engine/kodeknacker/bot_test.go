package kodeknacker

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
	"parlor/engine/kodeknacker/solver"
)

// TestTheSolverJudgesByTheRules: it packs codes, and answers all the same.
func TestTheSolverJudgesByTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for positions := MinPositions; positions <= MaxPositions; positions++ {
		for colors := 4; colors <= MaxColors; colors++ {
			for range 300 {
				guess, secret := randomCode(positions, colors, random.IntN), randomCode(positions, colors, random.IntN)
				pegs := judge(guess, secret)
				if solver.Judge(solver.Pack(guess), solver.Pack(secret)) != solver.Answered(pegs.Black, pegs.White) {
					t.Fatalf("%v against %v is not %+v", guess, secret, pegs)
				}
			}
		}
	}
}

// alone is the view of a seat whose opponent has told it nothing yet.
func alone(positions, colors int, rows []Row) View {
	return View{
		Phase: PhasePlay, Positions: positions, Colors: colors, Rows: MaxRows,
		Boards: []Board{{CodeSet: true, Guesses: rows}, {Seat: 1, CodeSet: true, Guesses: []Row{}}},
	}
}

// guesses is how many a level needs for each of some codes.
func guesses(level engine.Level, positions, colors, games int, random *rand.Rand) (mean, most float64) {
	for range games {
		secret, rows := randomCode(positions, colors, random.IntN), []Row(nil)
		for len(rows) == 0 || rows[len(rows)-1].Black < positions {
			next := guess(alone(positions, colors, rows), level, 0, random)
			rows = append(rows, Row{Guess: next.String(), Pegs: judge(next, secret)})
		}
		mean, most = mean+float64(len(rows))/float64(games), max(most, float64(len(rows)))
	}
	return mean, most
}

// TestWhatTheLevelsNeed: how many guesses on average, which is given with what
// chance may make of it. The codes of the smaller sizes are all counted where the
// trees are tested.
func TestWhatTheLevelsNeed(t *testing.T) {
	games := 100
	if n, err := strconv.Atoi(os.Getenv("PARLOR_CODES")); err == nil {
		games = n
	} else if testing.Short() || enginetest.Race {
		games = 20
	}
	chance := 4 * 0.85 / math.Sqrt(float64(games)) // a game takes 0.85 guesses more or less
	for _, row := range []struct {
		level             engine.Level
		positions, colors int
		mean              float64
	}{
		{Consistent, 5, 6, 5.09},
		{ExpectedSize, 5, 6, 4.83},
		{Tree, 5, 6, 4.735},
		{Consistent, 6, 6, 5.60},
		{ExpectedSize, 6, 6, 5.35},
		{Tree, 6, 6, 5.18},
		{Tree, 6, 10, 6.60},
		{Tree, 8, 10, 7.83},
	} {
		random := rand.New(rand.NewPCG(uint64(row.positions), uint64(row.level)))
		mean, most := guesses(row.level, row.positions, row.colors, games, random)
		t.Logf("%s, %d places of %d colours: %.4f guesses on average, %v at most, in %d games", levels()[row.level-1], row.positions, row.colors, mean, most, games)
		if mean > row.mean+chance {
			t.Errorf("%s, %d places of %d colours: %.4f guesses on average, not %.3f", levels()[row.level-1], row.positions, row.colors, mean, row.mean)
		}
	}
}

// TestFewSimulations are enough for a legal guess on the largest boards.
func TestFewSimulations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 9))
	secret, rows := randomCode(MaxPositions, MaxColors, random.IntN), []Row(nil)
	for range 12 {
		for level := Consistent; level <= Tree; level++ {
			if next := guess(alone(MaxPositions, MaxColors, rows), level, 4, random); len(next) != MaxPositions {
				t.Fatalf("level %d guesses %v", level, next)
			}
		}
		next := guess(alone(MaxPositions, MaxColors, rows), Tree, 4, random)
		rows = append(rows, Row{Guess: next.String(), Pegs: judge(next, secret)})
	}
}
