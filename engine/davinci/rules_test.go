package davinci

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// TestRacks: a rack is ascending, black before white (the racks of the sheets'
// examples).
func TestRacks(t *testing.T) {
	for _, c := range []struct{ name, pool, want string }{
		{"NO", "b7 w4 w10 b1", "b1 w4 b7 w10"},
		{"CS", "b4 b1 w7 w10", "b1 b4 w7 w10"},
		{"FR 1, as drawn", "b4 b1 w7 b10", "b1 b4 w7 b10"},
		{"FR 1, as set up", "b4 b1 w7 w10", "b1 b4 w7 w10"},
		{"FR 2", "b3 b8 w3 w8", "b3 w3 b8 w8"},
		{"equal numbers, white first", "w0 b0 w11 b11", "b0 w0 b11 w11"},
	} {
		s := arrange(t, "seats 2\npool "+c.pool)
		for _, one := range tilesOf(t, strings.Fields(c.pool)) {
			s, _ = play(t, s, "1 "+string(Take(one.color)))
		}
		if got := truth(s)[0]; got != c.want {
			t.Errorf("%s: %s", c.name, got)
		}
		if got := row(s.View(1).Racks[0]); strings.ContainsAny(got, "0123456789") {
			t.Errorf("%s: seat 2 sees %s", c.name, got)
		}
	}
}

// TestDeal: the pieces, and how many each seat takes.
func TestDeal(t *testing.T) {
	for _, c := range []struct {
		seats  int
		jokers string
		each   int
		pool   Pool // at the deal
	}{
		{2, NoJokers, 4, Pool{12, 12}},
		{3, NoJokers, 4, Pool{12, 12}},
		{4, NoJokers, 3, Pool{12, 12}},
		{2, FreeJokers, 4, Pool{13, 13}},
		{3, StrictJokers, 4, Pool{13, 13}},
		{4, FreeJokers, 3, Pool{13, 13}},
	} {
		for color := range []Color{Black, White} {
			s := dealt(t, c.seats, engine.Seed{7}, engine.Options{"jokers": c.jokers})
			if got := s.View(engine.Watcher).Pool; got != c.pool {
				t.Errorf("%+v: the pool is %v", c, got)
			}
			// All may ask for one colour: it does not run out in setup.
			for seat := range c.seats {
				for range c.each {
					s, _ = play(t, s, fmt.Sprintf("%d %s", seat+1, Take(Color(color))))
				}
				if _, _, err := s.Play(engine.Seat(seat), TakeAny); err == nil {
					t.Errorf("%+v: seat %d took a tile more than %d", c, seat+1, c.each)
				}
			}
		}
	}
	if _, err := deal(engine.Setup{Seats: 5, Options: engine.Options{}}); refusalCode(err) != engine.BadSetup {
		t.Errorf("five seats: %v", err)
	}
}

// dealt is a round as a match begins it.
func dealt(tb testing.TB, seats int, seed engine.Seed, chosen engine.Options) state {
	tb.Helper()
	options, err := engine.Complete(Rules().Options, chosen)
	if err != nil {
		tb.Fatal(err)
	}
	s, err := deal(engine.Setup{Version: Rules().Version, Seats: seats, Seed: seed, Options: options})
	if err != nil {
		tb.Fatal(err)
	}
	return *s.(*state)
}

func refusalCode(err error) string {
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Code
}

// two, three are tables in play with nothing left to draw unless a pool is
// given.
const (
	two   = "rack 1 b1 w4 b7 w10\nrack 2 w0 b5 w5 b11\n"
	three = two + "rack 3 b2 w3 b8 w9\n"
)

