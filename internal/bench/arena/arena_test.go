package arena_test

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/internal/bench/arena"
)

// highest is a small game: all seats name a number at once, and the highest wins.
type highest struct {
	said   []int // 0 means none yet
	points bool  // the sum of all numbers counts
}

// said is the only event.
type said struct{ seat engine.Seat }

func (s said) String() string               { return s.seat.String() + " said" }
func (s said) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s said) About() engine.Seat           { return s.seat }

func (h highest) ToMove() []engine.Seat {
	var waiting []engine.Seat
	for seat, number := range h.said {
		if number == 0 {
			waiting = append(waiting, engine.Seat(seat))
		}
	}
	return waiting
}

func (h highest) Legal(engine.Seat) iter.Seq[engine.Action] {
	return func(yield func(engine.Action) bool) { yield("1") }
}

func (h highest) Grammar(engine.Seat) []string { return nil }
func (h highest) View(engine.Seat) string      { return "" }

func (h highest) Play(seat engine.Seat, action engine.Action) (engine.State[string, said], []said, error) {
	number, err := strconv.Atoi(string(action))
	if err != nil {
		return nil, nil, err
	}
	next := highest{append([]int{}, h.said...), h.points}
	next.said[seat] = number
	return next, []said{{seat}}, nil
}

func (h highest) Result() engine.Result {
	var winners []engine.Seat
	best := 0
	for seat, number := range h.said {
		if number > best {
			best, winners = number, nil
		}
		if number == best {
			winners = append(winners, engine.Seat(seat))
		}
	}
	result := engine.Result{Winners: winners}
	for _, number := range h.said {
		if h.points {
			result.Points = append(result.Points, float64(number))
		}
	}
	return result
}

// The levels of highest: all say a number up to ten. The second says one more, the
// third plays like the second, and the fourth like the first.
const faces = 10

func thinkHighest(t engine.Thought[string, said]) engine.Action {
	number := 1 + t.Random.IntN(faces)
	if t.Options["twice"] == "on" {
		number *= 2
	}
	if t.Level == 2 || t.Level == 3 {
		number++
	}
	return engine.Action(strconv.Itoa(number))
}

// game returns highest with options and a bot.
func game(think func(engine.Thought[string, said]) engine.Action, options ...engine.Option) engine.Game {
	return engine.Rules[string, said]{
		Name: "highest", Title: "Highest", Version: 1, MinSeats: 2, MaxSeats: 3, Options: options, Think: think,
		Levels: []string{"low", "high", "as high", "low again"},
		Deal: func(s engine.Setup) (engine.State[string, said], error) {
			if s.Options["banned"] == "on" {
				return nil, engine.Refuse(engine.BadSetup, "Not so.")
			}
			return highest{make([]int, s.Seats), s.Options["points"] == "on"}, nil
		},
		ReadEvent: func(string) (said, error) { return said{}, errors.New("there is none") },
	}.Game()
}

func contest(one, others engine.Level, seats int) arena.Contest {
	return arena.Contest{Game: game(thinkHighest), Setting: arena.Setting{Seats: seats}, One: one, Others: others, Seed: 7}
}

func play(t *testing.T, c arena.Contest, until arena.Until) (arena.Score, arena.Verdict) {
	t.Helper()
	played, err := c.Play(t.Context(), until)
	if err != nil {
		t.Fatal(err)
	}
	return played.Score, played.Test.Verdict()
}

// TestShares checks exact shares: of 100 pairs of numbers up to ten, the higher by one wins 55 and shares 9.
func TestShares(t *testing.T) {
	score, _ := play(t, contest(2, 1, 2), arena.Until{Deals: 1500})
	const want = 0.55 + 0.09/2
	if off := math.Abs(score.Matches.Value() - want); off > 4*score.Matches.Error() || score.Matches.Margin() > 0.03 {
		t.Errorf("a share of %v ± %v, not %v", score.Matches.Value(), score.Matches.Margin(), want)
	}
	if score.Games != score.Matches || score.Deals != 1500 || score.One.MovesPerGame() != 1 {
		t.Errorf("matches of one game: %+v", score)
	}
	if made := score.One.Points.Value() + score.Others.Points.Value(); math.Abs(made-1) > 1e-9 {
		t.Errorf("a game gives %v points", made)
	}
}

// TestLevelsThatPlayAlike checks that they share each deal exactly.
func TestLevelsThatPlayAlike(t *testing.T) {
	for _, levels := range [][2]engine.Level{{2, 3}, {1, 1}, {1, 4}} {
		for seats := 2; seats <= 3; seats++ {
			c := contest(levels[0], levels[1], seats)
			score, verdict := play(t, c, arena.Until{Deals: 100, Wrong: 0.5})
			if math.Abs(score.Matches.Value()-c.Fair()) > 1e-9 || score.Matches.Margin() > 1e-9 || verdict != arena.Undecided {
				t.Errorf("levels %v, %d seats: %v ± %v, %v", levels, seats, score.Matches.Value(), score.Matches.Margin(), verdict)
			}
		}
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		one, others engine.Level
		want        arena.Verdict
	}{{2, 1, arena.Stronger}, {4, 3, arena.Weaker}, {3, 2, arena.Undecided}} {
		for seats := 2; seats <= 3; seats++ {
			score, verdict := play(t, contest(c.one, c.others, seats), arena.Until{Deals: 1200, Wrong: 0.001})
			if verdict != c.want || (verdict == arena.Undecided) != (score.Deals == 1200) {
				t.Errorf("level %d against %d, %d seats: %v after %d deals", c.one, c.others, seats, verdict, score.Deals)
			}
		}
	}
}

