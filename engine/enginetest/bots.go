package enginetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"

	"parlor/engine"
)

// positionsAsked is how a long run says at how many positions of each game bots are
// looked at, at least.
const positionsAsked = "PARLOR_POSITIONS"

// checkBots asks bots at positions of games that all kinds of players play. Whatever
// they are asked, they answer what may be played, and they know no more than their
// seat does: in another world that it cannot tell from this one they answer the same.
// What can still be true for them has chances that are chances.
func checkBots[V any, E engine.GameEvent](rules engine.Rules[V, E], _ int) error {
	asked, err := askBots(rules, 1, 2*oneIn)
	if err != nil {
		return err
	}
	if most, _ := strconv.Atoi(os.Getenv(positionsAsked)); most > asked {
		_, err = askBots(rules, 1+most/(2*oneIn*max(1, asked)), 1)
	}
	return err
}

// askBots looks at one in so many positions, and returns how many these were.
func askBots[V any, E engine.GameEvent](rules engine.Rules[V, E], games, oneOf int) (asked int, err error) {
	err = eachTable(rules, games, func(t table[V, E], first engine.State[V, E], random *rand.Rand) error {
		next := []player[V, E]{byChance[V, E], byAnything[V, E], byBots[V, E], byTimeout[V, E]}[random.IntN(4)]
		moves, err := playOut(t, first, next, random)
		if err != nil {
			return err
		}
		state, heard := first, []E(nil)
		for i, move := range moves {
			for _, seat := range state.ToMove() {
				if random.IntN(oneOf) > 0 {
					continue
				}
				asked++
				if err := askBot(t, first, moves[:i], state, heard, seat, random); err != nil {
					return fmt.Errorf("seat %v after %v: %w", seat, moves[:i], err)
				}
			}
			after, events, err := state.Play(move.Seat, move.Action)
			if err != nil {
				return err
			}
			state, heard = after, append(heard, events...)
		}
		return nil
	})
	return asked, err
}

// askBot asks a bot of any level in a state, to which moves have led from the first
// one, and again in another world that its seat cannot tell from this one.
func askBot[V any, E engine.GameEvent](
	t table[V, E], first engine.State[V, E], moves []engine.Move, state engine.State[V, E], heard []E, seat engine.Seat, random *rand.Rand,
) error {
	asks := engine.Thought[V, E]{
		Totals: make([]float64, t.setup.Seats), Left: random.IntN(3), Simulations: fewSimulations,
		Level: engine.FirstBot + engine.Level(random.IntN(max(1, len(t.rules.Levels)))),
	}
	for i := range asks.Totals {
		asks.Totals[i] = float64(random.IntN(20))
	}
	seed := random.Uint64()
	think := func(state engine.State[V, E], heard []E) engine.Action {
		asks := asks
		asks.View, asks.Heard, asks.Totals, asks.Random = state.View(seat), slices.Clone(heard), slices.Clone(asks.Totals), rand.New(rand.NewPCG(seed, 1))
		return t.rules.Think(asks)
	}
	action := think(state, heard)
	if _, _, err := state.Play(seat, action); err != nil || action == engine.Timeout {
		return fmt.Errorf("the bot of level %d says %q, which it may not: %w", asks.Level, action, err)
	}
	if err := checkChances(t.rules, state.View(seat), action); err != nil {
		return err
	}
	otherFirst, otherMoves := t.rules.Resample(first, slices.Clone(moves), seat, random)
	there, otherHeard, err := hear(otherFirst, otherMoves)
	if err != nil {
		return fmt.Errorf("the other world: %w", err)
	}
	if other := think(there, otherHeard); other != action {
		return fmt.Errorf("the bot of level %d says %q, and %q where its seat cannot tell the difference", asks.Level, action, other)
	}
	return nil
}

// checkChances: those of what a view hides, and that of an action, are chances.
func checkChances[V any, E engine.GameEvent](rules engine.Rules[V, E], view V, action engine.Action) error {
	if rules.Worlds == nil {
		return nil
	}
	worlds := rules.Worlds(view)
	if worlds == nil {
		return nil
	}
	if chance, _ := worlds.Chance(action); !(chance >= 0) || chance > 1+near {
		return fmt.Errorf("%q has the chance %v", action, chance)
	}
	return checkOdds(worlds)
}

// hear plays moves, and returns what the table saw of them.
func hear[V any, E engine.GameEvent](state engine.State[V, E], moves []engine.Move) (engine.State[V, E], []E, error) {
	var heard []E
	for _, move := range moves {
		next, events, err := state.Play(move.Seat, move.Action)
		if err != nil {
			return nil, nil, fmt.Errorf("seat %v plays %q and is refused: %w", move.Seat, move.Action, err)
		}
		state, heard = next, append(heard, events...)
	}
	return state, heard, nil
}
