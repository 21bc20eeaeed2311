package tui_test

import (
	"strings"
	"testing"
)

// TestARoomIsTwoKeys makes a room by each preset, with two keys from the hall.
func TestARoomIsTwoKeys(t *testing.T) {
	for _, row := range []struct {
		keys   []string
		has    []string
		hasNot []string
	}{
		{[]string{"n", "enter"}, []string{"Pace            2 minutes, a bot if", "away"}, []string{"Rated"}},
		{[]string{"n", "1"}, []string{"Pace            2 minutes, a bot if", "away"}, []string{"Rated"}},
		{[]string{"n", "2"}, []string{"Pace            no clock"}, []string{"Rated"}},
		{[]string{"n", "3"}, []string{"Pace            30 seconds, a bot if", "away"}, []string{"Rated"}},
		{[]string{"n", "4"}, []string{"Pace            1 minute", "Rated           yes"}, nil},
		{[]string{"n", "5"}, []string{"Pace            3 days"}, []string{"Rated"}},
	} {
		in(t, func(t *testing.T) {
			s := sit(t, house(t), "anna", false)
			s.press(row.keys...)
			s.shows("How it is played", "anna  (you, host)")
			s.shows(row.has...)
			for _, text := range row.hasNot {
				if strings.Contains(s.text(), text) {
					t.Errorf("%q is shown:\n%s", text, s.text())
				}
			}
		})
	}
}

// TestPresetsAreOfAnyGame goes to another game first, and on to all settings of
// that game.
func TestPresetsAreOfAnyGame(t *testing.T) {
	in(t, func(t *testing.T) {
		s := sit(t, house(t), "anna", false)
		s.press("n", "left", "3")
		s.shows("Kodeknacker", "Pace            30 seconds, a bot if")
		s.press("esc", "y", "n", "right", "down", "down", "down", "down", "down", "enter")
		s.shows("▸ Game", "‹ MasterDice ›", "Title")
		s.press("esc")
		s.shows("Custom")
		s.press("esc")
		s.shows("Here now")
	})
}
