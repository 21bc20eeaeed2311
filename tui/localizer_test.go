package tui_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"parlor/tui/program"

	"parlor/lobby/local"
	"parlor/prose"
	"parlor/tui/boardtest"
)

// english is what stands on a screen as it is in every language: what one types,
// letters of keys, notation, titles of games and of rooms, and the program's own
// name.
func english() []string {
	return strings.Fields(`parlor secret AAAAAA BBBBBB CCCCCC ssh play example com Da Vinci Code MasterDice Kodeknacker verify replay ID json
		enter esc tab space backspace home end pgup pgdown shift ctrl c or ASCII UTF
		a b d e f g h i j k l m n o p q r s t u v w x y z N X B W R G Y O P U
		Weng Lin Plackett Luce me link delete UTC Caliper Lodestar Fusee Spool Cecilia Salai Ludovico Beatrice Bramante Fiora Isabella Lucrezia abcdefgh23456777 qq rgbyop`)
}

// speaksOnly fails where something on a screen is said without a voice, in the
// language of the test, or where a sentence or a label of that language
// is cut. Names may be cut.
func speaksOnly(t *testing.T, s *client) {
	t.Helper()
	text := regexp.MustCompile(`\b(anna|bo|gus|cy|dan|eve|fay|Wilhelmina|guess [rgbyop]+|place|[bryg]\d|K4WQXAE93TD\d)\b|\b[A-Za-z]+…`).ReplaceAllString(s.text(), " ")
	if word := boardtest.Untold(text, english()...); word != "" {
		t.Errorf("%q is said without a voice:\n%s", word, s.text())
	}
	if cut := cutIn(text); cut != "" {
		t.Errorf("%q is cut:\n%s", cut, s.text())
	}
}

// cutIn is what is said by the voice and cut in a text; empty where nothing is.
// What ends in an ellipsis by itself is whole.
func cutIn(text string) string {
	for line := range strings.Lines(text) {
		for _, whole := range []prose.Text{prose.T("One moment…"), prose.T("Fetching older ones…"), prose.T("Hmm…")} {
			line = strings.ReplaceAll(line, prose.Pseudo().Say(whole), "")
		}
		if strings.Contains(line, "ṽš ") {
			continue // a list of names
		}
		before, _, cut := strings.Cut(line, "…")
		if !cut {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsLetter(r) }))
		if last > unicode.MaxASCII && unicode.Is(unicode.Latin, last) {
			return strings.TrimSpace(before) + "…"
		}
	}
	return ""
}

// TestThePastIsSaidByTheVoice goes over finished matches and ratings so.
func TestThePastIsSaidByTheVoice(t *testing.T) {
	in(t, func(t *testing.T) {
		c := famous()
		c.matches = slices.Concat(library(t).matches, c.matches)
		s := sitWith(t, testLobbyWith(t, local.Config{Ratings: c, History: c}), "anna", false, program.Session{Person: "key:anna", History: c, Voice: prose.Pseudo()})
		for _, keys := range [][]string{
			{"?", "pgdown", "pgdown", "esc"},
			{"y", "tab", "1", "3", "tab", "2", "0", "end", "home", "?", "pgdown", "esc"},
			append([]string{"enter", "?", "pgdown", "esc", "1", "a", "0", "end", "home"}, repeat("right", 70)...),
			{"space", "esc", "down", "enter", "right", "pgdown", "1", "a", "end", "esc"},
			append(append([]string{"down", "enter"}, repeat("right", 20)...), "1", "a", "2", "end", "esc"),
			{"esc", "l", "end", "home", "?", "pgdown", "esc", "enter", "down", "end", "esc", "down", "enter", "esc", "m", "end", "esc", "right", "m", "esc", "right", "esc"},
			{"n", "o", "down", "down", "down", "down", "right", "enter", "b", "enter", "esc"},
		} {
			for _, key := range keys {
				s.press(key)
				speaksOnly(t, s)
			}
		}
	})
}

// TestEveryScreenIsSaidByTheVoice goes over the screens in the language that
// of the test: what is English there was said without a localizer.
func TestEveryScreenIsSaidByTheVoice(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, gus := nightOf(t, program.Session{Voice: prose.Pseudo()}, "anna", "bo", "gus")
		said := func(s *client, keys ...string) {
			t.Helper()
			s.press(keys...)
			for _, s := range []*client{anna, bo, gus} {
				s.settle()
				speaksOnly(t, s)
			}
		}
		said(gus, "j")
		for _, screen := range [][]string{
			{"?", "pgdown", "pgdown", "esc"},
			{"o", "down", "down", "esc"},
			{"n", "down", "down", "esc"},
			{"n", "o", "down", "down", "down", "esc", "esc"},
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
