package masterdice

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"parlor/engine"
)

// botGame plays a game by bots alone and answers its points.
func botGame(tb testing.TB, mode string, bonus bool, n uint64) []float64 {
	tb.Helper()
	var seed engine.Seed
	binary.LittleEndian.PutUint64(seed[:], n)
	options := engine.Options{"mode": mode, "bonus_dice": "off"}
	if bonus {
		options["bonus_dice"] = "on"
	}
	s, err := deal(engine.Setup{Seats: seats, Seed: seed, Options: options})
	if err != nil {
		tb.Fatal(err)
	}
	random := rand.New(rand.NewPCG(n, 0))
	for len(s.ToMove()) > 0 {
		for _, seat := range s.ToMove() {
			action := think(engine.Thought[View, Event]{View: s.View(seat), Level: engine.FirstBot, Random: random})
			next, _, err := s.Play(seat, action)
			if err != nil {
				tb.Fatalf("the bot's %q is refused: %v", action, err)
			}
			s = next
		}
	}
	return s.Result().Points
}

// TestBotPlaysWell holds the mean points of a game. Random play makes 10 to 15,
// greedy play for information 29.4.
func TestBotPlaysWell(t *testing.T) {
	for _, bonus := range []bool{false, true} {
		const games = 400
		sum, squares := 0.0, 0.0
		for n := range uint64(games) {
			points := botGame(t, Classic, bonus, n)[0]
			sum, squares = sum+points, squares+points*points
		}
		mean := sum / games
		deviation := math.Sqrt((squares/games - mean*mean) / games)
		t.Logf("bonus dice %v: %.2f points a game, standard error %.2f", bonus, mean, deviation)
		if want := 31.0; mean < want {
			t.Errorf("bonus dice %v: %.2f points a game, want %.1f or more", bonus, mean, want)
		}
	}
}

func TestBotPlaysDuels(t *testing.T) {
	made := 0.0
	for n := range uint64(20) {
		for _, points := range botGame(t, Duel, n%2 == 1, n) {
			made += points
		}
	}
	if mean := made / 40; mean < 25 {
		t.Errorf("%.1f points a board in duels", mean)
	}
}

// TestBotSolves: it answers when one code is left, and when it must; it does
// not answer when another row can part the codes.
func TestBotSolves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	code := Line{3, 1, 5, 2}
	known := []Row{Judge(code, code)}
	two := []Row{Judge(code, Line{3, 1, 5, 0}), Judge(code, Line{0, 0, 0, 3}), Judge(code, Line{0, 6, 0, 0})} // green 1 or 2
	board := func(rows []Row, phase string, rolled []int) View {
		dice := WhiteDice
		for _, row := range rows {
			dice -= row.Cells.Dice()
		}
		return View{Seat: 1, Boards: []Board{
			{Solver: 0, Phase: PhaseHidden},
			{Solver: 1, Open: true, Phase: phase, Rows: rows, RowsUsed: len(rows), Rolled: rolled, DiceLeft: dice},
		}}
	}
	full := slices.Concat(two, two[:1], two[:1], two[:1], two[:1])
	for _, row := range []struct {
		name string
		view View
		want []engine.Action
	}{
		{"one left, before a roll", board(known, PhaseRoll, nil), []engine.Action{Solve(code)}},
		{"one left, after a roll", board(known, PhasePlace, []int{1, 1, 1, 1}), []engine.Action{Solve(code)}},
		{"two left", board(two, PhaseRoll, nil), []engine.Action{Roll}},
		{"two left that a die parts", board(two, PhasePlace, []int{1, 6, 6, 6}), []engine.Action{"place g1"}},
		{"it must", board(full, PhaseSolve, nil), []engine.Action{"solve 3 1 5 1", "solve 3 1 5 2"}},
	} {
		for range 20 {
			if got := think(engine.Thought[View, Event]{View: row.view, Level: engine.FirstBot, Random: random}); !slices.Contains(row.want, got) {
				t.Errorf("%s: %q, want one of %q", row.name, got, row.want)
			}
		}
	}
}

// TestSplitAgrees: the bot's quick count of answers is Judge's.
func TestSplitAgrees(t *testing.T) {
	s := solver{codes: slices.Collect(Consistent(nil))}
	for n := range 7 * 7 * 7 * 7 {
		cells := Line{n % 7, n / 7 % 7, n / 49 % 7, n / 343}
		var want [tallies]int
		if n%11 != 0 { // a sample
			continue
		}
		for _, code := range s.codes {
			row := Judge(code, cells)
			want[row.Equal*(Columns+1)+row.High]++
		}
		if got := s.split(cells); got != want {
			t.Fatalf("%v parts the codes into %v, want %v", cells, got, want)
		}
	}
}

func BenchmarkBotGame(b *testing.B) {
	n := uint64(0)
	for b.Loop() {
		botGame(b, Classic, false, n)
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkThinkFirstRow(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	s := played(b, testState(Classic, testBoard(Line{3, 1, 5, 2}, Line{1, 3, 4, 6})), 0, Roll)
	view := s.View(0)
	for b.Loop() {
		think(engine.Thought[View, Event]{View: view, Level: engine.FirstBot, Random: random})
	}
}

// BenchmarkRandomGame is the rules without a bot.
func BenchmarkRandomGame(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	first := dealt(b, Classic, 1, 1, 0)
	for b.Loop() {
		wander(b, first, 100, random)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
