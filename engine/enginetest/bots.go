package enginetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"parlor/engine"
)

// positionsAsked is the environment variable with the number of positions at which Positions asks
// bots.
const positionsAsked = "PARLOR_POSITIONS"

// checkBots asks bots at positions of games played by all kinds of players. Bots must return
// legal actions and know no more than their seat: in another world that the seat cannot tell
// apart they must choose the same action. It also checks that the probabilities of worlds are
// valid.
func checkBots[V any, E engine.GameEvent](rules engine.Rules[V, E], _ int) error {
	return askBots(rules, asking{games: 1, oneOf: 2 * oneIn, elsewhere: 1}, &asked{settings: map[string]int{}})
}

// Positions is a long test of bots. It asks them at every position of games under all options
// until it has asked at PARLOR_POSITIONS positions; without that variable it is skipped. Because
// constructing another world takes far longer than asking a bot, it compares worlds only at some
// positions.
func Positions[V any, E engine.GameEvent](t *testing.T, rules engine.Rules[V, E]) {
	t.Helper()
	most, err := strconv.Atoi(os.Getenv(positionsAsked))
	if err != nil {
		t.Skip(positionsAsked + " says at how many positions to ask bots")
	}
	all := asked{settings: map[string]int{}}
	for batch := 0; all.positions < most; batch++ {
		if err := askBots(rules, asking{before: batch, games: 4, oneOf: 1, elsewhere: 30}, &all); err != nil {
			t.Fatal(err)
		}
		t.Logf("bots were asked at %d positions, and at %d of these in another world, too", all.positions, all.elsewhere)
	}
	for _, setting := range slices.Sorted(maps.Keys(all.settings)) {
		t.Logf("%8d with %s", all.settings[setting], setting)
	}
}

// asking says how often bots are asked: at one in oneOf positions of games games, and at one in
// elsewhere of these also in another world. before batches of games are skipped.
type asking struct{ before, games, oneOf, elsewhere int }

// asked counts the positions at which bots were asked: in total, in another world, and by number
// of seats and option.
type asked struct {
	positions, elsewhere int
	settings             map[string]int
}

func (a *asked) count(setup engine.Setup) {
	a.positions++
	a.settings["seats="+strconv.Itoa(setup.Seats)]++
	for option, value := range setup.Options {
		a.settings[option+"="+value]++
	}
}

// askBots asks bots and adds to sum.
func askBots[V any, E engine.GameEvent](rules engine.Rules[V, E], how asking, sum *asked) error {
	return eachTableOf(rules, how.before, how.games, func(t table[V, E], first engine.State[V, E], random *rand.Rand) error {
		next := []player[V, E]{byChance[V, E], byAnything[V, E], byBots[V, E], byTimeout[V, E]}[random.IntN(4)]
		moves, err := playOut(t, first, next, random)
		if err != nil {
			return err
		}
		state, heard := first, []E(nil)
		for i, move := range moves {
			for _, seat := range state.ToMove() {
				if random.IntN(how.oneOf) > 0 {
					continue
				}
				sum.count(t.setup)
				again := random.IntN(how.elsewhere) == 0
				if again {
					sum.elsewhere++
				}
				if err := askBot(t, first, moves[:i], state, heard, seat, again, random); err != nil {
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
}

// askBot asks a bot of a random level in the state after moves, and sometimes again in another
// world that the seat cannot tell apart.
func askBot[V any, E engine.GameEvent](
	t table[V, E], first engine.State[V, E], moves []engine.Move, state engine.State[V, E], heard []E, seat engine.Seat, again bool, random *rand.Rand,
) error {
	asks := engine.Thought[V, E]{
		Totals: make([]float64, t.setup.Seats), Left: random.IntN(3), Options: t.setup.Options, Simulations: fewSimulations,
		Level: engine.FirstBot + engine.Level(random.IntN(max(1, len(t.rules.Levels)))),
	}
	for i := range asks.Totals {
		asks.Totals[i] = float64(random.IntN(20))
	}
	seed := random.Uint64()
	think := func(state engine.State[V, E], heard []E) engine.Action {
		asks := asks
		asks.View, asks.Heard, asks.Totals, asks.Random = state.View(seat), func() []E { return slices.Clone(heard) }, slices.Clone(asks.Totals), rand.New(rand.NewPCG(seed, 1))
		asks.Options = maps.Clone(asks.Options)
		return t.rules.Think(asks)
	}
	action := think(state, heard)
	if _, _, err := state.Play(seat, action); err != nil || action == engine.Timeout {
		return fmt.Errorf("the bot of level %d says %q, which it may not: %w", asks.Level, action, err)
	}
	if err := checkChances(t.rules, state.View(seat), action); err != nil || !again {
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

// checkChances checks the probabilities of the hidden spots of a view and of an action.
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

// hear plays moves and returns the public events.
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