// TestRules plays each rule of rules.md §1: what the table sees of the last
// action, and how things stand after it.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		name, table, script string
		events              string // all of the script's, parted by commas
		racks               string // afterwards, parted by commas; "" is not looked at
		phase               string
		turn                engine.Seat // from 0
		points              []int
	}{
		// A turn: 1. draw.
		{
			"a turn begins with a drawn tile", two + "pool b9 w2", "1 draw white",
			"1 drew white", "b1 w4 b7 w10 | w2,w0 b5 w5 b11", PhaseGuess, 0,
			[]int{0, 0},
		},
		{
			"the colour is the player's choice", two + "pool b9 w2", "1 draw black",
			"1 drew black", "b1 w4 b7 w10 | b9,w0 b5 w5 b11", PhaseGuess, 0,
			[]int{0, 0},
		},
		{
			"any takes a colour that is there", two + "pool w2", "1 draw any",
			"1 drew white", "b1 w4 b7 w10 | w2,w0 b5 w5 b11", PhaseGuess, 0,
			[]int{0, 0},
		},
		// 3. right.
		{
			"a right guess reveals and goes on", two + "pool b9 w2", "1 draw black, 1 guess 2 2 5",
			"1 drew black,1 guessed 2 2 5 right,2 opened 2 black 5",
			"b1 w4 b7 w10 | b9,w0 b5! w5 b11", PhaseAgain, 0,
			[]int{1, 0},
		},
		{
			"another guess needs no new tile", two + "pool b9 w2", "1 draw black, 1 guess 2 2 5, 1 guess 2 4 11",
			"1 drew black,1 guessed 2 2 5 right,2 opened 2 black 5,1 guessed 2 4 11 right,2 opened 4 black 11",
			"b1 w4 b7 w10 | b9,w0 b5! w5 b11!", PhaseAgain, 0,
			[]int{2, 0},
		},
		{
			"another opponent's tile as well", three + "pool b6", "1 draw any, 1 guess 2 2 5, 1 guess 3 4 9",
			"1 drew black,1 guessed 2 2 5 right,2 opened 2 black 5,1 guessed 3 4 9 right,3 opened 4 white 9",
			"b1 w4 b7 w10 | b6,w0 b5! w5 b11,b2 w3 b8 w9!", PhaseAgain, 0,
			[]int{2, 0, 0},
		},
		{
			"stop keeps the tile hidden", two + "pool b9 w2", "1 draw black, 1 guess 2 2 5, 1 stop",
			"1 drew black,1 guessed 2 2 5 right,2 opened 2 black 5,1 kept 4 black,turn 2",
			"b1 w4 b7 b9 w10,w0 b5! w5 b11", PhaseDraw, 1,
			[]int{1, 0},
		},
		// 4. wrong.
		{
			"a wrong guess adds the tile face up", two + "pool b9 w2", "1 draw black, 1 guess 2 2 6",
			"1 drew black,1 guessed 2 2 6 wrong,1 added 4 black 9,turn 2",
			"b1 w4 b7 b9! w10,w0 b5/6 w5 b11", PhaseDraw, 1,
			[]int{0, 0},
		},
		{
			"also after a right one", two + "pool w2", "1 draw white, 1 guess 2 2 5, 1 guess 2 1 1",
			"1 drew white,1 guessed 2 2 5 right,2 opened 2 black 5,1 guessed 2 1 1 wrong,1 added 2 white 2,turn 2",
			"b1 w2! w4 b7 w10,w0/1 b5! w5 b11", PhaseGuess, 1,
			[]int{1, 0},
		},
		{
			"a guess that cannot be is legal", two + "pool w2", "1 draw any, 1 guess 2 1 11",
			"1 drew white,1 guessed 2 1 11 wrong,1 added 2 white 2,turn 2", "", PhaseGuess, 1,
			[]int{0, 0},
		},
		{
			"a guess is for a colour and number at once", two + "pool w2", "1 draw any, 1 guess 2 2 5",
			"1 drew white,1 guessed 2 2 5 right,2 opened 2 black 5", "", PhaseAgain, 0,
			[]int{1, 0},
		},
		{
			"what was guessed wrong follows the tile", "first 2\n" + two + "pool b6 b3", "2 draw any, 2 guess 1 3 8, 1 draw any, 1 guess 2 1 1",
			"2 drew black,2 guessed 1 3 8 wrong,2 added 4 black 6,turn 1,1 drew black,1 guessed 2 1 1 wrong,1 added 2 black 3,turn 2",
			"b1 b3! w4 b7/8 w10,w0/1 b5 w5 b6! b11", PhaseGuess, 1,
			[]int{0, 0},
		},
		// 5. the empty pool.
		{
			"without a pool the turn begins with a guess", two, "1 guess 2 2 5",
			"1 guessed 2 2 5 right,2 opened 2 black 5", "", PhaseAgain, 0,
			[]int{1, 0},
		},
		{
			"a wrong guess then costs an own tile", two, "1 guess 2 2 6",
			"1 guessed 2 2 6 wrong", "b1 w4 b7 w10,w0 b5/6 w5 b11", PhaseShow, 0,
			[]int{0, 0},
		},
		{
			"of the own choice", two, "1 guess 2 2 6, 1 show 3",
			"1 guessed 2 2 6 wrong,1 turned 3 black 7,turn 2",
			"b1 w4 b7! w10,w0 b5/6 w5 b11", PhaseGuess, 1,
			[]int{0, 0},
		},
		{
			"stop then just ends the turn", two, "1 guess 2 2 5, 1 stop",
			"1 guessed 2 2 5 right,2 opened 2 black 5,1 stopped,turn 2", "", PhaseGuess, 1,
			[]int{1, 0},
		},
		{
			"the last tile is turned without asking: knocked out, nobody scores, the other wins",
			"points classic\nrack 1 b1! w4\nrack 2 w0 b5", "1 guess 2 2 6",
			"1 guessed 2 2 6 wrong,1 turned 2 white 4,1 out,2 won", "b1! w4!,w0 b5/6", PhaseOver, -1,
			[]int{0, 5},
		},
		{
			"three seats go on after one knocked itself out",
			"points classic\nrack 1 b1! w4\nrack 2 w0 b5\nrack 3 w2", "1 guess 2 2 6",
			"1 guessed 2 2 6 wrong,1 turned 2 white 4,1 out,turn 2", "", PhaseGuess, 1,
			[]int{0, 0, 0},
		},
		// 6. out, and the end.
		{
			"who has no hidden tile is out, and skipped", "rack 1 b1 w4\nrack 2 w0 b5!\nrack 3 w2", "1 guess 2 1 0, 1 stop",
			"1 guessed 2 1 0 right,2 opened 1 white 0,2 out,1 stopped,turn 3", "", PhaseGuess, 2,
			[]int{4, 0, 0},
		},
		{
			"the turn goes round past those who are out",
			"first 4\nrack 1 b1!\nrack 2 w0!\nrack 3 w2 b3\nrack 4 w6 b7", "4 guess 3 1 2, 4 stop",
			"4 guessed 3 1 2 right,3 opened 1 white 2,4 stopped,turn 3", "", PhaseGuess, 2,
			[]int{0, 0, 0, 1},
		},
		{
			"the last with a hidden tile wins", "points classic\nrack 1 b1 w4!\nrack 2 w0", "1 guess 2 1 0",
			"1 guessed 2 1 0 right,2 opened 1 white 0,2 out,1 won", "b1 w4!,w0!", PhaseOver, -1,
			[]int{9, 0},
		},
		{
			"a tile in hand enters hidden", "points classic\nrack 1 b1 w4! | w2\nrack 2 w0", "1 guess 2 1 0",
			"1 guessed 2 1 0 right,2 opened 1 white 0,2 out,1 kept 2 white,1 won", "b1 w2 w4!,w0!", PhaseOver, -1,
			[]int{9, 0},
		},
		// Points.
		{
			"NO: bonus example 4 + 6 = 10", "rack 1 w4 b6 b8!\nrack 2 w0", "1 guess 2 1 0",
			"1 guessed 2 1 0 right,2 opened 1 white 0,2 out,1 won", "", PhaseOver, -1,
			[]int{1 + 3 + 5 + 10, 0},
		},
		{
			"the drawn tile that entered counts", "rack 1 w4 b6 b8! | b11\nrack 2 w0", "1 guess 2 1 0",
			"1 guessed 2 1 0 right,2 opened 1 white 0,2 out,1 kept 4 black,1 won", "", PhaseOver, -1,
			[]int{1 + 3 + 5 + 21, 0},
		},
		{
			"jokers count nothing", "jokers free\nrack 1 b- w4 b6\nrack 2 w0", "1 guess 2 1 0",
			"1 guessed 2 1 0 right,2 opened 1 white 0,2 out,1 won", "", PhaseOver, -1,
			[]int{1 + 3 + 5 + 10, 0},
		},
		{
			"a guessed joker is a point", "jokers free\nrack 1 w4 b6\nrack 2 w0 b-", "1 guess 2 2 joker",
			"1 guessed 2 2 joker right,2 opened 2 black joker", "w4 b6,w0 b-!", PhaseAgain, 0,
			[]int{1, 0},
		},
		{
			"a joker is no number", "jokers free\nrack 1 w4 b6\nrack 2 w0 b-", "1 guess 2 2 1",
			"1 guessed 2 2 1 wrong", "w4 b6,w0 b-/1", PhaseShow, 0,
			[]int{0, 0},
		},
		{
			"CS: without the sum", "points classic\nrack 1 w4 b6\nrack 2 w0", "1 guess 2 1 0",
			"1 guessed 2 1 0 right,2 opened 1 white 0,2 out,1 won", "", PhaseOver, -1,
			[]int{9, 0},
		},
		{
			"the knock-out is for who reveals the last tile, the win for who is left",
			"points classic\nrack 1 b1!\nrack 2 w0 b5\nrack 3 w2\nfirst 2", "2 guess 3 1 2",
			"2 guessed 3 1 2 right,3 opened 1 white 2,3 out,2 won", "", PhaseOver, -1,
			[]int{0, 9, 0},
		},
		// The clock.
		{
			"late with the draw: one is drawn and revealed", two + "pool b9", "1 timeout",
			"1 timed_out,1 drew black,1 added 4 black 9,turn 2", "b1 w4 b7 b9! w10,w0 b5 w5 b11", PhaseGuess, 1,
			[]int{0, 0},
		},
		{
			"late with the guess: the drawn tile is revealed", two + "pool b9", "1 draw any, 1 timeout",
			"1 drew black,1 timed_out,1 added 4 black 9,turn 2", "b1 w4 b7 b9! w10,w0 b5 w5 b11", PhaseGuess, 1,
			[]int{0, 0},
		},
		{
			"late with going on: it is revealed as well", two + "pool b9", "1 draw any, 1 guess 2 2 5, 1 timeout",
			"1 drew black,1 guessed 2 2 5 right,2 opened 2 black 5,1 timed_out,1 added 4 black 9,turn 2", "", PhaseGuess, 1,
			[]int{1, 0},
		},
		{
			"late with an empty pool: the only hidden tile", "rack 1 b1! w4 b7!\nrack 2 w0\nrack 3 w2", "1 timeout",
			"1 timed_out,1 turned 2 white 4,1 out,turn 2", "", PhaseGuess, 1,
			[]int{0, 0, 0},
		},
		{
			"late with an unchosen gap: the leftmost legal one", "jokers free\nrack 1 b3 w- b8 | w5\nrack 2 w0", "1 timeout",
			"1 timed_out,1 added 2 white 5,turn 2", "b3 w5! w- b8,w0", PhaseGuess, 1,
			[]int{0, 0},
		},
		{
			"the leftmost that is legal under strict", "jokers strict\nrack 1 w4 b- w7 | w6\nrack 2 w0", "1 timeout",
			"1 timed_out,1 added 3 white 6,turn 2", "w4 b- w6! w7,w0", PhaseGuess, 1,
			[]int{0, 0},
		},
		// Resigning.
		{
			"two seats: the other wins at once, nobody scores the tiles", "points classic\n" + two, "1 resign",
			"1 resigned,1 out,2 won", "b1! w4! b7! w10!,w0 b5 w5 b11", PhaseOver, -1,
			[]int{0, 5},
		},
		{
			"in turn with a drawn tile: it enters face up", three + "pool b9", "1 draw any, 1 resign",
			"1 drew black,1 resigned,1 added 4 black 9,1 out,turn 2",
			"b1! w4! b7! b9! w10!,w0 b5 w5 b11,b2 w3 b8 w9", PhaseGuess, 1,
			[]int{0, 0, 0},
		},
		{
			"out of turn: the turn goes on", three + "pool b9", "1 draw any, 2 resign, 1 guess 3 1 3",
			"1 drew black,2 resigned,2 out,1 guessed 3 1 3 wrong,1 added 4 black 9,turn 3", "", PhaseGuess, 2,
			[]int{0, 0, 0},
		},
		{
			"out of turn, winning a seat with a tile in hand", "points international\nrack 1 b1 w4! | w2\nrack 2 w0", "2 resign",
			"2 resigned,2 out,1 kept 2 white,1 won", "b1 w2 w4!,w0!", PhaseOver, -1,
			[]int{8, 0},
		},
		{
			"from show", three, "1 guess 2 1 1, 1 resign",
			"1 guessed 2 1 1 wrong,1 resigned,1 out,turn 2", "", PhaseGuess, 1,
			[]int{0, 0, 0},
		},
		{
			"in setup: what it took lies open, the rest stays in the pool", "seats 3\npool b1 b2 w0 w1 w2 w3 w4 w5 w6 w7 w8",
			"1 take black, 1 resign, 2 deal, 3 take white, 3 take white, 3 take white, 3 take white",
			"", "", PhaseDraw, 1,
			[]int{0, 0, 0},
		},
		{
			"in setup of two: over at once", "points classic\nseats 2\npool b1 b2 w0", "2 take white, 1 take black, 1 resign",
			"2 took white,1 took black,1 resigned,1 out,2 won", "b1!,w0", PhaseOver, -1,
			[]int{0, 5},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, events := play(t, arrange(t, c.table), c.script)
			if got := strings.Join(events, ","); c.events != "" && got != c.events {
				t.Errorf("events\n%s, want\n%s", got, c.events)
			}
			if got := strings.Join(truth(s), ","); c.racks != "" && got != c.racks {
				t.Errorf("racks %s, want %s", got, c.racks)
			}
			if s.phase.String() != c.phase || engine.Seat(s.turn) != c.turn || !slices.Equal(s.scores[:s.seats], c.points) {
				t.Errorf("phase %s turn %v points %v, want %s %v %v", s.phase, s.turn, s.scores, c.phase, c.turn, c.points)
			}
		})
	}
}

