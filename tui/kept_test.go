package tui

import (
	"fmt"
	"testing"

	"parlor/lobby"
	"parlor/tui/look"
)

// TestKeptDrawsWhatIsNew: what a place is drawn from is drawn again when it is
// something else, also where it was drawn there before; a place that there is not
// keeps nothing.
func TestKeptDrawsWhatIsNew(t *testing.T) {
	places := make(kept[text, string], 2)
	drawn := 0
	at := func(place int, of text) string {
		return places.at(place, of, func() string {
			drawn++
			return fmt.Sprint(of, " drawn")
		})
	}
	for i, step := range []struct {
		place int
		of    text
		drawn int
	}{
		{0, "", 1},
		{0, "", 1},
		{0, "a", 2},
		{1, "a", 3},
		{0, "a", 3},
		{0, "b", 4},
		{1, "a", 4},
		{0, "a", 5},
		{2, "a", 6},
		{2, "a", 7},
	} {
		if got := at(step.place, step.of); got != string(step.of)+" drawn" || drawn != step.drawn {
			t.Errorf("step %d: %q, drawn %d times; want %d", i, got, drawn, step.drawn)
		}
	}
}

// TestOnlyTheHallKeepsParts: whoever looks at something else keeps nothing of the
// lobby, and another look draws all anew.
func TestOnlyTheHallKeepsParts(t *testing.T) {
	r := New(Session{Session: alone{}})
	r.fit(80, 24)
	r.view()
	if r.kept.aspect != (aspect{80, 24, r.styles, false}) || !r.kept.lines[0].known {
		t.Errorf("the hall keeps %+v", r.kept.aspect)
	}
	first := r.kept.lines[0].drawn
	r.restyle(look.NewTheme(false))
	if r.view(); r.kept.lines[0].drawn == first {
		t.Error("the title of the hall is still drawn for a dark terminal")
	}
	r.openHelp()
	if r.view(); r.kept.lines != nil || r.kept.rooms != nil || r.kept.here != nil || r.kept.games != nil {
		t.Errorf("before the help there is kept %+v", r.kept)
	}
}

// alone is a session where nobody else is.
type alone struct{ lobby.Session }

func (alone) Name() string         { return "anna" }
func (alone) KeepsRatings() bool   { return false }
func (alone) Shows(_ lobby.Window) {}
