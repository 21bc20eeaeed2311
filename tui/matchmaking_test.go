package tui_test

import (
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	"parlor/lobby"
	"parlor/lobby/local"
)

// TestRivals: who looks for a rated match watches a table meanwhile, and is taken to
// the match when another player looks for the same.
func TestRivals(t *testing.T) {
	in(t, func(t *testing.T) {
		c := famous()
		l := testLobbyWith(t, local.Config{Ratings: c, History: c})
		dan, gus := sit(t, l, "dan", false), sit(t, l, "gus", true)
		dan.press("2", "b", "enter")
		anna := sitWith(t, l, "anna", false, program.Session{Signal: screen.OSC9, Settings: screen.Settings{Still: true}})
		bo := sit(t, l, "bo", false)
		gus.press("m")
		gus.shows("Rated matches require an SSH key.")
		anna.press("m", "3", "enter")
		anna.shows("Looking for an opponent in Kodeknacker, 1 minute per move.", "looking for an opponent in Kodeknacker")
		anna.press("m")
		anna.shows("You are no longer looking for a rated match.")
		anna.press("m", "3", "enter", "b")
		anna.shows("MasterDice", "watching")
		bo.press("m", "3", "enter")
		bo.settle()
		anna.settle()
		anna.shows("Kodeknacker", "bo")
		bo.shows("Kodeknacker", "anna")
		if told := anna.signals(); len(told) == 0 || told[len(told)-1] == "" {
			t.Errorf("anna is told %q", told)
		}
	})
}

func TestMostWatched(t *testing.T) {
	t.Parallel()
	now := time.Now()
	row := func(code string, watchers int, bots []bool, ago time.Duration) lobby.RoomRow {
		return lobby.RoomRow{Code: code, Stage: "playing", Watchers: watchers, Bots: bots, Since: now.Add(-ago)}
	}
	closed, locked := row("C", 50, nil, 0), row("", 60, nil, 0)
	closed.Unwatched, locked.Locked = true, true
	rows := []lobby.RoomRow{row("A", 1, []bool{false, true}, 0), row("B", 1, []bool{false, false}, time.Hour), row("D", 1, []bool{false, false}, time.Minute), closed, locked}
	if best, known := lobby.MostWatched(rows); !known || best.Code != "D" {
		t.Errorf("the table to watch is %q", best.Code)
	}
	if _, known := lobby.MostWatched([]lobby.RoomRow{closed, locked}); known {
		t.Error("there is a table to watch where nobody may")
	}
}

// TestARivalFromTheBeginning looks for a rated match as soon as the session begins.
func TestARivalFromTheBeginning(t *testing.T) {
	in(t, func(t *testing.T) {
		c := famous()
		l := testLobbyWith(t, local.Config{Ratings: c, History: c})
		anna := sitWith(t, l, "anna", false, program.Session{Rival: "kodeknacker"})
		anna.shows("looking for an opponent in Kodeknacker")
		bo := sit(t, l, "bo", false)
		bo.press("m", "3", "enter")
		bo.settle()
		anna.settle()
		anna.shows("Kodeknacker", "bo")
	})
}