// TestPlaces: which seat is asked for a gap, when, and what may be played before.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		name, table, script string
		gaps                []int // of the choice of seat 1; nil: no seat is asked
		chosen              int
		racks               string
	}{
		{"a number apart from jokers", "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5\npool w9", "1 draw any", nil, 0, ""},
		{"a number beside a joker", "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5\npool w5", "1 draw any", []int{2, 3}, 0, ""},
		{"a joker", "jokers free\nrack 1 b3 b8\nrack 2 w0 b5\npool w-", "1 draw any", []int{1, 2, 3}, 0, ""},
		{"a strict joker", "jokers strict\nrack 1 b3 b4\nrack 2 w0 b5\npool w-", "1 draw any", []int{1, 3}, 0, ""},
		{"a strict number with one good gap", "jokers strict\nrack 1 w4 b- w7\nrack 2 w0 b5\npool w6", "1 draw any", nil, 0, ""},
		{"chosen", "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5\npool w5", "1 draw any, 1 place 3", []int{2, 3}, 3, "b3 w- b8 | w5,w0 b5"},
		{
			"changed", "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5\npool w5", "1 draw any, 1 place 3, 1 place 2, 1 guess 2 2 6",
			nil, 0, "b3 w5! w- b8,w0 b5/6",
		},
		{
			"changed after a right guess", "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5\npool w5", "1 draw any, 1 place 2, 1 guess 2 2 5, 1 place 3, 1 stop",
			nil, 0, "b3 w- w5 b8,w0 b5!",
		},
		{
			"used by a timeout", "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5\npool w5", "1 draw any, 1 place 3, 1 timeout",
			nil, 0, "b3 w- w5! b8,w0 b5",
		},
		{
			"used by the end", "jokers free\nrack 1 b3 w- b8\nrack 2 w0! b5\npool w5", "1 draw any, 1 place 3, 1 guess 2 2 5",
			nil, 0, "b3 w- w5 b8,w0! b5!",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := play(t, arrange(t, c.table), c.script)
			var got Choice
			if choice := s.View(0).Choice; choice != nil {
				got = *choice
			}
			if !slices.Equal(got.Gaps, c.gaps) || got.Chosen != c.chosen {
				t.Errorf("the choice is %+v, want gaps %v chosen %d", got, c.gaps, c.chosen)
			}
			if racks := strings.Join(truth(s), ","); c.racks != "" && racks != c.racks {
				t.Errorf("racks %s, want %s", racks, c.racks)
			}
			for _, seat := range []engine.Seat{engine.Watcher, 1} {
				if s.View(seat).Choice != nil {
					t.Errorf("seat %v sees a choice", seat)
				}
			}
		})
	}
}

