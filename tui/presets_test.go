package tui_test

import (
	"strings"
	"testing"

	"parlor/lobby"
)

// TestARoomIsTwoKeys makes a room by each preset, with two keys from the lobby.
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
			s := sit(t, testLobby(t), "anna", false)
			s.press(row.keys...)
			s.shows("How to play", "anna  (you, host)")
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
		s := sit(t, testLobby(t), "anna", false)
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

// TestAGameNightIsAmongTheRooms: who makes a room finds a game night there, by its key
// and as the last of the list; and at a table of one the menu leads back to it.
func TestAGameNightIsAmongTheRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		for _, keys := range [][]string{{"n", "e"}, {"n", "end", "enter"}} {
			anna := sit(t, testLobby(t), "anna", false)
			anna.press("n")
			anna.shows("Game night")
			anna.press(keys[1:]...)
			anna.settle()
			anna.shows("New game night")
			anna.press("esc")
			anna.shows("There are no rooms.")
		}
	})
	in(t, func(t *testing.T) {
		anna, bo, gus := gameNight(t, lobby.GameNightPlan{Title: "Friday", Games: []string{"kodeknacker"}, Rounds: 1})
		anna.press("b")
		everybody(anna, bo, gus)
		anna.press("enter")
		bo.press("enter")
		everybody(anna, bo, gus)
		bo.press("esc")
		bo.shows("Go to the game night")
		bo.press("h")
		everybody(anna, bo, gus)
		bo.shows("Your match at table 1 is still in play.")
	})
}
