// Package enginetest checks that a game keeps the contract of package engine. The test of a game
// is
//
//	func TestContract(t *testing.T) { enginetest.Run(t, Rules()) }
//
// It plays games at random, with bots and only by time-outs, under the values of every option,
// and checks each state. The last check is for secrecy: it continues the game in another world
// that a seat cannot tell apart, and compares every byte that the seat is shown.
package enginetest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// Run checks the rules of a game.
func Run[V any, E engine.GameEvent](t *testing.T, rules engine.Rules[V, E]) {
	t.Helper()
	games := 2
	if testing.Short() || Race {
		games = 1
	}
	for _, check := range checks[V, E]() {
		t.Run(check.name, func(t *testing.T) {
			t.Parallel()
			if err := check.run(rules, games); err != nil {
				t.Error(err)
			}
		})
	}
}

// Main runs the tests of a game. It lets garbage collection run less often, because the tests
// allocate much short-lived memory.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// Fixed returns rules whose rounds all begin with the given deal. Tests use it to compare two
// games that differ only in what a seat cannot see.
func Fixed[V any, E engine.GameEvent](rules engine.Rules[V, E], first engine.State[V, E]) engine.Rules[V, E] {
	rules.Deal = func(engine.Setup) (engine.State[V, E], error) { return first, nil }
	return rules
}

// A check tests one part of the contract. games is the minimum number of games for each setup.
type check[V any, E engine.GameEvent] struct {
	name string
	run  func(rules engine.Rules[V, E], games int) error
}

func checks[V any, E engine.GameEvent]() []check[V, E] {
	return []check[V, E]{
		{"description", checkDescription[V, E]},
		{"play by chance", checkPlay[V, E](byChance[V, E])},
		{"play with timeouts and resigning", checkPlay[V, E](byAnything[V, E])},
		{"play by the clock alone", checkPlay[V, E](byTimeout[V, E])},
		{"play by bots", checkPlay[V, E](byBots[V, E])},
		{"matches and records", checkMatches[V, E]},
		{"resigning", checkResigning[V, E]},
		{"events", checkReadEvent[V, E]},
		{"secrecy", checkSecrecy[V, E]},
		{"worlds", checkWorlds[V, E]},
		{"bots", checkBots[V, E]},
	}
}

// checkDescription checks what a lobby shows about the game.
func checkDescription[V any, E engine.GameEvent](rules engine.Rules[V, E], _ int) error {
	switch {
	case rules.Name == "" || strings.ToLower(rules.Name) != rules.Name || strings.ContainsAny(rules.Name, " \t"):
		return fmt.Errorf("the name %q is not one lower-case word", rules.Name)
	case rules.Title == "" || rules.Blurb == "" || rules.Version < 1:
		return fmt.Errorf("title, blurb or version is missing: %q, %q, %d", rules.Title, rules.Blurb, rules.Version)
	case rules.MinSeats < 1 || rules.MaxSeats < rules.MinSeats:
		return fmt.Errorf("%d to %d seats", rules.MinSeats, rules.MaxSeats)
	case rules.MaxSeats > engine.MaxSeats:
		return fmt.Errorf("%d seats, where a match can tell of %d", rules.MaxSeats, engine.MaxSeats)
	case rules.Deal == nil || rules.Think == nil || rules.ReadEvent == nil:
		return errors.New("there is no Deal, no Think or no ReadEvent")
	case rules.Resample == nil:
		return errors.New("there is no Resample: secrecy cannot be shown")
	}
	for _, option := range rules.Options {
		known := slices.ContainsFunc(option.Values, func(v engine.Value) bool { return v.Name == option.Default })
		if option.Name == "" || option.Title == "" || option.Help == "" || !known {
			return fmt.Errorf("option %+v lacks a word, or its default is none of its values", option)
		}
	}
	return nil
}

// A table is a setup to play, and text that is not an action of the game.
type table[V any, E engine.GameEvent] struct {
	rules    engine.Rules[V, E]
	game     engine.Game // version of the rules
	setup    engine.Setup
	nonsense []engine.Action
}

