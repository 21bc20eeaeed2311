package command_test

import (
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/server/command"
)

// FuzzCommand parses the words of a line, one per input line because quoted words may contain blanks. Accepted
// commands have a known verb and a valid seat; others are refused with a sentence.
func FuzzCommand(f *testing.F) {
	for _, line := range []string{
		"", "help", "rooms --json", "new davinci seats=3 bots=1", "play E93TDD --watch", "replay K4WQXAE93TDD --seat 2", "replay x --seat", "--seat --seat",
		"me --link --delete", "name anna the second", "say \x1b]0;x\a", "HELP", "top --all", "new x =", "play --lines --json", "rooms " + strings.Repeat("x ", 100),
		"  HELP",
	} {
		f.Add(strings.ReplaceAll(line, " ", "\n"))
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Split(line, "\n")
		asked, err := command.Parse(words)
		if err != nil {
			isSentence(t, err)
			return
		}
		if asked.Verb == "" || asked.Verb != strings.ToLower(asked.Verb) || asked.Seat < engine.Watcher || len(asked.Arguments) >= len(words) {
			t.Errorf("%q is %+v", line, asked)
		}
		if again, err := command.Parse(append([]string{strings.ToUpper(asked.Verb)}, flagsAfter(words, asked)...)); err != nil || again.Verb != asked.Verb {
			t.Errorf("%q is %+v, and in capitals %+v (%v)", line, asked, again, err)
		}
		plan := lobby.Plan{Game: "davinci"}
		if _, _, err := command.Set(lobby.RoomSettings(), &plan, asked.Arguments); err != nil {
			isSentence(t, err)
		}
	})
}

// flagsAfter returns the words after the verb.
func flagsAfter(words []string, asked command.Command) (rest []string) {
	found := false
	for i, word := range words {
		seat := i > 0 && words[i-1] == "--seat"
		if !found && !seat && strings.ToLower(word) == asked.Verb {
			found = true
			continue
		}
		rest = append(rest, word)
	}
	return rest
}

// isSentence fails unless the error is a readable sentence.
func isSentence(t *testing.T, err error) {
	t.Helper()
	said := prose.English().Say(prose.Reason(err))
	if said == "" || strings.ContainsAny(said, "\x1b\r\n\x00") || len(said) > 2000 {
		t.Errorf("it is refused with %q", said)
	}
}
