package insight_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/insight"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
)

// dealsVersion is the version of the rules whose deals these tests know.
const dealsVersion = 3

// recordOf plays moves such as "1 draw white" and returns their record.
func recordOf(t *testing.T, game engine.Game, seed engine.Seed, options engine.Options, moves ...string) engine.Record {
	t.Helper()
	match, err := game.Begin(engine.Record{Game: game.Name, Version: dealsVersion, Seats: 2, Seed: seed, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range moves {
		var move engine.Move
		if err := move.UnmarshalText([]byte(line)); err != nil {
			t.Fatal(err)
		}
		if match, _, err = match.Play(move.Seat, move.Action); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return match.Record()
}

func analysed(t *testing.T, game engine.Game, record engine.Record) insight.Analysis {
	t.Helper()
	a, err := insight.Of(game, record)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// compare holds decisions to some that are worked out by hand.
func compare(t *testing.T, got, want []insight.Decision) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("there are %d decisions: %+v", len(got), got)
	}
	for i := range want {
		for _, chance := range []*float64{&got[i].Chance, &got[i].BestChance, &want[i].Chance, &want[i].BestChance} {
			*chance = math.Round(*chance*1e9) / 1e9
		}
		if got[i] != want[i] {
			t.Errorf("decision %d is\n%+v, want\n%+v", i+1, got[i], want[i])
		}
	}
}

// TestDaVinci: seat 2 has black 3, 8, 9 and 11. Seat 1 has two black tiles, neither
// of them an 11, so that four of ten numbers are there, ascending.
func TestDaVinci(t *testing.T) {
	game := davinci.Rules().Game()
	for _, memory := range []string{"off", "on"} {
		a := analysed(t, game, recordOf(t, game, engine.Seed{1}, engine.Options{"first": "1", "memory": memory, "rounds": "1"},
			"1 deal", "2 deal", "1 draw white", "1 guess 2 4 11", "1 guess 2 1 8", "2 resign"))
		compare(t, a.Decisions, []insight.Decision{
			{
				Step: 3, Round: 1, Seat: 0, Action: "guess 2 4 11", Right: true, Chance: 0.4, // 84 of 210
				Best: a.Decisions[0].Best, BestChance: 0.4, Before: 210, After: 84,
			},
			{
				Step: 4, Round: 1, Seat: 0, Action: "guess 2 1 8", Right: false, Chance: round(1. / 84), // 8, 9 and 10 below the 11
				Best: a.Decisions[1].Best, BestChance: round(28. / 84), Before: 84, After: 83,
			},
		})
		if a.Memory != (memory == "on") || len(a.Dark) > 0 {
			t.Errorf("with memory %s: memory %v, dark %v", memory, a.Memory, a.Dark)
		}
		if got := a.Players[0]; got.Claims != 2 || got.Right != 1 || round(got.Luck) != round(0.6-1./84) || round(got.Missed) != round(27./84) {
			t.Errorf("with memory %s: %+v", memory, got)
		}
		if len(a.Graph) == 0 || round(a.Graph[len(a.Graph)-1].Left[0][1]) != round(math.Log2(83)) || round(a.Graph[0].Left[0][1]) != round(math.Log2(210)) {
			t.Errorf("the graph is %+v", a.Graph)
		}
	}
}

func round(f float64) float64 { return math.Round(f*1e9) / 1e9 }

// TestKodeknacker: the codes of three colours of four. "rgb" with one black peg and
// no white one leaves four codes for each place: the others are red and yellow.
func TestKodeknacker(t *testing.T) {
	game := kodeknacker.Rules().Game()
	options := engine.Options{"preset": "free", "positions": "3", "colors": "4", "rows": "6", "rounds": "1"}
	record := recordOf(t, game, engine.Seed{1}, options,
		"1 code yyy", "2 code rrr", "1 guess rgb", "2 guess rrr", "2 guess rgb", "1 guess rrr")
	a := analysed(t, game, record)
	compare(t, a.Decisions, []insight.Decision{
		{Step: 2, Round: 1, Seat: 0, Action: "guess rgb", Chance: round(1. / 64), Best: "guess rgb", BestChance: round(1. / 64), Before: 64, After: 12},
		{Step: 3, Round: 1, Seat: 1, Action: "guess rrr", Chance: round(1. / 64), Best: "guess rgb", BestChance: round(1. / 64), Before: 64, After: 27},
		{Step: 4, Round: 1, Seat: 1, Action: "guess rgb", Chance: 0, Best: "guess ggb", BestChance: round(1. / 27), Before: 27, After: 1},
		{Step: 5, Round: 1, Seat: 0, Action: "guess rrr", Right: true, Chance: round(1. / 12), Best: "guess ryy", BestChance: round(1. / 12), Before: 12, After: 1, Ended: true},
	})
	if got := a.Moments; len(got) != 2 || got[0].Decision != 2 || !slices.Equal(got[0].Kinds, []insight.Kind{insight.Telling}) ||
		got[1].Decision != 3 || !slices.Equal(got[1].Kinds, []insight.Kind{insight.Decisive, insight.Lucky}) {
		t.Errorf("the moments are %+v", got)
	}
	if got := a.Players[0].Luck; round(got) != round(1-1./12-1./64) {
		t.Errorf("the luck of seat 1 is %v", got)
	}
}

// TestMasterDice: a player who answers at once has one chance in 1,296, and after
// one blue die as many as it leaves.
func TestMasterDice(t *testing.T) {
	game := masterdice.Rules().Game()
	begun := recordOf(t, game, engine.Seed{4}, engine.Options{"first": "1", "rounds": "2"}, "1 roll")
	match, err := game.Replay(begun)
	if err != nil {
		t.Fatal(err)
	}
	die := match.View(0).Table.(masterdice.View).Boards[0].Rolled[0]
	place := masterdice.Place(masterdice.Line{die})
	a := analysed(t, game, recordOf(t, game, engine.Seed{4}, engine.Options{"first": "1", "rounds": "2"},
		"1 roll", "1 "+string(place), "1 solve 1 1 1 1", "1 next", "2 next", "2 solve 6 6 6 6"))
	row := a.Steps[3].Match.View(0).Table.(masterdice.View).Boards[0].Rows[0]
	left := 216 * (row.Equal + row.High*(die-1) + row.Low*(6-die))
	chance := 1 / float64(left)
	if row.Equal == 1 && die != 1 || row.Low == 1 {
		chance = 0 // the blue die is no 1
	}
	compare(t, a.Decisions, []insight.Decision{
		{
			Step: 3 - 1, Round: 1, Seat: 0, Action: "solve 1 1 1 1", Chance: round(chance),
			Best: a.Decisions[0].Best, BestChance: round(1 / float64(left)), Before: float64(left), After: 1, Ended: true,
		},
		{
			Step: 5, Round: 2, Seat: 1, Action: "solve 6 6 6 6", Chance: round(1. / 1296),
			Best: "solve 1 1 1 1", BestChance: round(1. / 1296), Before: 1296, After: 1, Ended: true,
		},
	})
}

// TestWhatCannotBeTold: a match that is not over is refused, and of one with too
// many codes it is said that nothing is known.
func TestWhatCannotBeTold(t *testing.T) {
	game := kodeknacker.Rules().Game()
	large := engine.Options{"preset": "free", "positions": "8", "colors": "10", "rows": "6", "rounds": "1"}
	begun := recordOf(t, game, engine.Seed{1}, large, "1 code rrrrrrrr", "2 code gggggggg", "1 guess rrrrrrrr", "2 guess gggggggg")
	if a, err := insight.Of(game, begun); err == nil || !strings.Contains(err.Error(), "not over") || a.Decisions != nil {
		t.Errorf("a match that is not over: %v, %+v", err, a)
	}
	over := recordOf(t, game, engine.Seed{1}, large, "1 code rrrrrrrr", "2 code gggggggg", "1 guess gggggggg", "2 guess gggggggg")
	if a := analysed(t, game, over); len(a.Decisions) > 0 || a.Graph[len(a.Graph)-1].Left[1] != nil || !slices.Equal(a.Dark, []int{1}) || len(a.Players) != 2 {
		t.Errorf("of too many codes there are %+v", a)
	}
	few := recordOf(t, game, engine.Seed{1}, large, "1 code rrrrrrrg", "2 code gggggggr", "1 guess gggggggg", "2 guess rrrrrrrr",
		"1 guess gggggggb", "2 guess rrrrrrrg")
	a := analysed(t, game, few)
	if !slices.Equal(a.Dark, []int{1}) || len(a.Decisions) != 2 || a.Decisions[0].Before != 72 || a.Decisions[0].Chance != 1./72 || !a.Decisions[1].Right {
		t.Errorf("where one row leaves 72 codes of a hundred million, the decisions are %+v, and dark is %v", a.Decisions, a.Dark)
	}
	given := recordOf(t, game, engine.Seed{1}, engine.Options{"rounds": "1"}, "1 code rrrrr", "2 code ggggg", "1 resign")
	if a := analysed(t, game, given); len(a.Decisions) > 0 || len(a.Dark) > 0 {
		t.Errorf("of a game in which nobody guessed there are %+v", a)
	}
}

// TestSums: luck and missed chances are the sums over all decisions, chances lie
// between 0 and the best one, and the bits of a reader add up to their worlds.
func TestSums(t *testing.T) {
	for _, one := range []struct {
		game    engine.Game
		seats   int
		options engine.Options
	}{
		{davinci.Rules().Game(), 3, engine.Options{"jokers": "free", "rounds": "1"}},
		{kodeknacker.Rules().Game(), 2, engine.Options{"preset": "classic", "rounds": "2"}},
		{masterdice.Rules().Game(), 2, engine.Options{"mode": "duel", "memory": "on"}},
	} {
		a := analysed(t, one.game, played(t, one.game, one.seats, one.options, 3))
		luck, missed := make([]float64, one.seats), make([]float64, one.seats)
		for _, d := range a.Decisions {
			if d.Chance < 0 || d.Chance > d.BestChance+1e-9 || d.BestChance > 1+1e-9 || d.After > d.Before || d.After < 1 {
				t.Errorf("%s: %+v", one.game.Name, d)
			}
			luck[d.Seat] -= d.Chance
			if d.Right {
				luck[d.Seat]++
			}
			missed[d.Seat] += d.BestChance - d.Chance
		}
		for seat, player := range a.Players {
			if round(player.Luck) != round(luck[seat]) || round(player.Missed) != round(missed[seat]) {
				t.Errorf("%s: seat %d has %+v, and its decisions %v and %v", one.game.Name, seat+1, player, luck[seat], missed[seat])
			}
		}
		for _, point := range a.Graph {
			for seat, left := range point.Left {
				worlds := one.game.Worlds(a.Steps[point.Step].Match.View(engine.Seat(seat)))
				sum := 0.0
				for _, bits := range left {
					sum += bits
				}
				if left != nil && (round(sum) != round(math.Log2(worlds.Count())) || left[seat] != 0) {
					t.Errorf("%s: seat %d has to find out %v of %v worlds", one.game.Name, seat+1, left, worlds.Count())
				}
			}
		}
		if len(a.Decisions) == 0 || len(a.Graph) == 0 || len(a.Graph) > insight.MaxPoints || len(a.Moments) > 5 {
			t.Errorf("%s: %d decisions, %d points, %d moments", one.game.Name, len(a.Decisions), len(a.Graph), len(a.Moments))
		}
	}
}

// played is a match by bots.
func played(tb testing.TB, game engine.Game, seats int, options engine.Options, seed byte) engine.Record {
	tb.Helper()
	match, err := game.Start(seats, engine.Seed{seed}, options)
	if err != nil {
		tb.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, uint64(seed)))
	for len(match.ToMove()) > 0 {
		seat := match.ToMove()[0]
		if match, _, err = match.Play(seat, match.Think(seat, engine.FirstBot, random)); err != nil {
			tb.Fatal(err)
		}
	}
	return match.Record()
}

// BenchmarkOf analyses the dearest matches: as many games as can be, four seats with
// jokers, the largest codes. It reports the processor time of one.
func BenchmarkOf(b *testing.B) {
	for _, one := range []struct {
		name    string
		game    engine.Game
		seats   int
		options engine.Options
	}{
		{"davinci, 4 seats, strict jokers, 1 game", davinci.Rules().Game(), 4, engine.Options{"jokers": "strict", "rounds": "1"}},
		{"davinci, 4 seats, strict jokers, 9 games", davinci.Rules().Game(), 4, engine.Options{"jokers": "strict", "rounds": "9"}},
		{"davinci, 4 seats, free jokers, 9 games", davinci.Rules().Game(), 4, engine.Options{"jokers": "free", "rounds": "9"}},
		{"davinci, 2 seats, 9 games", davinci.Rules().Game(), 2, engine.Options{"rounds": "9"}},
		{"kodeknacker, 9 games", kodeknacker.Rules().Game(), 2, engine.Options{"rounds": "9"}},
		{"kodeknacker, 5 of 8 colours, 9 games", kodeknacker.Rules().Game(), 2, engine.Options{"preset": "super", "rounds": "9"}},
		{"kodeknacker, 7 of 8 colours, 9 games", kodeknacker.Rules().Game(), 2, engine.Options{"preset": "free", "positions": "7", "colors": "8", "rounds": "9"}},
		{"kodeknacker, 8 of 10 colours, 9 games", kodeknacker.Rules().Game(), 2, engine.Options{"preset": "free", "positions": "8", "colors": "10", "rounds": "9"}},
		{"masterdice, 10 games", masterdice.Rules().Game(), 2, engine.Options{"mode": "duel", "rounds": "10"}},
	} {
		var records []engine.Record
		for seed := range byte(4) {
			records = append(records, played(b, one.game, one.seats, one.options, seed))
		}
		b.Run(one.name, func(b *testing.B) {
			var worst time.Duration
			for i := 0; b.Loop(); i++ {
				began := processor()
				if _, err := insight.Of(one.game, records[i%len(records)]); err != nil {
					b.Fatal(err)
				}
				worst = max(worst, processor()-began)
			}
			b.ReportMetric(float64(worst.Milliseconds()), "worst-cpu-ms")
		})
	}
}

// processor is the time that the process has computed.
func processor() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
