package davinci

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui"
)

func TestTell(t *testing.T) {
	for _, row := range []struct{ events, want string }{
		{
			"1 took black, 2 took white, 1 took black, 1 took white, 1 ready, 2 ready",
			"You took 2 black and 1 white, ready | bo took 1 white, ready",
		},
		{"turn 2", ""},
		{"2 drew black, 2 guessed 3 3 7 right, 3 opened 3 white 7", "bo drew black and asked cy's 3rd: 7 — right"},
		{"2 guessed 3 3 7 right, 3 opened 3 white 7, 2 guessed 1 1 0 wrong", "bo asked cy's 3rd: 7 — right | bo asked your 1st: 0 — wrong"},
		{"1 drew white, 1 guessed 2 11 joker wrong, 1 added 5 black 7", "You drew white and asked bo's 11th: joker — wrong, so showed black 7 (5th)"},
		{"1 guessed 2 2 0 wrong, 1 turned 3 white 9, 1 out", "You asked bo's 2nd: 0 — wrong, so turned up white 9 (3rd); you are out"},
		{"3 guessed 2 1 5 right, 2 opened 1 black 5, 2 out, 3 kept 4 white, 3 won", "cy asked bo's 1st: 5 — right; bo is out | cy kept white hidden (4th) | cy won the round"},
		{"2 guessed 3 3 7 right, 3 opened 3 white 7, 2 kept 5 black", "bo asked cy's 3rd: 7 — right; stopped and kept black hidden (5th)"},
		{"2 guessed 3 3 7 right, 3 opened 3 white 7, 2 stopped", "bo asked cy's 3rd: 7 — right; stopped"},
		{"2 timed_out, 2 drew white, 2 added 1 white 0", "bo ran out of time, drew white and showed white 0 (1st)"},
		{"2 timed_out, 2 turned 1 white 0", "bo ran out of time, so turned up white 0 (1st)"},
		{"2 resigned, 2 opened 1 white 0, 2 opened 2 black 3, 2 out, 1 won", "bo resigned; bo is out | You won the round"},
		{"turn 3, 2 out", "bo is out"},
		{"2 opened 2 black 3", "bo: the 2nd is black 3"},
	} {
		var events []game.Event
		for event := range strings.SplitSeq(row.events, ", ") {
			events = append(events, eventOf(t, event))
		}
		var said []string
		for _, entry := range tell(events, tui.People{Names: []string{"ann", "bo", "cy"}}) {
			said = append(said, entry.text)
		}
		if got := strings.Join(said, " | "); got != row.want {
			t.Errorf("%s\n told %s\n want %s", row.events, got, row.want)
		}
	}
}

func TestOrdinal(t *testing.T) {
	var got []string
	for _, n := range []int{1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23} {
		got = append(got, ordinal(n))
	}
	if want := strings.Fields("1st 2nd 3rd 4th 11th 12th 13th 14th 21st 22nd 23rd"); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Whatever the events are, telling them gives printable text on one line.
func FuzzTell(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		f.Add(anyEvent(random).String()+"\n"+anyEvent(random).String(), 1)
	}
	f.Fuzz(func(t *testing.T, text string, you int) {
		var events []game.Event
		for line := range strings.SplitSeq(text, "\n") {
			if event, err := game.ReadEvent(line); err == nil {
				events = append(events, event)
			}
		}
		for _, entry := range tell(events, tui.People{Names: []string{"ann", "bo"}, You: engine.Seat(you)}) {
			if i := strings.IndexFunc(entry.text, unicode.IsControl); i >= 0 {
				t.Errorf("%q has a control character", entry.text)
			}
		}
	})
}
