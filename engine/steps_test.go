package engine_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
)

// witness is what everybody is shown of a match at one moment, as bytes of
// JSON by seat, the watcher's first.
func witness(t *testing.T, m engine.Match, seats int) []string {
	t.Helper()
	var seen []string
	for seat := engine.Watcher; int(seat) < seats; seat++ {
		text, err := json.Marshal(m.View(seat))
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, string(text))
	}
	return seen
}

// TestStepsShowWhatWasSeen plays whole matches by bots, and now and then by the
// clock: at each step of the replay every seat is shown, byte for byte, what it
// was shown then, and the table sees the same events.
func TestStepsShowWhatWasSeen(t *testing.T) {
	matches := 3
	if testing.Short() {
		matches = 1
	}
	for _, of := range []struct {
		game    engine.Game
		options []engine.Options
	}{
		{davinci.Rules().Game(), []engine.Options{{"rounds": "2"}, {"jokers": "strict", "memory": "on", "rounds": "2"}}},
		{masterdice.Rules().Game(), []engine.Options{nil, {"mode": "duel", "bonus_dice": "on"}}},
		{kodeknacker.Rules().Game(), []engine.Options{{"rounds": "2"}, {"preset": "super", "rounds": "1"}}},
	} {
		for _, options := range of.options {
			for n := range matches {
				random := rand.New(rand.NewPCG(uint64(n), 23))
				seats := of.game.MinSeats + random.IntN(of.game.MaxSeats-of.game.MinSeats+1)
				compareSteps(t, of.game, seats, options, random)
			}
		}
	}
}

func compareSteps(t *testing.T, game engine.Game, seats int, options engine.Options, random *rand.Rand) {
	t.Helper()
	m, err := game.Start(seats, engine.Seed{byte(random.IntN(256))}, options)
	if err != nil {
		t.Fatal(err)
	}
	seen, told := [][]string{witness(t, m, seats)}, [][]engine.Event{nil}
	for len(m.ToMove()) > 0 {
		seat := m.ToMove()[random.IntN(len(m.ToMove()))]
		action := m.Think(seat, engine.FirstBot, random)
		if random.IntN(20) == 0 {
			action = engine.Timeout
		}
		next, events, err := m.Play(seat, action)
		if err != nil {
			t.Fatal(err)
		}
		m = next
		seen, told = append(seen, witness(t, m, seats)), append(told, events)
	}
	record := m.Record()
	steps, err := game.Steps(record)
	if err != nil || len(steps) != len(seen) {
		t.Fatalf("%s has %d steps, not %d: %v", game.Name, len(steps), len(seen), err)
	}
	for i, step := range steps {
		if again := witness(t, step.Match, seats); !slices.Equal(again, seen[i]) {
			t.Fatalf("%s with %v, after %d moves: seen\n%s\nand in the replay\n%s", game.Name, options, i, seen[i], again)
		}
		if !slices.Equal(step.Events, told[i]) || i > 0 && step.Move != record.Moves[i-1] || step.Round != step.Match.View(0).Round {
			t.Fatalf("%s: step %d is %v in round %d with %q, and was %q", game.Name, i, step.Move, step.Round, step.Events, told[i])
		}
	}
}

func TestStepsThatCannotBeShown(t *testing.T) {
	game := rules().Game()
	m, _ := play(t, start(t, engine.Options{"first": "1"}), "1 say 4", "2 say 5")
	steps, err := game.Steps(m.Record())
	if err != nil || len(steps) != 3 || steps[0].Move.Seat != engine.Watcher || !slices.Equal(lines(steps[2].Events), []string{"2 say 5"}) {
		t.Errorf("%+v: %v", steps, err)
	}
	wrong := m.Record()
	wrong.Moves[1].Action = "say 99"
	if _, err := game.Steps(wrong); err == nil || !strings.Contains(err.Error(), `move 2, "say 99" by seat 2`) {
		t.Error(err)
	}
	wrong.Version = 4
	if _, err := game.Steps(wrong); err == nil || !strings.Contains(err.Error(), "version 4") {
		t.Error(err)
	}
	endless := m.Record()
	endless.Moves = make([]engine.Move, engine.MaxSteps+1)
	if _, err := game.Steps(endless); err == nil || !strings.Contains(err.Error(), "10001 moves") {
		t.Error(err)
	}
}