// String returns what is needed to reproduce the table.
func (t table[V, E]) String() string {
	return fmt.Sprintf("%s with %d seats, first %v, seed %x…, options %v", t.rules.Name, t.setup.Seats, t.setup.First, t.setup.Seed[:3], t.setup.Options)
}

// fewTables is the minimum number of setups of a game. If there are fewer, each is played more
// often.
const fewTables = 30

// eachTable calls try for a number of games with every number of seats and every set of options.
// It skips sets that the game refuses, but fails if it refuses all.
func eachTable[V any, E engine.GameEvent](rules engine.Rules[V, E], games int, try func(table[V, E], engine.State[V, E], *rand.Rand) error) error {
	return eachTableOf(rules, 0, games, try)
}

// eachTableOf is like eachTable with other games: it skips the first before × times.
func eachTableOf[V any, E engine.GameEvent](
	rules engine.Rules[V, E], before, games int, try func(table[V, E], engine.State[V, E], *rand.Rand) error,
) error {
	dealt, babble, whole := 0, nonsense(), rules.Game()
	sets := optionSets(rules.Options)
	games *= max(1, fewTables/(len(sets)*(1+rules.MaxSeats-rules.MinSeats)))
	for seats := rules.MinSeats; seats <= rules.MaxSeats; seats++ {
		for set, options := range sets {
			for game := before * games; game < (before+1)*games; game++ {
				setup := engine.Setup{
					Version: versionFor(rules.Version, set+game),
					Seats:   seats, First: engine.Seat(game % seats), Options: options,
					Seed: engine.Seed{byte(game), byte(set), byte(seats), byte(game >> 8), byte(game >> 16)},
				}
				state, err := rules.Deal(setup)
				if err != nil {
					if refused := isRefusal(err); refused != nil {
						return refused
					}
					continue
				}
				dealt++
				random := rand.New(rand.NewPCG(uint64(set), uint64(game)))
				t := table[V, E]{rules, whole, setup, babble}
				if err := try(t, state, random); err != nil {
					return fmt.Errorf("%v: %w", t, err)
				}
			}
		}
	}
	if dealt == 0 {
		return fmt.Errorf("%s refused every setup", rules.Name)
	}
	return nil
}

// versionFor returns the version of the rules for the n-th game. Every fourth game uses an older
// version, so that running matches of that version continue to work.
func versionFor(newest, n int) int {
	if n%4 != 3 {
		return newest
	}
	return 1 + n/4%newest
}

// maxMixes is the maximum number of random combinations of options.
const maxMixes = 6

// optionSets returns the defaults, each value of every option on its own, and some random
// combinations. Options rounds and first occur only in the combinations, because only
// checkMatches uses them.
func optionSets(options []engine.Option) []engine.Options {
	// checkDescription checks that the defaults are complete and allowed.
	standard, _ := engine.Complete(options, nil)
	sets := []engine.Options{standard}
	for _, option := range options {
		if option.Name == "rounds" || option.Name == "first" {
			continue
		}
		for _, value := range option.Values {
			set := maps.Clone(standard)
			set[option.Name] = value.Name
			if value.Name != option.Default && takeEffect(options, option, set) {
				sets = append(sets, set)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range maxMixes {
		mix := engine.Options{}
		for _, option := range options {
			mix[option.Name] = option.Values[random.IntN(len(option.Values))].Name
		}
		sets = append(sets, mix)
	}
	return sets
}

// takeEffect changes one other option so that the given option has an effect, if it has none yet.
// It reports false if no single change does that.
func takeEffect(options []engine.Option, option engine.Option, set engine.Options) bool {
	if option.Applies == nil || option.Applies(set) {
		return true
	}
	for _, other := range options {
		if other.Name == option.Name {
			continue
		}
		before := set[other.Name]
		for _, value := range other.Values {
			if set[other.Name] = value.Name; option.Applies(set) {
				return true
			}
		}
		set[other.Name] = before
	}
	return false
}