// TestAGapIsNotChosenForEver: no other seat sees that a gap is chosen, so version 2 of
// the rules bounds it: once, and 16 times again. Every new tile begins again.
func TestAGapIsNotChosenForEver(t *testing.T) {
	const table = "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5 w7\npool w5 w6"
	for _, c := range []struct {
		version string
		choices int
	}{{"", 17}, {"version 1\n", 500}} {
		s, _ := play(t, arrange(t, c.version+table), "1 draw any")
		for n := range c.choices {
			if may := strings.Join(s.Grammar(0), ","); !strings.Contains(may, "place 2|3") {
				t.Fatalf("%q: after %d choices seat 1 may %s", c.version, n, may)
			}
			s, _ = play(t, s, "1 place "+[]string{"2", "3"}[n%2])
		}
		if c.version != "" {
			continue
		}
		_, _, err := s.Play(0, "place 3")
		if refusalCode(err) != engine.NotLegal || !strings.Contains(err.Error(), "17 times") {
			t.Errorf("choice 18 is answered %v", err)
		}
		if may := strings.Join(s.Grammar(0), ","); strings.Contains(may, "place") {
			t.Errorf("seat 1 may still %s", may)
		}
		for action := range s.Legal(0) {
			if strings.HasPrefix(string(action), "place") {
				t.Errorf("%q is still legal", action)
			}
		}
		after, _ := play(t, s, "1 guess 2 2 5, 1 stop, 2 draw any, 2 guess 1 1 0")
		if racks := strings.Join(truth(after), ","); !strings.HasPrefix(racks, "b3/0 w5 w- b8") {
			t.Errorf("racks %s: the tile did not go where it was put last", racks)
		}
	}
}

