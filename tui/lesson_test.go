package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/program"
)

// TestLessonsAreLearntByKeys plays each tutorial as its text says, and tries
// something else now and then.
func TestLessonsAreLearntByKeys(t *testing.T) {
	for number, keys := range map[string]string{
		"1": "d enter w b right right 7 enter 0 enter s enter w 1 enter 2 enter 2 enter",
		"2": "enter enter 1 enter 3 5 2 3 enter enter enter 3 4 enter enter enter enter y 4 4 enter enter r 2 enter s 1 1 1 1 enter enter s 3 3 4 4 enter enter",
		"3": "r g b b enter enter r r g g enter enter r g b b enter enter r g b y enter",
	} {
		t.Run(number, func(t *testing.T) {
			in(t, func(t *testing.T) {
				s := sit(t, testLobby(t), "anna", false)
				s.press("t", number, "enter")
				s.shows("Tutorial", "step 1 of")
				wrong := 0
				for _, key := range append(strings.Fields(keys), "enter") {
					s.press(key)
					if strings.Contains(s.text(), "Not yet. Do what it says above") {
						wrong++
					}
				}
				if number != "3" && wrong == 0 {
					t.Error("something else was tried, and nothing was said")
				}
				s.shows("That was the tutorial.")
				s.press("enter")
				s.shows("Here now")
			})
		})
	}
}

// TestTheTextOfALessonIsNoBoard: in a small window the text covers the board, which a click
// on the text does not reach.
func TestTheTextOfALessonIsNoBoard(t *testing.T) {
	for _, number := range []string{"1", "3"} {
		t.Run(number, func(t *testing.T) {
			in(t, func(t *testing.T) {
				s := sit(t, testLobby(t), "anna", false)
				s.take(tea.WindowSizeMsg{Width: 50, Height: 16})
				s.press("t", number, "enter", "enter")
				before := s.text()
				s.press("\\")
				for y := range 14 {
					for x := range 50 {
						s.take(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
					}
				}
				s.press("enter")
				if after := s.text(); after != before {
					t.Errorf("clicks on the text changed the board from\n%s\nto\n%s", before, after)
				}
			})
		})
	}
}

// TestALessonGivesHints: a step that asks for something has a key for a hint.
func TestALessonGivesHints(t *testing.T) {
	in(t, func(t *testing.T) {
		s := sit(t, testLobby(t), "anna", false)
		s.press("t", "1", "enter", "i")
		s.shows("No hint: it is not your turn to guess.")
		s.press("d", "enter", "w", "i")
		s.shows("The likeliest guess is")
	})
}

// Nothing falls in a lesson: no movement is stepped there.
func TestALessonLiesStill(t *testing.T) {
	in(t, func(t *testing.T) {
		s := sitWith(t, testLobby(t), "anna", false, program.Session{})
		s.press("t", "1", "enter", "d", "enter", "b", "0", "enter", "s")
		s.shows("went into the row face up", "╰ 0 ╯", "╰ 3 ╯")
	})
}
