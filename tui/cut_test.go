package tui_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// TestOnlyNamesAreCut: in no golden screen of any size does "…" stand for the rest of
// a sentence. It stands for that of a name or a title, and in what is said with it.
func TestOnlyNamesAreCut(t *testing.T) {
	t.Parallel()
	names := []string{
		"anna's table", "bo's table", "vs bo, 李小龍🦊, Caliper (bot)", "vs anna, 李小龍🦊, Caliper (bot)",
		// The newest line of chat below the lobby, which the key t shows whole.
		"bo a long line, longer than any window of the usual size, so that it goes on and on below itself",
	}
	// What was cut begins behind two blanks, a border or another cut.
	before := regexp.MustCompile(`(?:^|  |[│…])([^│…]*?)…`)
	seen := 0
	err := filepath.WalkDir("testdata", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for line := range strings.Lines(ansi.Strip(string(text))) {
			for _, found := range before.FindAllStringSubmatch(line, -1) {
				seen++
				if cut := lastPart(found[1]); !saidWhole(cut) && !beginsAny(names, cut) {
					t.Errorf("%s cuts %q", path, cut)
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen == 0 {
		t.Error("nothing is cut anywhere: the screens are not where they are looked for")
	}
}

// lastPart is what stands behind the last two blanks.
func lastPart(text string) string {
	return strings.TrimSpace(text[strings.LastIndex(text, "  ")+1:])
}

// saidWhole reports whether a text ends in "…" because it says so.
func saidWhole(text string) bool {
	return strings.HasSuffix(text, "Hmm") || strings.HasSuffix(text, "One moment") || strings.HasSuffix(text, "Fetching older ones")
}

func beginsAny(names []string, text string) bool {
	for _, name := range names {
		if strings.HasPrefix(name, text) {
			return true
		}
	}
	return false
}
