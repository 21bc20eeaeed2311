package davinci

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
)

// TestTell tells the same as lines of the log, and as sentences.
func TestTell(t *testing.T) {
	for _, row := range []struct{ events, log, whole string }{
		{
			"1 took black, 2 took white, 1 took black, 1 took white, 1 ready, 2 ready",
			"You: took 2 black, 1 white · ready | bo: took 1 white tile · ready",
			"You took 3 tiles, 2 black and 1 white. You are ready. bo took 1 white tile. bo is ready.",
		},
		{"2 ready", "bo: ready", "bo is ready."},
		{"turn 2", "", ""},
		{
			"2 drew black, 2 guessed 3 3 7 right, 3 opened 3 white 7",
			"bo: drew black · guessed 7 for tile 3 of cy: right",
			"bo drew a black tile. bo guessed 7 for tile 3 of cy: right.",
		},
		{
			"2 guessed 3 3 7 right, 3 opened 3 white 7, 2 guessed 1 1 0 wrong",
			"bo: guessed 7 for tile 3 of cy: right | bo: guessed 0 for your tile 1: wrong",
			"bo guessed 7 for tile 3 of cy: right. bo guessed 0 for your tile 1: wrong.",
		},
		{
			"1 drew white, 1 guessed 2 11 joker wrong, 1 added 5 black 7",
			"You: drew white · guessed a joker for tile 11 of bo: wrong · turned up black 7",
			"You drew a white tile. You guessed a joker for tile 11 of bo: wrong. You turned up black 7 (tile 5).",
		},
		{
			"1 guessed 2 2 0 wrong, 1 turned 3 white 9, 1 out",
			"You: guessed 0 for tile 2 of bo: wrong · turned up white 9 · out",
			"You guessed 0 for tile 2 of bo: wrong. You turned up white 9 (tile 3). You are out.",
		},
		{
			"3 guessed 2 1 5 right, 2 opened 1 black 5, 2 out, 3 kept 4 white, 3 won",
			"cy: guessed 5 for tile 1 of bo: right · bo: out | cy: kept white as tile 4 | cy: won the game",
			"cy guessed 5 for tile 1 of bo: right. bo is out. cy kept a white tile hidden (tile 4). cy won the game.",
		},
		{
			"3 guessed 1 1 5 right, 1 opened 1 black 5, 1 out",
			"cy: guessed 5 for your tile 1: right · you: out",
			"cy guessed 5 for your tile 1: right. You are out.",
		},
		{
			"2 guessed 3 3 7 right, 3 opened 3 white 7, 2 kept 5 black",
			"bo: guessed 7 for tile 3 of cy: right · kept black as tile 5",
			"bo guessed 7 for tile 3 of cy: right. bo kept a black tile hidden (tile 5).",
		},
		{
			"2 guessed 3 3 7 right, 3 opened 3 white 7, 2 stopped",
			"bo: guessed 7 for tile 3 of cy: right · stopped",
			"bo guessed 7 for tile 3 of cy: right. bo stopped.",
		},
		{
			"2 timed_out, 2 drew white, 2 added 1 white joker",
			"bo: ran out of time · drew white · turned up white joker",
			"bo ran out of time. bo drew a white tile. bo turned up white joker (tile 1).",
		},
		{
			"2 timed_out, 2 turned 1 white 0",
			"bo: ran out of time · turned up white 0",
			"bo ran out of time. bo turned up white 0 (tile 1).",
		},
		{
			"2 resigned, 2 opened 1 white 0, 2 opened 2 black 3, 2 out, 1 won",
			"bo: resigned · out | You: won the game",
			"bo resigned. bo is out. You won the game.",
		},
		{"turn 3, 2 out", "bo: out", "bo is out."},
		{"2 opened 2 black 3", "bo: tile 2 is black 3", "Tile 2 of bo is black 3."},
		{"1 opened 2 black joker", "You: tile 2 is black joker", "Your tile 2 is black joker."},
	} {
		var events []game.Event
		for event := range strings.SplitSeq(row.events, ", ") {
			events = append(events, eventOf(t, event))
		}
		b := eventLog{position: &position{Kit: board.Kit{People: prose.People{Names: []string{"ann", "bo", "cy"}}}}}
		var log, whole []string
		for _, entry := range tell(events, b.People) {
			log = append(log, b.line(entry))
			whole = append(whole, b.Voice.SayAll(entry.whole)...)
		}
		if got := strings.Join(log, " | "); got != row.log {
			t.Errorf("%s\n is logged %s\n     want %s", row.events, got, row.log)
		}
		if got := strings.Join(whole, " "); got != row.whole {
			t.Errorf("%s\n told %s\n want %s", row.events, got, row.whole)
		}
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
		for _, entry := range tell(events, prose.People{Names: []string{"ann", "bo"}, You: engine.Seat(you)}) {
			for _, said := range prose.English().SayAll(append(entry.clauses, entry.whole...)) {
				if i := strings.IndexFunc(said, unicode.IsControl); i >= 0 {
					t.Errorf("%q has a control character", said)
				}
			}
		}
	})
}
