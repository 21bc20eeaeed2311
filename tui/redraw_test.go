package tui_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"

	"parlor/lobby/local"
	"parlor/tui/boardtest"
)

// draws is how many frames are drawn while something is done.
func (s *client) draws(does func()) int {
	before := s.root.Frames()
	does()
	return s.root.Frames() - before
}

// TestOnlyWhatChangesIsDrawn: what arrives for a screen that is covered, and what
// changes nothing on the one that is shown, draws nothing.
func TestOnlyWhatChangesIsDrawn(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := night(t)
		anna.press("enter", "d", "?")
		bo.settle()
		anna.shows("Help")
		if n := anna.draws(func() {
			bo.press("d")
			gus.press("3")
			anna.settle()
		}); n != 0 {
			t.Errorf("the help is drawn %d times while the table below it changes", n)
		}
		if n := anna.draws(func() { anna.take(boardtest.Key("esc")) }); n != 1 {
			t.Errorf("%d frames for one key", n)
		}
		anna.settle()
		anna.shows("bo: took")
		if n := anna.draws(anna.settle); n != 0 {
			t.Errorf("%d frames of a table where nothing happens", n)
		}
		gus.press("esc", "y")
		gus.settle()
		if n := gus.draws(func() { gus.during(5*time.Second, "") }); n != 0 {
			t.Errorf("%d frames of a hall where nothing happens", n)
		}
	})
}

// TestACountdownThatIsCoveredIsNotDrawn: nothing is drawn for its seconds.
func TestACountdownThatIsCoveredIsNotDrawn(t *testing.T) {
	in(t, func(t *testing.T) {
		anna := sit(t, testLobby(t), "anna", false)
		anna.press("n", "3", "b", "enter")
		anna.shows("0:30")
		anna.during(6*time.Second, "") // the bot takes its tiles
		seconds := func() { anna.during(3*time.Second, "") }
		if n := anna.draws(seconds); n < 2 || n > 4 {
			t.Errorf("%d frames in three seconds", n)
		}
		anna.press("esc")
		if n := anna.draws(seconds); n < 2 || n > 4 {
			t.Errorf("%d frames in three seconds of the menu, which shows the time that is left", n)
		}
		anna.press("?")
		if n := anna.draws(seconds); n != 0 {
			t.Errorf("%d frames in three seconds of the help, which shows no time", n)
		}
		anna.press("esc", "esc", "y", "down", "enter")
	})
}

// TestAnAnswerToAScreenThatIsGoneDrawsNothing, nor does one to a screen that is
// covered.
func TestAnAnswerToAScreenThatIsGoneDrawsNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		kept := famous()
		kept.slow = 3 * time.Second
		s := fan(t, kept)
		s.press("l", "?")
		if n := s.draws(func() { s.during(5*time.Second, "") }); n != 0 {
			t.Errorf("%d frames of the help when the leaders come", n)
		}
		s.press("esc")
		s.shows("Your rank is")
		s.press("m", "esc")
		if n := s.draws(func() { s.during(5*time.Second, "") }); n != 0 {
			t.Errorf("%d frames of the hall when a profile comes that nobody waits for", n)
		}
	})
}

// finds scrolls the help down to a text, and up again.
func (s *client) finds(text string) {
	s.t.Helper()
	for range 10 {
		if strings.Contains(s.text(), text) {
			break
		}
		s.press("pgdown")
	}
	s.shows(text)
	s.press("home")
}

// TestHelpOnEveryScreen: one key opens it wherever nothing is typed, and it lists
// what leads out; where something is typed it is text.
func TestHelpOnEveryScreen(t *testing.T) {
	in(t, func(t *testing.T) {
		chart := famous()
		chart.matches = slices.Concat(library(t).matches, chart.matches)
		s := sitWith(t, testLobbyWith(t, local.Config{Ratings: chart, History: chart}), "anna", false, program.Session{Person: "key:anna", History: chart})
		for _, row := range []struct {
			open  []string
			lists string
			close []string
		}{
			{nil, "quit parlor (asks first)", nil},
			{[]string{"q"}, "stay", []string{"n"}},
			{[]string{"n"}, "create the room", []string{"esc"}},
			{[]string{"n", "o"}, "create the room", []string{"esc", "esc"}},
			{[]string{"o"}, "show a code that links another SSH key", []string{"esc"}},
			{[]string{"y"}, "scroll", []string{"esc"}},
			{[]string{"y", "enter"}, "what that seat saw", []string{"esc", "esc"}},
			{[]string{"l"}, "your profile", []string{"esc"}},
			{[]string{"l", "enter"}, "back to the leaderboard", []string{"esc", "esc"}},
			{[]string{"t", "1", "enter"}, "leave the tutorial", []string{"esc"}},
			{[]string{"1"}, "add a bot (host)", nil},
			{[]string{"w"}, "kick a player (host)", []string{"esc"}},
			{[]string{"b", "enter"}, "have the rest dealt to you", nil},
		} {
			s.press(row.open...)
			s.press("?")
			s.shows("Help", "Keys", "esc close")
			s.finds(row.lists)
			s.finds("disconnect; your seat is kept")
			s.press("?")
			s.press(row.close...)
		}
		s.press("esc", "?")
		s.finds("have the rest dealt to you") // the menu's is that of its table
		s.press("esc", "t", "?")
		s.shows("Say: ?")
		s.press("esc", "esc", "y", "down", "enter", "/", "?")
		s.shows("Search   ?")
	})
}
