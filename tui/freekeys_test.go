package tui_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"parlor/lobby/local"
	"parlor/tui/program"
)

// TestFreeKeysAreDocumented: docs/add-a-screen.md lists the letters that have no binding on the
// screens to which a key is added most often.
func TestFreeKeysAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/add-a-screen.md")
	if err != nil {
		t.Fatal(err)
	}
	in(t, func(t *testing.T) {
		c := famous()
		s := sitWith(t, testLobbyWith(t, local.Config{Ratings: c, History: c}), "anna", false, program.Session{History: c, Person: "key:anna"})
		for _, row := range []struct{ screen, keys, title string }{
			{"lobby", "", "Here now"},
			{"leaderboard", "l", "Leaderboard"},
			{"people", "esc i", "People"},
			{"history", "esc y", "History"},
			{"settings", "esc o", "Settings"},
			{"new room", "esc n", "New room"},
			{"room before a match", "1", "To join, others type"},
			{"participants of a room", "w", "People at this table"},
		} {
			s.press(strings.Fields(row.keys)...)
			s.shows(row.title)
			var taken []string
			for one := range s.root.Bindings() {
				taken = append(taken, one.Key.Keys()...)
			}
			free := slices.DeleteFunc(strings.Split("abcdefghijklmnopqrstuvwxyz", ""), func(letter string) bool { return slices.Contains(taken, letter) })
			if line := fmt.Sprintf("| %s | `%s` |\n", row.screen, strings.Join(free, " ")); !strings.Contains(string(page), line) {
				t.Errorf("docs/add-a-screen.md lacks the line\n%s", line)
			}
		}
	})
}
