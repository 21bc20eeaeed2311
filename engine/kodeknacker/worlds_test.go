package kodeknacker

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// TestWorlds holds the codes left to a list of all, each judged again; those of larger
// boards TestLargeBoards looks at.
func TestWorlds(t *testing.T) {
	const written = 300_000
	enginetest.Worlds(t, Rules(), func(view View) iter.Seq2[engine.World, float64] {
		if codes(view.Positions, view.Colors) > written {
			return nil
		}
		return func(yield func(engine.World, float64) bool) {
			write(view, 0, nil, yield)
		}
	})
}

// write goes on with the code of a maker; false stops it all.
func write(view View, maker int, world engine.World, yield func(engine.World, float64) bool) bool {
	if maker == len(view.Boards) {
		return yield(world, 1)
	}
	if b := view.Boards[maker]; b.Code != "" || !b.CodeSet {
		return write(view, maker+1, world, yield)
	}
	var rows []row
	for _, one := range view.Boards[1-maker].Guesses {
		if one.Guess != "" {
			rows = append(rows, row{codeOf(one.Guess), one.Pegs})
		}
	}
	for n := range codes(view.Positions, view.Colors) {
		secret := codeAt(n, view.Positions, view.Colors)
		if slices.ContainsFunc(rows, func(one row) bool { return judge(one.guess, secret) != one.pegs }) {
			continue
		}
		longer := append(engine.World{}, world...)
		for _, color := range secret {
			longer = append(longer, Letters(MaxColors)[color:color+1])
		}
		if !write(view, maker+1, longer, yield) {
			return false
		}
	}
	return true
}

// TestLargeBoards: on a board with a hundred million codes those that are left are
// counted as soon as they are few.
func TestLargeBoards(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		rows []Row
		left float64 // 0 for too many
	}{
		{"nothing known", nil, 0},
		{"one colour is none of them", []Row{{Guess: "rrrrrrrr", Pegs: Pegs{Black: 0, White: 0}}}, 0},
		{"one place and its colour", []Row{{Guess: "rrrrrrrr", Pegs: Pegs{Black: 7, White: 0}}}, 8 * 9},
		{"two places and their colours", []Row{{Guess: "rrrrrrrr", Pegs: Pegs{Black: 6, White: 0}}}, 28 * 81},
		{"three places and their colours", []Row{{Guess: "rrrrrrrr", Pegs: Pegs{Black: 5, White: 0}}}, 0},
		{"two places, one of them with a blue one", []Row{{Guess: "rrrrrrrr", Pegs: Pegs{Black: 6, White: 0}}, {Guess: "bbbbbbbb", Pegs: Pegs{Black: 1, White: 0}}}, 28 * 2 * 8},
		{"where it takes too long to find them", []Row{{Guess: "rrrrrrrr", Pegs: Pegs{Black: 4, White: 0}}, {Guess: "gggggggg", Pegs: Pegs{Black: 4, White: 0}}}, 0},
		{"none", []Row{{Guess: "rrrrrrrr", Pegs: Pegs{Black: 4, White: 0}}, {Guess: "gggggggg", Pegs: Pegs{Black: 5, White: 0}}}, 0},
	} {
		view := View{
			Phase: PhasePlay, Positions: 8, Colors: 10, Rows: 12, Round: len(c.rows) + 1,
			Boards: []Board{{CodeSet: true, Code: "rgbyrgby", Guesses: c.rows}, {Seat: 1, CodeSet: true}},
		}
		count := 0.0
		if worlds := NewWorlds(view); worlds != nil {
			count = worlds.Count()
		}
		if count != c.left {
			t.Errorf("%s: %v codes are left, and not %v", c.name, count, c.left)
		}
	}
}

// TestClaims: a code by hand of which two are left.
func TestClaims(t *testing.T) {
	view := View{
		Seat: 1, Phase: PhasePlay, Positions: 3, Colors: 4,
		Boards: []Board{{CodeSet: true}, {Seat: 1, CodeSet: true, Code: "yyy", Guesses: []Row{
			{Guess: "yyy", Pegs: Pegs{Black: 0, White: 0}}, {Guess: "rgb", Pegs: Pegs{Black: 0, White: 3}}, {}, {Guess: "yrr", Pegs: Pegs{Black: 1, White: 0}},
		}}},
	}
	w := NewWorlds(view)
	if left := w.Left(0); w.Count() != 2 || fmt.Sprint(left) != "[gbr brg]" {
		t.Errorf("%v codes are left: %v", w.Count(), left)
	}
	for _, row := range []struct {
		guess  engine.Action
		chance float64
		claims bool
		why    string
	}{
		{"guess gbr", 0.5, true, "[row 2 rgb 0 3]"},
		{"guess G-B-R", 0.5, true, "[row 2 rgb 0 3]"},
		{"guess rgb", 0, true, "[row 4 yrr 1 0]"},
		{"guess yyy", 0, true, "[row 2 rgb 0 3]"},
		{"guess gb", 0, false, "[]"},
		{"code gbr", 0, false, "[]"},
		{engine.Timeout, 0, false, "[]"},
	} {
		chance, claims := w.Chance(row.guess)
		if why := fmt.Sprint(w.Why(row.guess)); chance != row.chance || claims != row.claims || why != row.why {
			t.Errorf("%s: %v, %v, because of %s", row.guess, chance, claims, why)
		}
	}
	view.Seat = engine.Watcher
	view.Boards[1].Code = ""
	if _, claims := NewWorlds(view).Chance("guess gbr"); claims {
		t.Error("a watcher guesses")
	}
}
