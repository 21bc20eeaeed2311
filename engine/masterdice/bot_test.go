package masterdice

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlor/engine"
)

// table is a setting and what the seats come with.
type table struct {
	mode   string
	bonus  bool
	first  engine.Seat
	totals []float64 // nil where rounds are to come
	levels [seats]engine.Level
}

func (one table) String() string { return fmt.Sprintf("%s, bonus dice %v", one.mode, one.bonus) }

// scored is what a seat made of a round.
type scored struct {
	points float64
	hoped  float64 // points by the chance that the answer had
	chance float64 // of the answer
}

// playBots plays a round by bots alone; one number gives one deal.
func playBots(tb testing.TB, one table, n uint64) [seats]scored {
	tb.Helper()
	var seed engine.Seed
	binary.LittleEndian.PutUint64(seed[:], n)
	options := engine.Options{"mode": one.mode, "bonus_dice": "off"}
	if one.bonus {
		options["bonus_dice"] = "on"
	}
	s, err := deal(engine.Setup{Seats: seats, First: one.first, Seed: seed, Options: options})
	if err != nil {
		tb.Fatal(err)
	}
	random := rand.New(rand.NewPCG(n, 0))
	thought := engine.Thought[View, Event]{Totals: one.totals, Random: random}
	if one.totals == nil {
		thought.Totals, thought.Left = make([]float64, seats), 1
	}
	var made [seats]scored
	for len(s.ToMove()) > 0 {
		for _, seat := range s.ToMove() {
			thought.View, thought.Level = s.View(seat), one.levels[seat]
			action := think(thought)
			if strings.HasPrefix(string(action), verbSolve) {
				i := slices.IndexFunc(thought.View.Boards, func(b Board) bool { return b.Solver == seat })
				b := thought.View.Boards[i]
				made[seat].chance = 1 / float64(len(slices.Collect(Consistent(b.Rows))))
				made[seat].hoped = made[seat].chance * float64(b.ScoreNow)
			}
			next, _, err := s.Play(seat, action)
			if err != nil {
				tb.Fatalf("the bot's %q is refused: %v", action, err)
			}
			s = next
		}
	}
	for seat, points := range s.Result().Points {
		made[seat].points = points
	}
	return made
}

// measure is a mean and its standard error.
type measure struct{ n, sum, squares float64 }

func (m *measure) add(x float64) { m.n, m.sum, m.squares = m.n+1, m.sum+x, m.squares+x*x }

func (m *measure) mean() float64 { return m.sum / m.n }

func (m *measure) deviation() float64 {
	return math.Sqrt(max(0, m.squares/m.n-m.mean()*m.mean()) / m.n)
}

func (m *measure) String() string { return fmt.Sprintf("%.3f ± %.3f", m.mean(), m.deviation()) }

// settings are those that bots play differently by.
func settings() []table {
	return []table{{mode: Classic}, {mode: Classic, bonus: true}, {mode: Duel}, {mode: Duel, bonus: true}}
}

// TestLevelsMakeMore: of the same deals each level makes more points than the one
// before, which is that random play makes 10 to 15. The long form takes the
// highest level too.
func TestLevelsMakeMore(t *testing.T) {
	games, top := 300, levelThrifty
	if n := long(); n > 0 {
		games, top = n, levelShrewd
	}
	for _, bonus := range []bool{false, true} {
		if bonus && top == levelThrifty {
			games /= 4 // it is clearer there
		}
		made := make(map[engine.Level][]float64)
		for level := engine.FirstBot; level <= top; level++ {
			var all measure
			began := processor()
			for n := range uint64(games) {
				hoped := playBots(t, table{mode: Classic, bonus: bonus, levels: [seats]engine.Level{level, level}}, n)[0].hoped
				made[level] = append(made[level], hoped)
				all.add(hoped)
			}
			t.Logf("bonus dice %v, %s: %v points a game, %v a game of processor time", bonus, levels()[level-1], &all, (processor()-began)/time.Duration(games))
			if level == engine.FirstBot {
				if all.mean() < 24 {
					t.Errorf("bonus dice %v: %s makes %v points a game, want 24 or more", bonus, levels()[level-1], &all)
				}
				continue
			}
			var more measure
			for i, points := range made[level] {
				more.add(points - made[level-1][i])
			}
			t.Logf("that is more by %v", &more)
			if more.mean() < 4*more.deviation() && level == levelThrifty || more.mean() < -4*more.deviation() {
				t.Errorf("bonus dice %v: %s makes more than %s by %v points", bonus, levels()[level-1], levels()[level-2], &more)
			}
		}
	}
}

