package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"parlor/engine"
)

// checkMatches plays whole matches with bots and sometimes time-outs, and replays their records.
func checkMatches[V any, E engine.GameEvent](rules engine.Rules[V, E], _ int) error {
	game := rules.Game()
	for seats := rules.MinSeats; seats <= rules.MaxSeats; seats++ {
		for i, options := range optionSets(rules.Options) {
			if first := options.Int("first"); first > seats {
				continue
			}
			m, err := game.Start(seats, engine.Seed{byte(i)}, options)
			if err != nil {
				if refused := isRefusal(err); refused != nil {
					return refused
				}
				continue
			}
			if err := checkMatch(game, m, rand.New(rand.NewPCG(uint64(i), 3))); err != nil {
				return fmt.Errorf("a match of %d seats with %v: %w", seats, options, err)
			}
		}
	}
	return nil
}

func checkMatch(game engine.Game, m engine.Match, random *rand.Rand) error {
	if err := checkRecord(game, m); err != nil {
		return fmt.Errorf("before the first move: %w", err)
	}
	for moves := 0; len(m.ToMove()) > 0; moves++ {
		if moves == 9*maxMoves {
			return errors.New("the match does not end")
		}
		seat := m.ToMove()[random.IntN(len(m.ToMove()))]
		action, err := thinkTwice(m, seat, random.Uint64())
		if err != nil {
			return err
		}
		if random.IntN(12) == 0 {
			action = engine.Timeout
		}
		next, events, err := m.Play(seat, action)
		if err != nil {
			return fmt.Errorf("seat %v plays %q and is refused: %w", seat, action, err)
		}
		if moves < 40 || random.IntN(20) == 0 || len(m.ToMove()) != len(next.ToMove()) {
			move := engine.Move{Seat: seat, Action: action}
			if err := checkTraffic(m.Record().Seats, move, len(events) > 0, func(seat engine.Seat) (string, string) {
				return marshal(m.View(seat)), marshal(next.View(seat))
			}); err != nil {
				return err
			}
		}
		for _, event := range events {
			if err := errors.Join(checkEvent(game, event), checkAlike(game, event)); err != nil {
				return err
			}
		}
		m = next
		if random.IntN(25) == 0 {
			if err := checkRecord(game, m); err != nil {
				return fmt.Errorf("after %d moves: %w", moves+1, err)
			}
		}
	}
	if err := checkRecord(game, m); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	return nil
}

// thinkTwice asks the bot twice with the same random numbers, and checks that the actions are
// equal.
func thinkTwice(m engine.Match, seat engine.Seat, seed uint64) (engine.Action, error) {
	think := func() engine.Action {
		return m.Think(seat, engine.FirstBot, rand.New(rand.NewPCG(seed, 1)))
	}
	action := think()
	if again := think(); again != action {
		return "", fmt.Errorf("with the same random numbers the bot of seat %v plays %q and %q", seat, action, again)
	}
	return action, nil
}

// checkRecord replays the record of a match, finished or not. All seats must see the same as
// before, and views must have no null lists.
func checkRecord(game engine.Game, m engine.Match) error {
	text := marshal(m.Record())
	if strings.Contains(text, "null") {
		return fmt.Errorf("the record has null for a list: %s", text)
	}
	var record engine.Record
	if err := unmarshal(text, &record); err != nil {
		return fmt.Errorf("the record is not JSON: %w", err)
	}
	if !reflect.DeepEqual(record, m.Record()) {
		return errors.New("the record is not the same after JSON")
	}
	again, err := game.Replay(record)
	if err != nil {
		return err
	}
	if !slices.Equal(again.ToMove(), m.ToMove()) {
		return fmt.Errorf("%v are to move, and %v in the replay", m.ToMove(), again.ToMove())
	}
	for seat := engine.Watcher; int(seat) < record.Seats; seat++ {
		view := m.View(seat)
		if path := nilList(reflect.ValueOf(view), "view"); path != "" {
			return fmt.Errorf("%s of seat %v is null in JSON and not []", path, seat)
		}
		if err := checkReading(game, view); err != nil {
			return fmt.Errorf("the view of seat %v: %w", seat, err)
		}
		if a, b := marshal(view), marshal(again.View(seat)); a != b {
			return fmt.Errorf("the record replays to another state for seat %v: %s", seat, firstDifference(a, b))
		}
	}
	return nil
}

// checkReading checks that the game can parse its own views, so that they can be shown on another
// machine, and refuses other data.
func checkReading(game engine.Game, view engine.View) error {
	text := marshal(view)
	back, err := game.ReadView([]byte(text))
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(back, view) {
		return fmt.Errorf("it is read as another one: %s", firstDifference(text, marshal(back)))
	}
	for _, wrong := range []string{
		"", "null", "{}", text + text, strings.TrimSuffix(text, "}"),
		strings.Replace(text, `"table":{`, `"table":{"no_such_key":1,`, 1),
		strings.Replace(text, `"game":"`, `"game":"x`, 1),
	} {
		if _, err := game.ReadView([]byte(wrong)); err == nil && wrong != text {
			return fmt.Errorf("%.60q is read as a view", wrong)
		}
	}
	return nil
}
