// Package enginetest checks every promise of package engine on any game with
// one call. A game's test is
//
//	func TestContract(t *testing.T) { enginetest.Run(t, Rules()) }
//
// It plays games by chance, by bots and by the clock alone, under the values of
// every option, and looks at each state from all sides. The last check is
// the proof of secrecy: it plays on in another world that a seat cannot tell
// from this one, and compares every byte that the seat was shown.
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

// Main runs the tests of a game. What they make is forgotten at once, and there is
// much of it in little memory, so garbage is collected a few times more seldom
// than usual.
func Main(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// Fixed is the same game with every round dealt as given: for tests that need
// two games which differ only in what a seat cannot see.
func Fixed[V any, E engine.GameEvent](rules engine.Rules[V, E], first engine.State[V, E]) engine.Rules[V, E] {
	rules.Deal = func(engine.Setup) (engine.State[V, E], error) { return first, nil }
	return rules
}

// check is one promise; games is how many are played for each setup at least.
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

// checkDescription looks at what a lobby shows.
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

// table is one setup to play, and text that no action of it is.
type table[V any, E engine.GameEvent] struct {
	rules    engine.Rules[V, E]
	game     engine.Game // of the rules
	setup    engine.Setup
	nonsense []engine.Action
}

// String tells how to come to this table again.
func (t table[V, E]) String() string {
	return fmt.Sprintf("%s with %d seats, first %v, seed %x…, options %v", t.rules.Name, t.setup.Seats, t.setup.First, t.setup.Seed[:3], t.setup.Options)
}

// fewTables is how many setups a game has at least, or else each is played
// more often.
const fewTables = 30

// eachTable calls try for a number of games of every number of seats and set
// of options. Sets that the game refuses are passed over, but not all.
func eachTable[V any, E engine.GameEvent](rules engine.Rules[V, E], games int, try func(table[V, E], engine.State[V, E], *rand.Rand) error) error {
	return eachTableOf(rules, 0, games, try)
}

// eachTableOf does so with other games: those after the first before times as many.
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

// versionFor is the version of the rules that the n-th game is played by: every
// fourth by one of the older ones, so that matches begun by them go on.
func versionFor(newest, n int) int {
	if n%4 != 3 {
		return newest
	}
	return 1 + n/4%newest
}

// maxMixes bounds the random combinations of options.
const maxMixes = 6

// optionSets are the defaults, the values of every option by themselves, and some
// combinations. What the match alone understands, rounds and first, is left to
// the combinations, which checkMatches plays.
func optionSets(options []engine.Option) []engine.Options {
	// Defaults are complete and allowed; checkDescription looks at them.
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

// takeEffect sets one other option so that the given one has an effect with
// it, where it has none yet. It is false where no single other one does that.
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
