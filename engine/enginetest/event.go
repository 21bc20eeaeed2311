package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parlor/engine"
)

// checkEvent checks that an event is one line of plain text, also in JSON, and that parsing it
// returns the same event.
func checkEvent(game engine.Game, event engine.Event) error {
	line := event.String()
	if err := plainLine(line); err != nil {
		return fmt.Errorf("event %q %w", line, err)
	}
	back, err := game.ReadEvent(line)
	switch {
	case err != nil:
		return fmt.Errorf("event %q cannot be read back: %w", line, err)
	case back != event:
		return fmt.Errorf("event %q, %#v, is read back as %#v", line, event, back)
	case marshal(event) != marshal(line):
		return fmt.Errorf("event %q is %s in JSON", line, marshal(event))
	case event.About() < engine.Watcher || int(event.About()) >= game.MaxSeats:
		return fmt.Errorf("event %q is about seat %v, which does not exist", line, event.About())
	}
	return nil
}

// checkAlike parses lines that are similar to an event.
func checkAlike(game engine.Game, event engine.Event) error {
	line := event.String()
	seat, rest, _ := strings.Cut(line, " ")
	for _, alike := range []string{
		line + " ", " " + line, line + "\n", line + "\x00", "0" + line, line + " 1", line + " " + line, line + "0",
		strings.ToUpper(line), strings.ReplaceAll(line, " ", "  "), strings.ReplaceAll(line, " ", "\t"),
		seat, rest, "0 " + rest, "99 " + rest, "-1 " + rest, "+1 " + rest,
	} {
		if err := checkLine(game.ReadEvent, alike); err != nil {
			return err
		}
	}
	return nil
}

// checkLine checks that an event parsed from a line returns that line.
func checkLine[E engine.Event](read func(string) (E, error), line string) error {
	event, err := read(line)
	if err == nil && event.String() != line {
		return fmt.Errorf("%.60q is read as the event %.60q", line, event.String())
	}
	if err == nil && len(line) > engine.MaxEvent {
		return fmt.Errorf("%.60q, a line of %d bytes, is read as an event", line, len(line))
	}
	return nil
}

// checkReadEvent parses lines that no game writes.
func checkReadEvent[V any, E engine.GameEvent](rules engine.Rules[V, E], _ int) error {
	for _, action := range nonsense() {
		for _, line := range []string{string(action), "1 " + string(action), "round " + string(action)} {
			if err := errors.Join(checkLine(rules.ReadEvent, line), checkLine(rules.Game().ReadEvent, line)); err != nil {
				return err
			}
		}
	}
	return nil
}

// FuzzReadEvent parses arbitrary text as events of the game. The corpus starts with the events of
// one match. A text must be refused or be returned unchanged.
func FuzzReadEvent[V any, E engine.GameEvent](f *testing.F, rules engine.Rules[V, E]) {
	f.Helper()
	game, random := rules.Game(), rand.New(rand.NewPCG(1, 5))
	m, err := game.Start(rules.MaxSeats, engine.Seed{1}, nil)
	for err == nil && len(m.ToMove()) > 0 {
		seat := m.ToMove()[random.IntN(len(m.ToMove()))]
		action := m.Think(seat, engine.FirstBot, random)
		if random.IntN(8) == 0 {
			action = engine.Timeout
		}
		var events []engine.Event
		m, events, err = m.Play(seat, action)
		for _, event := range events {
			f.Add(event.String())
		}
	}
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if err := checkLine(game.ReadEvent, line); err != nil {
			t.Error(err)
		}
		if event, err := game.ReadEvent(line); err == nil {
			if err := checkEvent(game, event); err != nil {
				t.Error(err)
			}
		}
	})
}