// TestRefusals: what is refused, by code, and that the sentence names what is
// legal. The state must stay as it was.
func TestRefusals(t *testing.T) {
	const joker = "jokers free\nrack 1 b3 w- b8\nrack 2 w0 b5!\nrack 3 b1!\npool w5"
	const setup = "jokers free\nseats 2\npool b- b1 b2 w3 w4 w5 w6 w7 w8"
	for _, c := range []struct{ table, script, action, code, names string }{
		{joker, "", "1 guess 2 1 0", engine.NotLegal, "draw white, any"},
		{joker, "", "1 stop", engine.NotLegal, "draw white, any"},
		{joker, "", "1 draw black", engine.NotLegal, "draw white, any"},
		{joker, "", "2 draw white", engine.NotYourTurn, "seat 1"},
		{joker, "", "2 timeout", engine.NotYourTurn, "seat 1"},
		{joker, "", "3 resign", engine.NotYourTurn, "out"},
		{joker, "", "0 draw white", engine.NotYourTurn, "watching"},
		{joker, "", "5 draw white", engine.NotYourTurn, "players"},
		{joker, "1 draw any", "1 guess 2 1 0", engine.NotLegal, "white 5 goes: place 2, 3"},
		{joker, "1 draw any", "1 place 1", engine.NotLegal, "place 2, 3"},
		{joker, "1 draw any", "1 draw any", engine.NotLegal, "place 2, 3"},
		{joker, "1 draw any, 1 place 2", "1 stop", engine.NotLegal, "guess 2 3 7"},
		{joker, "1 draw any, 1 place 2", "1 draw any", engine.NotLegal, "guess"},
		{joker, "1 draw any, 1 place 2", "1 guess 1 1 3", engine.NotLegal, "somebody else"},
		{joker, "1 draw any, 1 place 2", "1 guess 4 1 3", engine.NotLegal, "seats are 1 to 3"},
		{joker, "1 draw any, 1 place 2", "1 guess 2 3 3", engine.NotLegal, "it has 2"},
		{joker, "1 draw any, 1 place 2", "1 guess 2 2 5", engine.NotLegal, "hidden"},
		{joker, "1 draw any, 1 place 2", "1 guess 3 1 1", engine.NotLegal, "hidden"},
		{joker, "1 draw any, 1 place 2", "1 guess 2 1 12", engine.NotAnAction, "guess 2 3 7"},
		{joker, "1 draw any, 1 place 2", "1 guess 2 1 07", engine.NotAnAction, "guess 2 3 7"},
		{joker, "1 draw any, 1 place 2, 1 guess 2 1 0", "1 stop", engine.RoundOver, "over"},
		{two, "", "1 guess 2 1 joker", engine.NotLegal, "0 to 11"},
		{two, "", "1 place 1", engine.NotLegal, "more than one gap"},
		{two, "", "1 show 1", engine.NotLegal, "guess"},
		{two, "1 guess 2 1 0", "1 show 1", engine.NotLegal, "guess again, or stop"},
		{two, "1 guess 2 1 1", "1 stop", engine.NotLegal, "show 1"},
		{two, "1 guess 2 1 1", "1 show 5", engine.NotLegal, "show 1"},
		{"rack 1 b1! w4 b7\nrack 2 w0 b5", "1 guess 2 1 1", "1 show 1", engine.NotLegal, "show 2"},
		{setup, "", "1 ready", engine.NotLegal, "take black, white, any"},
		{setup, "", "1 guess 2 1 1", engine.NotLegal, "take"},
		{setup, "1 take black", "1 place 1", engine.NotLegal, "all your tiles"},
		{setup, "1 take black, 1 deal", "1 ready", engine.NotLegal, "black joker goes: place 1, 2, 3, 4"},
		{setup, "1 take black, 1 deal, 1 place 1", "1 take black", engine.NotLegal, "ready"},
		{setup, "1 take black, 1 deal, 1 place 1", "1 place 1", engine.NotLegal, "more than one gap"},
		{setup, "1 take black, 1 deal, 1 place 1, 1 ready", "1 ready", engine.NotYourTurn, "everybody"},
		{two, "", "1 Timeout", engine.NotAnAction, "guess"},
		{two, "", "1 timeout ", engine.NotAnAction, "guess"},
		{two, "", "1 next", engine.NotAnAction, "guess"},
		{two + "pool b9", "", "1 draw\nblack", engine.NotAnAction, "draw"},
		{two + "pool b9", "", "1 draw\tblack", engine.NotAnAction, "draw"},
		{two + "pool b9", "", "1 draw,black", engine.NotAnAction, "draw"},
		{two, "", "1 guess 2,1,7", engine.NotAnAction, "guess"},
		{two, "", "1 resign\n", engine.NotAnAction, "resign"},
		{two, "", "1 re\u017fign", engine.NotAnAction, "resign"}, // a long s
	} {
		s := arrange(t, c.table)
		if c.script != "" {
			s, _ = play(t, s, c.script)
		}
		seat, action, _ := strings.Cut(c.action, " ")
		next, events, err := s.Play(seatOf(t, seat), engine.Action(action))
		switch {
		case err == nil || next != nil || events != nil:
			t.Errorf("%q after %q is not refused: %v", c.action, c.script, events)
		case refusalCode(err) != c.code || !strings.Contains(err.Error(), c.names):
			t.Errorf("%q after %q: %s %q, want %s with %q", c.action, c.script, refusalCode(err), err, c.code, c.names)
		}
	}
}