// TestTheSameContestComesToTheSame checks that concurrent deals do not change a result.
func TestTheSameContestComesToTheSame(t *testing.T) {
	outcomes := func() (all []arena.Outcome) {
		for outcome, err := range contest(2, 1, 3).Deals(t.Context(), 0) {
			if err != nil {
				t.Fatal(err)
			}
			outcome.One.Processor, outcome.Others.Processor = 0, 0
			if all = append(all, outcome); len(all) == 50 {
				break
			}
		}
		return all
	}
	first, again := outcomes(), outcomes()
	for i := range first {
		if first[i] != again[i] {
			t.Errorf("deal %d: %+v, and then %+v", i, first[i], again[i])
		}
	}
}

// TestAContestGoesOn checks that a contest in stored parts has the result of one run.
func TestAContestGoesOn(t *testing.T) {
	untimed := func(p arena.Progress) arena.Progress {
		p.Score.One.Spent, p.Score.Others.Spent = 0, 0
		return p
	}
	for _, c := range []arena.Contest{contest(2, 1, 2), contest(2, 1, 3), contest(4, 3, 2)} {
		const most, wrong = 900, 0.001
		want, err := c.Play(t.Context(), arena.Until{Deals: most, Wrong: wrong})
		if err != nil || want.Test.Verdict() == arena.Undecided {
			t.Fatalf("%v, %v", want.Test.Verdict(), err)
		}
		var got arena.Progress
		for _, deals := range []int{2, 3, 50, 50, 300, most} {
			if got, err = c.GoOn(t.Context(), got, arena.Until{Deals: deals, Wrong: wrong}); err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			got = arena.Progress{}
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
		}
		if untimed(got) != untimed(want) {
			t.Errorf("in parts %+v, in one %+v", got, want)
		}
	}
}

func TestAContestThatFails(t *testing.T) {
	c := contest(2, 1, 2)
	c.Game = game(func(engine.Thought[string, said]) engine.Action { return "fly" })
	if _, err := c.Play(t.Context(), arena.Until{Deals: 5}); err == nil || !strings.Contains(err.Error(), `plays "fly"`) {
		t.Errorf("a bot plays what it may not: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	for _, err := range contest(2, 1, 2).Deals(ctx, 0) {
		if n++; n == 3 {
			cancel()
		}
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			return
		}
	}
	t.Error("it ends without a word when it is given up")
}

// TestProcessorTime checks that the time is the thread's, without waiting. The work is counted and not timed, so that
// the test holds on a busy machine.
func TestProcessorTime(t *testing.T) {
	c := contest(2, 1, 2)
	c.Game = game(func(t engine.Thought[string, said]) engine.Action {
		if t.Level == 1 {
			time.Sleep(20 * time.Millisecond)
			return thinkHighest(t)
		}
		for range 2_000_000 {
			t.Random.Uint64()
		}
		return thinkHighest(t)
	})
	score, _ := play(t, c, arena.Until{Deals: 5})
	busy, idle := score.One.Processor(), score.Others.Processor()
	if busy != 0 && (idle > busy/2 || idle == 0) {
		t.Errorf("2,000,000 random numbers took %v, and 20 ms of sleep %v", busy, idle)
	}
}

func option(name string, values ...string) engine.Option {
	o := engine.Option{Name: name, Default: values[0]}
	for _, value := range values {
		o.Values = append(o.Values, engine.Value{Name: value})
	}
	return o
}

// TestSettings checks that all settings are there and none twice.
func TestSettings(t *testing.T) {
	size := option("size", "3", "4")
	size.Applies = func(o engine.Options) bool { return o["free"] == "on" }
	g := game(
		thinkHighest, option("free", "off", "on"), size, option("banned", "off", "on"),
		engine.RoundsOption("Games", "", 1, 9, 1, 3), engine.FirstOption("First", "", 3),
	)
	var got []string
	for _, setting := range arena.Settings(g) {
		got = append(got, setting.Describe(g))
		if setting.Options["rounds"] != "1" || setting.Options["first"] != "random" {
			t.Errorf("rounds and first are %v", setting.Options)
		}
	}
	want := "2 seats, rounds 1; 2 seats, free on, rounds 1; 2 seats, free on, size 4, rounds 1; " +
		"3 seats, rounds 1; 3 seats, free on, rounds 1; 3 seats, free on, size 4, rounds 1"
	if strings.Join(got, "; ") != want {
		t.Errorf("the settings are %q", got)
	}
}

