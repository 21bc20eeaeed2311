package masterdice

import (
	"fmt"
	"iter"
	"strconv"
	"testing"

	"parlor/engine"
	"parlor/engine/enginetest"
)

// TestWorlds holds the codes left to a list of all, each judged again.
func TestWorlds(t *testing.T) {
	enginetest.Worlds(t, Rules(), func(view View) iter.Seq2[engine.World, float64] {
		return func(yield func(engine.World, float64) bool) {
			write(view, 0, nil, yield)
		}
	})
}

// write goes on with the code of a board; false stops it all.
func write(view View, board int, world engine.World, yield func(engine.World, float64) bool) bool {
	if board == len(view.Boards) {
		return yield(world, 1)
	}
	b := view.Boards[board]
	if b.Code != (Line{}) {
		return write(view, board+1, world, yield)
	}
	for n := range Codes {
		code, can := codeAt(n), true
		for _, one := range b.Rows {
			can = can && Judge(code, one.Cells) == one
		}
		if !can {
			continue
		}
		longer := append(engine.World{}, world...)
		for _, value := range code {
			longer = append(longer, strconv.Itoa(value))
		}
		if !write(view, board+1, longer, yield) {
			return false
		}
	}
	return true
}

// TestClaims: a board by hand of which two codes are left.
func TestClaims(t *testing.T) {
	view := View{Seat: 1, Boards: []Board{{Solver: 1, Rows: []Row{
		Judge(Line{3, 1, 1, 6}, Line{2, 0, 0, 0}), Judge(Line{3, 1, 1, 6}, Line{4, 2, 2, 0}), Judge(Line{3, 1, 1, 6}, Line{0, 0, 0, 4}),
	}}}}
	w := NewWorlds(view)
	if left := fmt.Sprint(w.Left(0)); w.Count() != 2 || left != "[[3 1 1 5] [3 1 1 6]]" {
		t.Errorf("%v codes are left: %v", w.Count(), left)
	}
	for _, row := range []struct {
		answer engine.Action
		chance float64
		claims bool
		why    string
	}{
		{Solve(Line{3, 1, 1, 5}), 0.5, true, "[row 1 b2 equal 0 high 0 low 1 row 2 b4 r2 y2 equal 0 high 3 low 0 row 3 g4 equal 0 high 0 low 1]"},
		{Solve(Line{3, 1, 1, 4}), 0, true, "[row 3 g4 equal 0 high 0 low 1]"},
		{Roll, 0, false, "[]"},
		{engine.Timeout, 0, false, "[]"},
	} {
		chance, claims := w.Chance(row.answer)
		if why := fmt.Sprint(w.Why(row.answer)); chance != row.chance || claims != row.claims || why != row.why {
			t.Errorf("%s: %v, %v, because of %s", row.answer, chance, claims, why)
		}
	}
	view.Seat = 0
	if _, claims := NewWorlds(view).Chance(Solve(Line{3, 1, 1, 5})); claims {
		t.Error("a codemaker answers")
	}
}