// TestLooseNotation: what people may type besides the plain form.
func TestLooseNotation(t *testing.T) {
	s := arrange(t, two+"pool b9 w2")
	for _, script := range []string{"1 DRAW Black", "1 draw b", "1   draw  black "} {
		if _, events := play(t, s, script); !slices.Equal(events, []string{"1 drew black"}) {
			t.Errorf("%q: %v", script, events)
		}
	}
	if _, events := play(t, s, "2 Resign "); events[0] != "2 resigned" {
		t.Errorf("resign: %v", events)
	}
	free := arrange(t, "jokers free\nrack 1 b3\nrack 2 w0 b-")
	if _, events := play(t, free, "1 guess 2 2 -"); events[0] != "1 guessed 2 2 joker right" {
		t.Errorf("guess -: %v", events)
	}
}

// TestMatch: the options and the points of a match.
func TestMatch(t *testing.T) {
	rules := Rules()
	for _, c := range []struct {
		options engine.Options
		rounds  int
	}{
		{nil, 3},
		{engine.Options{"rounds": "9"}, 9},
		{engine.Options{"rounds": "1"}, 1},
		{engine.Options{"points": Single}, 1},
		{engine.Options{"points": Single, "rounds": "9"}, 1},
	} {
		options, err := engine.Complete(rules.Options, c.options)
		if err != nil {
			t.Fatal(err)
		}
		if got := rules.Rounds(options); got != c.rounds {
			t.Errorf("%v: %d rounds, want %d", c.options, got, c.rounds)
		}
	}
	for _, bad := range []engine.Options{{"rounds": "10"}, {"rounds": "0"}, {"jokers": "many"}, {"first": "5"}, {"clock": "30"}} {
		if _, err := engine.Complete(rules.Options, bad); refusalCode(err) != engine.BadSetup {
			t.Errorf("%v is taken: %v", bad, err)
		}
	}
	over, _ := play(t, arrange(t, "points single\nrack 1 b1\nrack 2 w0"), "1 guess 2 1 0")
	result := over.Result()
	if result.Points != nil || !slices.Equal(result.Winners, []engine.Seat{0}) || len(over.View(0).Points) != 0 {
		t.Errorf("single: %+v", result)
	}
	over, _ = play(t, arrange(t, "rack 1 b1 w6!\nrack 2 w0"), "1 guess 2 1 0")
	if got := over.Result().Points; !slices.Equal(got, []float64{10, 0}) {
		t.Errorf("international: %v", got)
	}
}

