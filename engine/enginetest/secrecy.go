package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"parlor/engine"
)

// cuts is the number of positions of a game at which each seat gets another world.
const cuts = 2

// checkSecrecy plays games and stops at some positions. For every seat and for a spectator it
// asks for another world that looks the same to it: everything shown to it so far must be equal,
// byte for byte.
func checkSecrecy[V any, E engine.GameEvent](rules engine.Rules[V, E], games int) error {
	differing := 0
	err := eachTable(rules, games, func(t table[V, E], first engine.State[V, E], random *rand.Rand) error {
		next := []player[V, E]{byChance[V, E], byAnything[V, E], byBots[V, E]}[random.IntN(3)]
		moves, err := playOut(t, first, next, random)
		if err != nil {
			return err
		}
		for seat := engine.Watcher; int(seat) < t.setup.Seats; seat++ {
			for range cuts {
				part := moves[:random.IntN(len(moves)+1)]
				differs, err := compareWorlds(t, first, part, seat, random)
				if err != nil {
					return fmt.Errorf("seat %v after %v: %w", seat, part, err)
				}
				if differs {
					differing++
				}
			}
		}
		return nil
	})
	if err == nil && differing == 0 {
		return errors.New("resample never found another world: nothing was shown")
	}
	return err
}

// playOut plays a round to its end and returns the moves.
func playOut[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], next player[V, E], random *rand.Rand) ([]engine.Move, error) {
	var moves []engine.Move
	var heard []E
	for len(state.ToMove()) > 0 && len(moves) < maxMoves {
		move := next(t, state, heard, random)
		after, events, err := state.Play(move.Seat, move.Action)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", move.Action, err)
		}
		state, moves, heard = after, append(moves, move), append(heard, events...)
	}
	return moves, nil
}

// compareWorlds fails if the seat is shown something different in the other world. It reports
// whether another seat is.
func compareWorlds[V any, E engine.GameEvent](
	t table[V, E], first engine.State[V, E], moves []engine.Move, seat engine.Seat, random *rand.Rand,
) (differs bool, err error) {
	otherFirst, otherMoves := t.rules.Resample(first, slices.Clone(moves), seat, random)
	here, shown, err := watch(first, moves, seat)
	if err != nil {
		return false, err
	}
	there, otherShown, err := watch(otherFirst, otherMoves, seat)
	if err != nil {
		return false, fmt.Errorf("the other world: %w", err)
	}
	for i := range max(len(shown), len(otherShown)) {
		a, b := "nothing more", "nothing more"
		if i < len(shown) {
			a = shown[i]
		}
		if i < len(otherShown) {
			b = otherShown[i]
		}
		if a != b {
			return false, fmt.Errorf("it is shown something that it may not know, at step %d: %s\n  the other world: %v", i+1, firstDifference(a, b), otherMoves)
		}
	}
	if err := compareRefusals(t, here, there, seat); err != nil {
		return false, err
	}
	for other := engine.Watcher; int(other) < t.setup.Seats; other++ {
		differs = differs || marshal(here.View(other)) != marshal(there.View(other))
	}
	return differs, nil
}

// checkTraffic checks who may notice a move: a move without events may change only what the actor
// is shown, and a move with events must be shown to spectators, too. shown has what a seat is
// shown before and after the move.
func checkTraffic(seats int, move engine.Move, told bool, shown func(engine.Seat) (before, after string)) error {
	for seat := engine.Watcher; int(seat) < seats; seat++ {
		before, after := shown(seat)
		switch {
		case !told && seat != move.Seat && before != after:
			return fmt.Errorf("%q of seat %v has no event, and yet seat %v sees it: %s", move.Action, move.Seat, seat, firstDifference(before, after))
		case told && seat == engine.Watcher && before == after:
			return fmt.Errorf("%q of seat %v has events, and a watcher sees nothing of it", move.Action, move.Seat)
		}
	}
	return nil
}

// watch plays moves and returns the last state and everything that a seat was shown, in order.
// The seat is shown updates according to the rule of [engine.State.Play]: a secret move of
// another seat must leave no trace, not even an update.
func watch[V any, E engine.GameEvent](state engine.State[V, E], moves []engine.Move, seat engine.Seat) (engine.State[V, E], []string, error) {
	shown := []string{screen(state, seat)}
	for _, move := range moves {
		next, events, err := state.Play(move.Seat, move.Action)
		if err != nil {
			return nil, nil, fmt.Errorf("seat %v plays %q and is refused: %w", move.Seat, move.Action, err)
		}
		state = next
		for _, event := range events {
			shown = append(shown, "event "+event.String())
		}
		if len(events) > 0 || move.Seat == seat {
			shown = append(shown, screen(state, seat))
		}
	}
	return state, shown, nil
}

// screen returns everything that a seat is shown in a state, including its legal actions.
func screen[V any, E engine.GameEvent](state engine.State[V, E], seat engine.Seat) string {
	return fmt.Sprintf("%s to move %v may %v legal %v", marshal(state.View(seat)), state.ToMove(), state.Grammar(seat), firstOf(state.Legal(seat), 400))
}

// compareRefusals tries actions in both worlds. Whether they are refused, and the texts of
// refusals, must be equal.
func compareRefusals[V any, E engine.GameEvent](t table[V, E], here, there engine.State[V, E], seat engine.Seat) error {
	tries := append(slices.Clone(t.nonsense), engine.Resign, engine.Timeout)
	for other := range engine.Seat(t.setup.Seats) {
		tries = append(tries, few(sample(here, other))...)
		tries = append(tries, few(sample(there, other))...)
	}
	for _, action := range tries {
		_, _, a := here.Play(seat, action)
		_, _, b := there.Play(seat, action)
		if said, other := fmt.Sprint(a), fmt.Sprint(b); said != other {
			return fmt.Errorf("the answer to %.60q tells what it may not know: %s, or %s", action, said, other)
		}
	}
	return nil
}

// few returns some actions from the whole of a list.
func few(actions []engine.Action) []engine.Action {
	var some []engine.Action
	for i := 0; i < len(actions); i += 1 + len(actions)/30 {
		some = append(some, actions[i])
	}
	return some
}
