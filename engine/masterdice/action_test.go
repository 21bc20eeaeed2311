package masterdice

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

func TestParse(t *testing.T) {
	for _, row := range []struct {
		text engine.Action
		want decision
	}{
		{"roll", decision{verb: verbRoll}},
		{" Roll ", decision{verb: verbRoll}},
		{"place b3", decision{verbPlace, Line{3, 0, 0, 0}}},
		{"place b3 r5 y1 g6", decision{verbPlace, Line{3, 5, 1, 6}}},
		{"place g6 b3", decision{verbPlace, Line{3, 0, 0, 6}}},
		{"PLACE B3, Y5", decision{verbPlace, Line{3, 0, 5, 0}}},
		{"place 3b 5y", decision{verbPlace, Line{3, 0, 5, 0}}},
		{"place 3 - 5 -", decision{verbPlace, Line{3, 0, 5, 0}}},
		{"place 3-5-", decision{verbPlace, Line{3, 0, 5, 0}}},
		{"place 3 5 1 6", decision{verbPlace, Line{3, 5, 1, 6}}},
		{"solve 1 2 3 4", decision{verbSolve, Line{1, 2, 3, 4}}},
		{"solve 1234", decision{verbSolve, Line{1, 2, 3, 4}}},
		{"solve 1,2,3,4", decision{verbSolve, Line{1, 2, 3, 4}}},
		{"solve g4 y3 r2 b1", decision{verbSolve, Line{1, 2, 3, 4}}},
	} {
		got, err := parse(row.text)
		if err != nil || got != row.want {
			t.Errorf("parse(%q) = %v, %v, want %v", row.text, got, err, row.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []engine.Action{
		"", " ", ",", "rol", "roll 4", "place", "place -", "place - - - -", "place 3", "place 3 5", "place 3 - 5 - 1",
		"place b0", "place b7", "place b", "place b33", "place bb", "place 33", "place x3", "place b3 b4", "place b3 -",
		"place 0 0 0 1", "place 7---", "solve", "solve 1 2 3", "solve 1 2 3 4 5", "solve 1 2 3 -", "solve 1 2 3 7",
		"solve 0 1 2 3", "solve b1 r2 y3", "solve b1 r2 y3 b4", "next", "guess", "roll\n", "place\u00a0b3", "solve １２３４",
		"\x00", "\xff\xfe", engine.Action("solve 1 2 3 4" + strings.Repeat(" ", 100)), engine.Action(strings.Repeat("a", 1<<16)),
	} {
		got, err := parse(text)
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) || refusal.Code != engine.NotAnAction {
			t.Errorf("parse(%.80q) = %v, %v, want a refusal", text, got, err)
			continue
		}
		if len(refusal.Error()) > 200 {
			t.Errorf("the refusal of %.80q is %d bytes long", text, len(refusal.Error()))
		}
	}
}

func TestConstructors(t *testing.T) {
	if got := Place(Line{3, 0, 5, 0}); got != "place b3 y5" {
		t.Errorf("Place gives %q", got)
	}
	if got := Solve(Line{1, 2, 3, 4}); got != "solve 1 2 3 4" {
		t.Errorf("Solve gives %q", got)
	}
}

// TestPlacements counts by hand: with four different dice there are 4·4 ways
// to place one, 6·12 for two, 4·24 for three and 24 for four.
func TestPlacements(t *testing.T) {
	for _, row := range []struct {
		rolled []int
		count  int
	}{
		{[]int{}, 0},
		{[]int{4}, 4},
		{[]int{4, 4}, 4 + 6},
		{[]int{4, 2}, 8 + 12},
		{[]int{1, 2, 3, 4}, 16 + 72 + 96 + 24},
		{[]int{5, 5, 5, 5}, 4 + 6 + 4 + 1},
	} {
		got := slices.Collect(placements(row.rolled))
		if len(got) != row.count {
			t.Errorf("%v can be placed in %d ways, want %d", row.rolled, len(got), row.count)
		}
		seen := make(map[Line]bool)
		for _, cells := range got {
			if seen[cells] || !among(cells, row.rolled) || cells.Dice() == 0 {
				t.Errorf("%v of %v is there twice or cannot be", cells, row.rolled)
			}
			seen[cells] = true
		}
		// Every line that the dice allow is among them.
		for n := range 7 * 7 * 7 * 7 {
			cells := Line{n % 7, n / 7 % 7, n / 49 % 7, n / 343}
			if among(cells, row.rolled) && cells.Dice() > 0 && !seen[cells] {
				t.Errorf("%v of %v is missing", cells, row.rolled)
			}
		}
	}
}

func TestPlacementsStopEarly(t *testing.T) {
	taken := 0
	for range placements([]int{1, 2, 3, 4}) {
		if taken++; taken == 3 {
			break
		}
	}
	if taken != 3 {
		t.Errorf("took %d placements, want 3", taken)
	}
}

// FuzzAction checks that any text is read or refused, that what is read can be
// written and read again, and that no state is disturbed by it.
func FuzzAction(f *testing.F) {
	for _, text := range []string{"roll", "place b3 y5", "place 3 - 5 -", "solve 1 2 3 4", "solve 1234", "resign", "timeout", "", "place é3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		chosen, err := parse(engine.Action(text))
		if err == nil {
			again := Roll
			switch chosen.verb {
			case verbPlace:
				again = Place(chosen.line)
			case verbSolve:
				again = Solve(chosen.line)
			}
			if same, err := parse(again); err != nil || same != chosen {
				t.Errorf("%q reads as %v, and that as %v, %v", text, chosen, same, err)
			}
		}
		for _, mode := range []string{Classic, Duel} {
			s := testState(mode, testBoard(Line{3, 1, 5, 2}, Line{3, 5, 5, 1}), testBoard(Line{1, 2, 3, 4}, Line{6, 6, 6, 6}))
			for _, start := range []state{s, played(t, s, 0, Roll)} {
				for seat := engine.Watcher; seat <= 2; seat++ {
					next, _, err := start.Play(seat, engine.Action(text))
					if (err == nil) == (next == nil) {
						t.Errorf("seat %v, %q: %v and %v", seat, text, next, err)
					}
				}
			}
		}
	})
}
