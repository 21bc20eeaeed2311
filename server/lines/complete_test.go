package lines_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/prose"
	"parlor/server/command"
	"parlor/server/lines"
)

// tabs is a typist with a Tab key.
type tabs struct {
	*typist
	asked chan string
	words []string
}

func (k *tabs) Asked() <-chan string { return k.asked }

func (k *tabs) Complete(_ string, words []string) { k.words = words }

// after lists the words that a line can go on with.
func (k *tabs) after(line string) []string {
	k.asked <- line
	synctest.Wait()
	return k.words
}

// TestWhatCanBeTypedNext: verbs of the place, of the actions that can be played now, and
// what each action takes.
func TestWhatCanBeTypedNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := house(t)
		k := &tabs{&typist{lines: make(chan string), ended: make(chan error, 1)}, make(chan string), nil}
		session := lines.Session{
			Commands: command.Commands{Lobby: l, Games: kits(), Line: func(user string) string { return user }}, Person: command.Person{Session: lobbytest.Enter(t, l, "anna"), Voice: prose.English()},
			Source: k, Out: k, Heard: func() {},
		}
		go func() { k.ended <- session.Run(context.Background(), nil) }()
		t.Cleanup(func() { close(k.lines) })
		if words := k.after(""); !slices.Contains(words, "rooms") || slices.Contains(words, "guess") {
			t.Errorf("in the lobby: %q", words)
		}
		k.types("new davinci seats=2 first=1 rounds=1")
		_, err := lobby.Ask(t.Context(), lobbytest.Enter(t, l, "bo"), lobby.Join{Code: "E93TDD"})
		if err != nil {
			t.Fatal(err)
		}
		k.types("start")
		for line, want := range map[string]string{
			"ta": "take", "TA": "take", "take ": "any black white", "take b": "black", "take black ": "", "guess ": "1 2", "guess 2 1 1": "1 10 11",
			"gu": "", "help gu": "guess", "dance ": "",
		} {
			if words := strings.Join(k.after(line), " "); words != want {
				t.Errorf("after %q comes %q, not %q", line, words, want)
			}
		}
		for line, want := range map[string]string{
			"guess ?":    "Type guess SEAT PLACE VALUE, such as guess 2 3 7: a seat is 1-2, a place is that of a tile, from 1 at the left, a value is 0-11.",
			"help GUESS": "Type guess SEAT PLACE VALUE,",
			"help stop":  "Type stop, without arguments.",
			"dance ?":    "Unknown command.",
			"help":       "help VERB describes an action",
		} {
			before := len(k.heard())
			if k.types(line); !strings.Contains(k.heard()[before:], want) {
				t.Errorf("after %q is heard %q", line, k.heard()[before:])
			}
		}
	})
}
