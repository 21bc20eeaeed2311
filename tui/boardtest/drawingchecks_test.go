package boardtest

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"parlor/engine"
	"parlor/tui/style"
)

// TestComplaints shows a drawing or a label that is bad in one way to what complains of it,
// and one that is not.
func TestComplaints(t *testing.T) {
	box := func(width, height int) string { return strings.Repeat(strings.Repeat("#", width)+"\n", height) }
	hue := func(color string) string { return lipgloss.NewStyle().Background(lipgloss.Color(color)).Render("   ") }
	bold := func(color string) string {
		return lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Color(color)).Render("3")
	}
	two := func(one, other, askedOne, askedOther string) error {
		seen := shades{}
		if err := seen.tell(one, askedOne, [2]int{80, 20}); err != nil {
			return err
		}
		return seen.tell(other, askedOther, [2]int{80, 20})
	}
	wall, split := [2]int{200, 60}, [2]int{50, 12}
	for _, row := range []struct {
		name      string
		err       error
		complaint string
	}{
		{"a title that fits", labelled(engine.Game{Title: "Bulls and Cows"}), ""},
		{"a long title", labelled(engine.Game{Title: "Matching Pennies"}), "title"},
		{"a blurb that fits", labelled(engine.Game{Blurb: strings.Repeat("b", 44)}), ""},
		{"a long blurb", labelled(engine.Game{Blurb: strings.Repeat("b", 45)}), "blurb"},
		{"a text that is cut", Uncut("the whole te…"), "is cut"},
		{"a name that is cut", Uncut("Zoë Zaż… guesses"), ""},
		{"a board on a wall", spread(strings.Repeat("\n", 10)+box(120, 40), wall, true), ""},
		{"a little board on a wall", spread(strings.Repeat("\n", 25)+box(60, 12), wall, true), "spans only 60×12"},
		{"a little board in a corner of a wall", spread(box(80, 24), wall, false), "spans only 80×24"},
		{"a board in a split pane", spread(box(30, 7), split, true), ""},
		{"a board far above what is asked", spread(box(30, 5), split, true), "far from what the player is asked"},
		{"the same, of a spectator", spread(box(30, 5), split, false), ""},
		{"nothing at all", spread("", split, true), "far from"},
		{"colours without a letter", two(hue("#c62828"), hue("#1a56c4"), "", ""), "colours alone"},
		{"the same, told apart by what is asked", two(hue("#c62828"), hue("#1a56c4"), "Guess.", "Wait."), ""},
		{"colours with letters", two("r"+hue("#c62828"), "b"+hue("#1a56c4"), "", ""), ""},
		{"the same twice", two(hue("#c62828"), hue("#c62828"), "", ""), ""},
		{"colours of 16 and of 256", two("\x1b[31m#\x1b[m", "\x1b[38;5;12m#\x1b[m", "", ""), "colours alone"},
		{"colour and weight", two(bold("#c62828"), style.NewTheme(true).Text.Render("3"), "", ""), ""},
		{"colour with the same weight", two(bold("#c62828"), bold("#1a56c4"), "", ""), "colours alone"},
	} {
		switch {
		case row.complaint == "" && row.err != nil:
			t.Errorf("%s: %v", row.name, row.err)
		case row.complaint != "" && (row.err == nil || !strings.Contains(row.err.Error(), row.complaint)):
			t.Errorf("%s: %v, not %q", row.name, row.err, row.complaint)
		}
	}
}