// TestFirstMoves: the first seat of later rounds is one to the left.
func TestFirstMoves(t *testing.T) {
	m, err := Rules().Game().Start(3, engine.Seed{1}, engine.Options{"first": "3"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []engine.Seat{2, 0, 1} {
		for seat := range engine.Seat(3) {
			m = playMatch(t, m, seat, Deal)
		}
		if table := m.View(0).Table.(View); table.Turn != want {
			t.Errorf("round %d: seat %v begins, want %v", m.View(0).Round, table.Turn, want)
		}
		for m.View(0).Stage == engine.Playing {
			m = playMatch(t, m, m.ToMove()[0], engine.Timeout)
		}
		for _, seat := range m.ToMove() {
			m = playMatch(t, m, seat, engine.Next)
		}
	}
	if view := m.View(0); view.Stage != engine.Over {
		t.Errorf("after three rounds: %+v", view)
	}
}

// TestWhoResignsAheadDoesNotWin: seat 1 guesses two tiles right and resigns. By the
// rules of before it was ahead, and won the match.
func TestWhoResignsAheadDoesNotWin(t *testing.T) {
	const table = "points classic\nrack 1 b1 b2 b3 b4 b5\nrack 2 w0 w1 w2 w3 w4 w5 w6\npool b9 w9"
	moves := []engine.Move{{Seat: 0, Action: "draw black"}}
	for place := 1; place <= 6; place++ {
		moves = append(moves, engine.Move{Seat: 0, Action: Guess(1, place, Value(place-1))})
	}
	moves = append(moves, engine.Move{Seat: 0, Action: engine.Resign})
	for version, want := range map[int]engine.Seat{3: 1, 2: 0} {
		first := arrange(t, table)
		rules := enginetest.Fixed(Rules(), &first)
		game := rules.Game()
		options, err := engine.Complete(rules.Options, engine.Options{"points": Classic, "rounds": "1"})
		if err != nil {
			t.Fatal(err)
		}
		m, err := game.Replay(engine.Record{Game: rules.Name, Version: version, Seats: 2, Options: options, Moves: moves})
		if err != nil {
			t.Fatal(err)
		}
		if view := m.View(0); !slices.Equal(view.Totals, []float64{6, 5}) || !slices.Equal(view.Winners, []engine.Seat{want}) {
			t.Errorf("by version %d, %v won with %v", version, view.Winners, view.Totals)
		}
	}
}

// TestWhoResignedIsOutOfLaterGames: of three, the one who resigned is out of the
// next game at once and is not asked for anything; the other two go on.
func TestWhoResignedIsOutOfLaterGames(t *testing.T) {
	m, err := Rules().Game().Start(3, engine.Seed{1}, engine.Options{"rounds": "2", "first": "1"})
	if err != nil {
		t.Fatal(err)
	}
	m = playMatch(t, m, 1, engine.Resign)
	for m.View(0).Stage == engine.Playing {
		m = playMatch(t, m, m.ToMove()[0], engine.Timeout)
	}
	if !slices.Equal(m.ToMove(), []engine.Seat{0, 2}) {
		t.Fatalf("before the next game, %v are asked", m.ToMove())
	}
	m = playMatch(t, m, 0, engine.Next)
	m = playMatch(t, m, 2, engine.Next)
	if rack := m.View(0).Table.(View).Racks[1]; !rack.Out || !slices.Equal(m.ToMove(), []engine.Seat{0, 2}) {
		t.Errorf("in the next game seat 2 has %+v, and %v are to move", rack, m.ToMove())
	}
	m.Think(0, engine.FirstBot, rand.New(rand.NewPCG(1, 1)))
	for len(m.ToMove()) > 0 {
		m = playMatch(t, m, m.ToMove()[0], engine.Timeout)
	}
	if winners := m.View(0).Winners; len(winners) == 0 || slices.Contains(winners, 1) {
		t.Errorf("%v won", winners)
	}
}

func playMatch(tb testing.TB, m engine.Match, seat engine.Seat, action engine.Action) engine.Match {
	tb.Helper()
	next, _, err := m.Play(seat, action)
	if err != nil {
		tb.Fatalf("%q by seat %v: %v", action, seat, err)
	}
	return next
}

// TestMemory: under memory the log has the last guess, what came of it and the
// draw of this turn; nothing is ruled out in writing.
func TestMemory(t *testing.T) {
	const table = "memory on\n" + two + "pool b9 w2 w6"
	for _, c := range []struct{ script, log string }{
		{"1 draw black", "1 drew black"},
		{"1 draw black, 1 guess 2 2 6", "1 guessed 2 2 6 wrong,1 added 4 black 9,turn 2"},
		{"1 draw black, 1 guess 2 2 6, 2 draw any", "1 guessed 2 2 6 wrong,1 added 4 black 9,turn 2,2 drew white"},
		{"1 draw black, 1 guess 2 2 6, 2 draw any, 2 guess 1 1 1", "turn 2,2 drew white,2 guessed 1 1 1 right,1 opened 1 black 1"},
		{
			"1 draw black, 1 guess 2 2 6, 2 draw any, 2 guess 1 1 1, 2 guess 1 2 4",
			"turn 2,2 drew white,2 guessed 1 2 4 right,1 opened 2 white 4",
		},
		{"1 draw black, 1 guess 2 2 6, 2 timeout", "1 guessed 2 2 6 wrong,1 added 4 black 9,turn 1"},
	} {
		s, _ := play(t, arrange(t, table), c.script)
		view := s.View(engine.Watcher)
		words := make([]string, len(view.Log))
		for i, event := range view.Log {
			words[i] = event.String()
		}
		if got := strings.Join(words, ","); got != c.log {
			t.Errorf("after %q the log is %q, want %q", c.script, got, c.log)
		}
		for _, r := range view.Racks {
			for _, one := range r.Tiles {
				if len(one.Not) > 0 {
					t.Errorf("after %q the view remembers %v", c.script, one)
				}
			}
		}
	}
	s, _ := play(t, arrange(t, two+"pool b9 w2"), "1 draw black, 1 guess 2 2 6")
	if got := len(s.View(0).Log); got != 4 {
		t.Errorf("without memory the log has %d lines of 4", got)
	}
	if got := row(s.View(0).Racks[1]); got != "w? b?/6 w? b?" {
		t.Errorf("without memory seat 1 sees %s", got)
	}
}