// TestLevelsWin: in every setting a higher level wins more of the rounds that
// decide a match than it loses. There is a long form only; see also
// TestShrewdPlaysForTheMatch.
func TestLevelsWin(t *testing.T) {
	games := long()
	if games == 0 {
		t.Skip("PARLOR_ROUNDS says how many games to play")
	}
	for _, one := range settings() {
		for level := engine.FirstBot; level < levelShrewd; level++ {
			var won measure
			var count [3]int
			began := processor()
			for n := range uint64(games) {
				won.add(decide(t, one, level, level+1, n, &count))
			}
			t.Logf("%v: %s against %s scores %v (%v won, drawn, lost), %v of processor time a game",
				one, levels()[level], levels()[level-1], &won, count, (processor()-began)/time.Duration(games))
			if won.mean() < 0.5-4*won.deviation() {
				t.Errorf("%v: %s against %s scores %v", one, levels()[level], levels()[level-1], &won)
			}
		}
	}
}

// decide is what the stronger one scores in the end of a match: 1, ½ or 0. In a
// classic one the other has solved before.
func decide(tb testing.TB, one table, weak, strong engine.Level, n uint64, count *[3]int) float64 {
	tb.Helper()
	one.levels = [seats]engine.Level{weak, strong}
	if one.mode == Duel {
		one.totals = make([]float64, seats)
	}
	made := playBots(tb, one, 2*n)
	if one.mode == Classic {
		one.first, one.totals = 1, []float64{made[0].points, 0}
		made[1] = playBots(tb, one, 2*n+1)[1]
	}
	switch {
	case made[1].points > made[0].points:
		count[0]++
		return 1
	case made[1].points == made[0].points:
		count[1]++
		return 0.5
	}
	count[2]++
	return 0
}

// long is how many games the long form plays; 0 in the short one.
func long() int {
	n, _ := strconv.Atoi(os.Getenv("PARLOR_ROUNDS"))
	return n
}

// processor is the time that this process has computed.
func processor() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
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
		for range 10 {
			for level := levelThrifty; level <= levelShrewd; level++ {
				thought := engine.Thought[View, Event]{View: row.view, Totals: make([]float64, seats), Left: 1, Level: level, Random: random}
				if got := think(thought); !slices.Contains(row.want, got) {
					t.Errorf("%s, %s: %q, want one of %q", row.name, levels()[level-1], got, row.want)
				}
			}
		}
	}
}

// TestShrewdPlaysForTheMatch: two codes are left, which a die parts, and an answer
// is worth 40 points now. What is best depends on what has to be made.
func TestShrewdPlaysForTheMatch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	code := Line{3, 1, 5, 2}
	rows := []Row{Judge(code, Line{3, 1, 5, 0}), Judge(code, Line{0, 0, 0, 3}), Judge(code, Line{0, 6, 0, 0})} // green 1 or 2
	for _, row := range []struct {
		mode        string
		own, theirs float64
		left        int
		resigned    bool
		verb        string
	}{
		{mode: Classic, theirs: 30, verb: verbPlace},              // 35 will do
		{mode: Classic, theirs: 35, own: 5, verb: verbPlace},      // as much
		{mode: Classic, theirs: 40, verb: verbSolve},              // 40 is a draw, 35 is lost
		{mode: Classic, theirs: 40, left: 1, verb: verbPlace},     // for the most points
		{mode: Classic, theirs: 90, verb: verbPlace},              // nothing will do
		{mode: Classic, own: 90, verb: verbPlace},                 // nothing has to be done
		{mode: Duel, theirs: 40, verb: verbPlace},                 // and what the other makes
		{mode: Duel, theirs: 40, resigned: true, verb: verbSolve}, // which is nothing
	} {
		own := Board{Solver: 1, Open: true, Phase: PhasePlace, Rows: rows, RowsUsed: len(rows), Rolled: []int{1, 6, 6, 6}, DiceLeft: 13}
		view := View{Seat: 1, Mode: row.mode, Boards: []Board{own}}
		if row.mode == Duel {
			other := Board{Solver: 0, Phase: PhaseHidden}
			if row.resigned {
				other.Outcome = Resigned
			}
			view.Boards = []Board{other, own}
		}
		got := think(engine.Thought[View, Event]{View: view, Totals: []float64{row.theirs, row.own}, Left: row.left, Level: levelShrewd, Random: random})
		if !strings.HasPrefix(string(got), row.verb) {
			t.Errorf("%+v: %q", row, got)
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
		playBots(b, table{mode: Classic, levels: [seats]engine.Level{levelThrifty, levelThrifty}}, n)
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkThinkFirstRow is the dearest decision.
func BenchmarkThinkFirstRow(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	s := played(b, testState(Classic, testBoard(Line{3, 1, 5, 2}, Line{1, 3, 4, 6})), 0, Roll)
	for i, title := range levels() {
		thought := engine.Thought[View, Event]{View: s.View(0), Totals: []float64{0, 35}, Level: engine.FirstBot + engine.Level(i), Random: random}
		b.Run(title, func(b *testing.B) {
			for b.Loop() {
				think(thought)
			}
		})
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
