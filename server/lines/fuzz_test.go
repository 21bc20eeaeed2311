package lines_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"unicode"
	"unicode/utf8"
)

// FuzzTyped types any input in the lobby and in a room. Every answer is printable text, and the session still answers
// afterwards unless it has ended.
func FuzzTyped(f *testing.F) {
	for _, line := range []string{
		"", "help", "new davinci bots=1 start", "resign", "leave", "quit", "say \x1b]0;x\a", "guess 2 1 3", "set clock=1s", "swap 1 2", "mute \xff", "who me",
		"new davinci title=\u202ex", "tutorial", "play E93TDD", "remove x", "kick anna", "name " + strings.Repeat("x", 4000), `say "`, "join E93TDD", "set rounds=99 seats=4",
	} {
		f.Add(line, line)
	}
	f.Fuzz(func(t *testing.T, home, table string) {
		synctest.Test(t, func(t *testing.T) {
			anna := come(t, house(t), "anna")
			for _, line := range []string{home, "leave", "leave", "new davinci bots=1", table} {
				if !tells(anna, line) {
					break
				}
			}
			heard := anna.heard()
			if !utf8.ValidString(heard) || strings.ContainsFunc(heard, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
				t.Errorf("after %q and %q the player is told %q", home, table, heard)
			}
			before := len(heard)
			if tells(anna, "help") && len(anna.heard()) < before+100 {
				t.Errorf("after %q and %q there is no answer", home, table)
			}
		})
	})
}

// tells types a line and reports whether it was read.
func tells(p *typist, line string) bool {
	line, _, _ = strings.Cut(line, "\n")
	synctest.Wait()
	select {
	case p.lines <- line:
		synctest.Wait()
		return true
	case err := <-p.ended:
		p.ended <- err
		return false
	}
}
