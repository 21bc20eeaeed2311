package engine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// TestEventsOfAMatchAreReadBack: those of the match and those of its game, by
// one function.
func TestEventsOfAMatchAreReadBack(t *testing.T) {
	game := rules().Game()
	m := start(t, engine.Options{"first": "1"})
	var all []engine.Event
	for _, line := range []string{"1 draw", "1 next", "2 timeout", "2 say 5", "1 say 5", "1 next", "2 next", "1 say 4", "2 say 5", "1 timeout"} {
		next, events := play(t, m, line)
		m, all = next, append(all, events...)
	}
	for _, event := range all {
		back, err := game.ReadEvent(event.String())
		text, jsonErr := json.Marshal(event)
		if err != nil || back != event || jsonErr != nil || string(text) != `"`+event.String()+`"` {
			t.Errorf("%q is read as %#v (%v), and is %s in JSON (%v)", event, back, err, text, jsonErr)
		}
	}
	if got, want := len(all), 16; got != want || all[got-1].String() != "match 3 won 2 points 0 5" {
		t.Errorf("%d events were told: %v", got, all)
	}
}

func TestMatchEventsAreValues(t *testing.T) {
	game := rules().Game()
	event, err := game.ReadEvent("round 12 won 1,3 points 9 -2.5 9")
	won, is := event.(engine.MatchEvent)
	if err != nil || !is || won.Kind != engine.RoundWon || won.Round != 12 || won.About() != engine.Watcher ||
		!slices.Equal(won.Result.Winners(), []engine.Seat{0, 2}) || !slices.Equal(won.Result.Points(), []float64{9, -2.5, 9}) {
		t.Errorf("%#v: %v", event, err)
	}
	for line, want := range map[string]engine.MatchEvent{
		"round 2 ready 1": {Kind: engine.RoundReady, Round: 2, Seat: 0},
		"round 2 first 3": {Kind: engine.RoundFirst, Round: 2, Seat: 2},
	} {
		if event, err := game.ReadEvent(line); err != nil || event != want {
			t.Errorf("%q is read as %#v: %v", line, event, err)
		}
	}
}

func TestLinesThatAreNoEvents(t *testing.T) {
	game := rules().Game()
	for _, line := range []string{
		"", " ", "round", "round 1", "round 1 first", "round 1 first 0", "round 1 first 4", "round 1 first 01", "round 0 first 1", "round -1 ready 1",
		"round 01 ready 1", "round x ready 1", "round 1 ready 1 ", "round 1 ready 1 2", "match 1 ready 1", "match 1 first 1", "Round 1 ready 1",
		"round 1 won", "round 1 won 1", "round 1 won 1 points", "round 1 won 0 points 1 2", "round 1 won 3 points 1 2", "round 1 won 2,1 points 1 2",
		"round 1 won 1,1 points 1 2", "round 1 won 1, points 1 2", "round 1 won , points 1 2", "round 1 won  points 1 2", "round 1 won -,1 points 1 2",
		"round 1 won 1 point 1 2", "round 1 won 1 points 1  2", "round 1 won 1 points 1 x", "round 1 won 1 points NaN 1", "round 1 won 1 points 1 +Inf",
		"round 1 won 1 points -0 1", "round 1 won 1 points 1.50 1", "round 1 won 1 points 1e3 1", "round 1 won 1 points 1 2\n",
		"match 9223372036854775808 won - points 1 2", "round 1 won - points" + strings.Repeat(" 1", 4), "round 1 won - points " + strings.Repeat("9", 300),
		"1", "0 draw", "1 draw ", "1  draw", "01 draw", "1 say 9", "3 fly",
	} {
		if event, err := game.ReadEvent(line); err == nil {
			t.Errorf("%q is read as %#v", line, event)
		}
	}
}

// FuzzMatchEvent: what is read of a line is that line, and equal to itself.
func FuzzMatchEvent(f *testing.F) {
	game := rules().Game()
	for _, line := range []string{"round 1 won - points 0 0", "round 3 ready 2", "round 3 first 1", "match 3 won 1,2 points 2.5 2.5", "1 say 4"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		event, err := game.ReadEvent(line)
		if err != nil {
			return
		}
		again, err := game.ReadEvent(event.String())
		if event.String() != line || len(line) > engine.MaxEvent || err != nil || again != event {
			t.Errorf("%q is read as %#v, and that as %#v: %v", line, event, again, err)
		}
	})
}
