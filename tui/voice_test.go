package tui_test

import (
	"regexp"
	"strings"
	"testing"

	"parlor/prose"
	"parlor/tui"
	"parlor/tui/boardtest"
)

// english is what stands on a screen as it is in every language: what one types,
// letters of keys, notation, titles of games and of rooms, and the program's own
// name.
func english() []string {
	return strings.Fields(`parlor s table secret AAAAAA BBBBBB CCCCCC ssh play example com Da Vinci Code MasterDice Kodeknacker verify replay ID json
		enter esc tab space backspace home end pgup pgdown shift ctrl c or ASCII UTF
		a b d e f g h j k l m n o p q r t u v w x y z N X B W R G Y O P U
		Weng Lin Plackett Luce me link UTC Cecilia Salai Ludovico Beatrice Bramante Fiora Isabella Lucrezia abcdefgh23456777 qq rgbyop`)
}

// TestEveryScreenIsSaidByTheVoice goes over the screens in the language that
// nobody speaks: whatever is English there was said without a voice.
func TestEveryScreenIsSaidByTheVoice(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := eveningOf(t, tui.Session{Voice: prose.Pseudo()}, "anna", "bo", "gus")
		names := regexp.MustCompile(`\b(anna|bo|gus|cy)\b`)
		said := func(s *screen, keys ...string) {
			t.Helper()
			s.press(keys...)
			for _, s := range []*screen{anna, bo, gus} {
				s.settle()
				text := names.ReplaceAllString(s.text(), " ")
				if word := boardtest.Untold(text, english()...); word != "" {
					t.Errorf("%q is said without a voice:\n%s", word, s.text())
				}
			}
		}
		said(gus, "j")
		for _, screen := range [][]string{
			{"?", "pgdown", "pgdown", "esc"},
			{"o", "down", "down", "esc"},
			{"n", "down", "down", "down", "esc"},
			{"c", "esc"},
			{"r", "esc"},
			{"t", "1", "enter", "?", "esc", "enter", "d", "enter", "x", "esc"},
			{"t", "2", "enter", "enter", "esc"},
			{"t", "3", "enter", "esc"},
			{"s", "h", "enter", "esc"},
			{"/", "q", "q", "enter", "esc"},
			{"g", "f", "esc"},
			{"tab"},
			{"q", "x", "n"},
			{"v"},
			{"v"},
			{"a"},
			{"a"},
		} {
			for _, key := range screen {
				said(gus, key)
			}
		}
		said(gus, "w")
		for _, key := range []string{"x", "o", "esc", "b", "b", "x", "x", "up", "t", "tab", "tab", "enter", "esc", "w", "down", "m", "m", "h", "x", "n", "esc", "?", "pgdown", "esc"} {
			said(anna, key)
		}
		said(bo, "r")
		said(bo, "r")
		said(anna, "enter")
		for _, key := range []string{"t", "z", "esc", "?", "esc", "d", "tab", "tab", "b", "esc", "w", "esc", "p", "esc", "h", "enter"} {
			said(anna, key)
		}
		said(bo, "d")
		for range 3 {
			said(bo, "b")
			said(anna, "b")
		}
		said(bo, "esc")
		said(bo, "y")
		said(anna, "tab")
		said(anna, "?")
		said(anna, "esc")
		said(anna, "esc")
	})
}
