package tui_test

import (
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

// TestAHint: i tells the likeliest guess and why, in the turn of any player, and only in a
// room that allows aids and does not count for ratings.
func TestAHint(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, lobby.Plan{Game: "kodeknacker", Options: engine.Options{"preset": "classic"}})
		anna.press("i")
		anna.shows("No hint: it is not your turn to guess.")
		anna.press("r", "g", "b", "y", "enter")
		bo.press("p", "p", "g", "r", "enter")
		anna.settle()
		anna.press("i")
		anna.reads("All guesses are equally likely; for example orange, purple, green, yellow (1 in 1296). There is no information about the code yet.")
		anna.press("r", "r", "r", "r", "enter")
		bo.press("o", "o", "o", "o", "enter")
		anna.settle()
		anna.press("i")
		anna.shows("1 leaves 500 codes")
	})
	for name, plan := range map[string]lobby.Plan{
		"aids are off":   {Game: "davinci", Unaided: true},
		"rated":          {Game: "davinci", Rated: true},
		"without a note": {Game: "davinci", Options: engine.Options{"memory": "on"}},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				anna, _ := pair(t, plan)
				if anna.press("i"); !strings.Contains(anna.text(), "There are no hints in this room.") {
					t.Errorf("it says\n%s", anna.text())
				}
			})
		})
	}
}