// TestLadder checks that equivalent contests occur once, that matches are long if points count, and that no two
// contests play the same deals.
func TestLadder(t *testing.T) {
	g := game(
		thinkHighest, option("twice", "off", "on"), option("aid", "off", "on"), option("points", "off", "on"),
		engine.RoundsOption("Games", "", 1, 9, 1, 3), engine.FirstOption("First", "", 3),
	)
	contests, all, err := arena.Ladder(t.Context(), g, 1)
	if err != nil || all != 2*2*2*2*3 {
		t.Fatalf("%d contests before any is left out, %v", all, err)
	}
	var got []string
	seeds := map[uint64]bool{}
	for _, c := range contests {
		seeds[c.Seed] = true
		if c.One == 2 {
			got = append(got, c.Setting.Describe(g))
		}
	}
	want := "2 seats, rounds 1; 2 seats, points on; 2 seats, twice on, rounds 1; 2 seats, twice on, points on; " +
		"3 seats, rounds 1; 3 seats, points on; 3 seats, twice on, rounds 1; 3 seats, twice on, points on"
	if strings.Join(got, "; ") != want {
		t.Errorf("the second level plays the first in %q", got)
	}
	if len(contests) != 8*3 || len(seeds) != len(contests) || contests[1].One != 3 || contests[1].Others != 2 {
		t.Errorf("%d contests of %d seeds, such as %+v", len(contests), len(seeds), contests[1])
	}
	if again, _, err := arena.Ladder(t.Context(), g, 1); err != nil || again[0].Seed != contests[0].Seed {
		t.Errorf("the same seed gives other deals, %v", err)
	}
	other, _, err := arena.Ladder(t.Context(), g, 2)
	if err != nil || seeds[other[0].Seed] {
		t.Errorf("another seed gives the same deals, %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := arena.Ladder(ctx, g, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("given up, it says %v", err)
	}
}

// TestALadderHasNoRounds checks a game without that option.
func TestALadderHasNoRounds(t *testing.T) {
	contests, all, err := arena.Ladder(t.Context(), game(thinkHighest), 1)
	if err != nil || all != 6 || len(contests) != 6 {
		t.Errorf("%d of %d contests, %v", len(contests), all, err)
	}
}

// TestManySettings checks that each two values occur together, in few settings.
func TestManySettings(t *testing.T) {
	values := strings.Fields("1 2 3 4 5 6 7")
	g := game(thinkHighest, option("a", values...), option("b", values...), option("c", values...))
	settings := arena.Settings(g)
	for _, one := range []string{"ab", "ac", "bc"} {
		met := map[string]bool{}
		for _, setting := range settings {
			met[setting.Options[one[:1]]+setting.Options[one[1:]]] = true
		}
		if len(met) != 49 {
			t.Errorf("of %s only %d pairs meet", one, len(met))
		}
	}
	if len(settings) > 2*75 { // for two numbers of seats; 49 is the minimum
		t.Errorf("%d settings", len(settings))
	}
}

// TestTheTestIsWrongAsOftenAsItSays checks the error rate with fair shares, tested after each.
func TestTheTestIsWrongAsOftenAsItSays(t *testing.T) {
	const runs, wrong = 200, 0.05
	for _, fair := range []float64{1. / 2, 1. / 3, 1. / 4} {
		found := map[arena.Verdict]int{}
		for n := range runs {
			random := rand.New(rand.NewPCG(uint64(n), 5))
			test := arena.Test{Fair: fair, Wrong: wrong}
			for range 400 {
				share := 0.0
				if random.Float64() < fair {
					share = 1
				}
				test.Add(share)
			}
			found[test.Verdict()]++
		}
		most := int(runs*wrong + 4*math.Sqrt(runs*wrong))
		if found[arena.Stronger] > most || found[arena.Weaker] > most {
			t.Errorf("fair %.2f: %v of %d", fair, found, runs)
		}
	}
}

// TestTheTestFinds checks that five percentage points are found within some thousand games.
func TestTheTestFinds(t *testing.T) {
	random, looks, missed := rand.New(rand.NewPCG(1, 5)), 0, 0
	const runs, most = 40, 10_000
	for range runs {
		test := arena.Test{Fair: 0.5, Wrong: 0.001}
		n := 0
		for ; test.Verdict() == arena.Undecided && n < most; n++ {
			share := 0.0
			if random.Float64() < 0.55 {
				share = 1
			}
			test.Add(share)
		}
		looks += n
		if test.Verdict() != arena.Stronger {
			missed++
		}
	}
	t.Logf("%d games on average, missed %d of %d", looks/runs, missed, runs)
	if looks/runs > 2500 || missed > 0 {
		t.Errorf("%d games on average, missed %d of %d", looks/runs, missed, runs)
	}
}

func TestMean(t *testing.T) {
	var m arena.Mean
	if !math.IsInf(m.Margin(), 1) {
		t.Errorf("nothing is known to %v", m.Margin())
	}
	for _, x := range []float64{1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4} {
		m.Add(x)
	}
	if want := 1.96 * math.Sqrt(5./3/4); m.Value() != 1e9+2.5 || math.Abs(m.Margin()-want) > 1e-6 {
		t.Errorf("%v ± %v, not ± %v", m.Value(), m.Margin(), want)
	}
}
