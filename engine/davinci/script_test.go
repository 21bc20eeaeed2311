package davinci

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlor/engine"
)

// TestScripts plays the games in testdata. A script arranges racks and pool
// (see arrange), then has one line for each action after a line "begin";
// indented lines are what came of it, and the test writes them again and
// compares. UPDATE_SCRIPTS=1 keeps what it wrote, for review.
//
//	1 guess 2 3 7   an action of seat 1
//	look 2          the table as seat 2 sees it; 0 is a spectator
//	may 2           what seat 2 may do
//	result          winners and points
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := fs.ReadFile(os.DirFS("."), file)
			if err != nil {
				t.Fatal(err)
			}
			got := runScript(t, string(text))
			if got == string(text) {
				return
			}
			if os.Getenv("UPDATE_SCRIPTS") != "" {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s differs from what is played:\n%s", file, got)
		})
	}
}

// runScript answers the script with what came of each line.
func runScript(t *testing.T, script string) string {
	t.Helper()
	head, body, found := strings.Cut(script, "begin\n")
	if !found {
		t.Fatal("a script begins with a line \"begin\"")
	}
	s := arrange(t, head)
	var out strings.Builder
	out.WriteString(head + "begin\n")
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, "    ") {
			continue // written again
		}
		out.WriteString(line)
		if fields := strings.Fields(line); len(fields) > 0 && fields[0] != "#" {
			for _, answer := range perform(t, &s, fields) {
				out.WriteString("    " + answer + "\n")
			}
		}
	}
	return out.String()
}

// perform does one line of a script and answers what there is to see.
func perform(t *testing.T, s *state, fields []string) []string {
	t.Helper()
	switch fields[0] {
	case "look":
		return look(s.View(seatOf(t, fields[1])))
	case "may":
		return s.Grammar(seatOf(t, fields[1]))
	case "result":
		result := s.Result()
		return []string{fmt.Sprintf("winners %v points %v", result.Winners, result.Points)}
	}
	next, events, err := s.Play(seatOf(t, fields[0]), engine.Action(strings.Join(fields[1:], " ")))
	if err != nil {
		return []string{"refused: " + err.Error()}
	}
	*s = *next.(*state)
	if len(events) == 0 {
		return []string{"(nobody sees anything)"}
	}
	var lines []string
	for _, event := range events {
		lines = append(lines, event.String())
	}
	return lines
}

// look is a view as lines.
func look(view View) []string {
	var lines []string
	for _, r := range view.Racks {
		line := fmt.Sprintf("%v: %s", r.Seat, row(r))
		if r.Out {
			line += " (out)"
		}
		lines = append(lines, line)
	}
	lines = append(lines, fmt.Sprintf("%s, turn %v, pool %d black %d white, points %v",
		view.Phase, view.Turn, view.Pool.Black, view.Pool.White, view.Points))
	if c := view.Choice; c != nil {
		lines = append(lines, fmt.Sprintf("choice %s gaps %v chosen %d", word(c.Tile), c.Gaps, c.Chosen))
	}
	if view.Memory {
		for _, event := range view.Log {
			lines = append(lines, "log "+event.String())
		}
	}
	return lines
}
