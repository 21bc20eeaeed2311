package enginetest

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parlor/engine"
)

// Sizes of the checks of worlds.
const (
	oneIn      = 6      // one in this many states of a game is checked
	near       = 1e-9   // tolerance for sums of the same terms in another order
	maxListed  = 10_000 // maximum number of worlds to list
	maxWeighed = 100    // approximate number of these that are weighed one by one
)

// Worlds compares Rules.Worlds with list, a slow and obvious implementation that returns all
// worlds of a view with their weights. It checks states of games played at random, with bots and
// by time-outs, under all options, that have at most 10,000 worlds. list may return nil if it
// would take too long.
func Worlds[V any, E engine.GameEvent](t *testing.T, rules engine.Rules[V, E], list func(V) iter.Seq2[engine.World, float64]) {
	t.Helper()
	games := 2
	if testing.Short() || Race {
		games = 1
	}
	compared := 0
	err := eachTable(rules, games, func(t table[V, E], first engine.State[V, E], random *rand.Rand) error {
		return eachMoment(t, first, random, func(state engine.State[V, E], _ []engine.Move, seat engine.Seat) error {
			view := state.View(seat)
			worlds := rules.Worlds(view)
			if worlds == nil || worlds.Count() > maxListed {
				return nil
			}
			if list(view) == nil {
				return nil
			}
			compared++
			if err := compareWithList(worlds, list(view), random); err != nil || random.IntN(oneIn) > 0 {
				return err
			}
			return compareClaim(t, worlds, list(view), claimOf(worlds, state, seat, random))
		})
	})
	if err != nil {
		t.Error(err)
	}
	t.Logf("compared at %d views", compared)
	if compared == 0 {
		t.Error("there was no view with few worlds")
	}
}

// listed is a world of a list with its weight.
type listed struct {
	world  engine.World
	weight float64
}

// compareWithList compares counts, probabilities and samples with a list of all worlds.
func compareWithList(worlds engine.Worlds, list iter.Seq2[engine.World, float64], random *rand.Rand) error {
	hidden := worlds.Hidden()
	weights, total := map[string]float64{}, 0.0
	odds := make([]map[string]float64, len(hidden))
	for i := range odds {
		odds[i] = map[string]float64{}
	}
	var all []listed
	for world, weight := range list {
		if len(world) != len(hidden) {
			return fmt.Errorf("a world of %d values is listed for %d spots", len(world), len(hidden))
		}
		all = append(all, listed{world, weight})
		weights[strings.Join(world, " ")] += weight
		total += weight
		for i, value := range world {
			odds[i][value] += weight
		}
	}
	if count := float64(len(weights)); worlds.Count() != count {
		return fmt.Errorf("there are %v worlds, and not %v", count, worlds.Count())
	}
	for _, one := range all {
		if random.IntN(1+len(all)/maxWeighed) > 0 {
			continue
		}
		if chance := worlds.Weigh(one.world); math.Abs(chance-one.weight/total) > near {
			return fmt.Errorf("the chance of %v is %v, and not %v", one.world, one.weight/total, chance)
		}
	}
	for i, spot := range hidden {
		told := worlds.Odds(spot)
		if len(told) != len(odds[i]) {
			return fmt.Errorf("at %v there can be %v, and not %v", spot, odds[i], told)
		}
		for _, one := range told {
			if math.Abs(one.Chance-odds[i][one.Value]/total) > near {
				return fmt.Errorf("at %v there are %v of %v, and not %v", spot, odds[i], total, told)
			}
		}
	}
	return compareSamples(worlds, weights, total, random)
}

// compareSamples checks that all sampled worlds are listed, and that every listed world is
// sampled if there are few.
func compareSamples(worlds engine.Worlds, weights map[string]float64, total float64, random *rand.Rand) error {
	const (
		some, many = 5, 400
		likely     = 1. / 20 // a world of this probability is missing from 400 samples once in 10^9 runs
	)
	least := total
	for _, weight := range weights {
		least = min(least, weight)
	}
	draws := some
	if least >= likely*total && random.IntN(4) == 0 {
		draws = many
	}
	seen := map[string]bool{}
	for range draws {
		world := strings.Join(worlds.Sample(random), " ")
		if weights[world] == 0 {
			return fmt.Errorf("the sample %v is not a world", world)
		}
		seen[world] = true
	}
	if draws == many && len(seen) < len(weights) {
		return fmt.Errorf("of %d worlds only %v were drawn", len(weights), seen)
	}
	return nil
}

// claimOf returns an action of the seat that claims something, or an empty one.
func claimOf[V any, E engine.GameEvent](worlds engine.Worlds, state engine.State[V, E], seat engine.Seat, random *rand.Rand) engine.Move {
	best, _ := worlds.Best()
	actions := append(sample(state, seat), best)
	return engine.Move{Seat: seat, Action: actions[random.IntN(len(actions))]}
}

// compareClaim compares the probability of a claim with a list of all worlds.
func compareClaim[V any, E engine.GameEvent](t table[V, E], worlds engine.Worlds, list iter.Seq2[engine.World, float64], move engine.Move) error {
	chance, claims := worlds.Chance(move.Action)
	said := t.game.Claims(move)
	if !claims {
		return nil
	}
	hidden, right, total := worlds.Hidden(), 0.0, 0.0
	for world, weight := range list {
		total += weight
		if !slices.ContainsFunc(said, func(one engine.Claim) bool {
			at := slices.Index(hidden, one.Spot)
			return at < 0 || world[at] != one.Value
		}) {
			right += weight
		}
	}
	if len(said) == 0 || math.Abs(chance-right/total) > near {
		return fmt.Errorf("%v claims %v, which is true in %v of %v and has the chance %v", move, said, right, total, chance)
	}
	return nil
}

// eachMoment plays a game and calls look for some of its states, with the moves so far, for every
// seat and a spectator.
func eachMoment[V any, E engine.GameEvent](
	t table[V, E], first engine.State[V, E], random *rand.Rand, look func(engine.State[V, E], []engine.Move, engine.Seat) error,
) error {
	next := []player[V, E]{byChance[V, E], byAnything[V, E], byBots[V, E], byTimeout[V, E]}[random.IntN(4)]
	moves, err := playOut(t, first, next, random)
	if err != nil {
		return err
	}
	state := first
	for i, move := range moves {
		if state, _, err = state.Play(move.Seat, move.Action); err != nil {
			return err
		}
		if random.IntN(oneIn) > 0 && i+1 < len(moves) {
			continue
		}
		for seat := engine.Watcher; int(seat) < t.setup.Seats; seat++ {
			if err := look(state, moves[:i+1], seat); err != nil {
				return fmt.Errorf("seat %v after %v: %w", seat, moves[:i+1], err)
			}
		}
	}
	return nil
}

// checkWorlds checks the worlds of a game that has them: the probabilities must be valid, and
// samples, the true state and every state that the seat cannot tell apart must be worlds.
func checkWorlds[V any, E engine.GameEvent](rules engine.Rules[V, E], games int) error {
	if rules.Worlds == nil {
		if rules.Game().Worlds(engine.View{}) != nil {
			return errors.New("a game without worlds has some")
		}
		return nil
	}
	looked := 0
	err := eachTable(rules, games, func(t table[V, E], first engine.State[V, E], random *rand.Rand) error {
		return eachMoment(t, first, random, func(state engine.State[V, E], moves []engine.Move, seat engine.Seat) error {
			worlds := rules.Worlds(state.View(seat))
			if worlds == nil {
				return nil
			}
			looked++
			if err := errors.Join(
				checkFromView(t, state.View(seat), worlds), checkOdds(worlds), checkClaims(t, state, seat, worlds, random),
				checkSamples(worlds, random), checkTruth(rules, state, worlds),
			); err != nil || random.IntN(2*oneIn) > 0 {
				return err
			}
			otherFirst, otherMoves := rules.Resample(first, slices.Clone(moves), seat, random)
			there, _, err := watch(otherFirst, otherMoves, seat)
			if err != nil {
				return fmt.Errorf("the other world: %w", err)
			}
			return checkTruth(rules, there, worlds)
		})
	})
	if err == nil && looked == 0 {
		return errors.New("there are no worlds of any view")
	}
	return err
}

// checkFromView checks that worlds depend only on the content of a view: a view that was encoded
// and decoded has the same worlds.
func checkFromView[V any, E engine.GameEvent](t table[V, E], view V, worlds engine.Worlds) error {
	var copied V
	if err := unmarshal(marshal(view), &copied); err != nil {
		return err
	}
	again := t.game.Worlds(engine.View{Table: copied})
	if again == nil {
		return errors.New("there are no worlds of the same view after JSON")
	}
	if a, b := allOf(worlds), allOf(again); !reflect.DeepEqual(a, b) {
		return fmt.Errorf("the worlds of the same view after JSON are others: %v, and were %v", b, a)
	}
	return nil
}

// allOf returns everything that worlds report without arguments.
func allOf(worlds engine.Worlds) []any {
	best, chance := worlds.Best()
	all := []any{worlds.Count(), worlds.Hidden(), best, chance}
	for _, spot := range worlds.Hidden() {
		all = append(all, worlds.Odds(spot))
	}
	return all
}

// checkOdds checks that probabilities lie between 0 and 1 and that those of a spot add up to 1.
func checkOdds(worlds engine.Worlds) error {
	hidden, count := worlds.Hidden(), worlds.Count()
	if !(count >= 1) || math.IsInf(count, 0) || len(hidden) == 0 && count != 1 {
		return fmt.Errorf("there are %v worlds of %d spots", count, len(hidden))
	}
	known := map[engine.Spot]bool{}
	for _, spot := range hidden {
		if known[spot] {
			return fmt.Errorf("%v is hidden twice", spot)
		}
		known[spot] = true
		values, sum := map[string]bool{}, 0.0
		for _, one := range worlds.Odds(spot) {
			if !(one.Chance > 0) || one.Chance > 1+near || values[one.Value] {
				return fmt.Errorf("at %v there is %q with chance %v", spot, one.Value, one.Chance)
			}
			values[one.Value] = true
			sum += one.Chance
		}
		if math.Abs(sum-1) > near {
			return fmt.Errorf("the chances at %v add up to %v", spot, sum)
		}
	}
	for _, spot := range []engine.Spot{{Seat: engine.Watcher, Place: 1}, {Seat: engine.MaxSeats, Place: 1}, {Place: -1}, {Place: 99}} {
		if odds := worlds.Odds(spot); odds != nil {
			return fmt.Errorf("at %v, which does not exist, there is %v", spot, odds)
		}
	}
	return nil
}

// checkClaims checks that claims have a probability, and that none is better than the best one.
func checkClaims[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], seat engine.Seat, worlds engine.Worlds, random *rand.Rand) error {
	best, highest := worlds.Best()
	if chance, claims := worlds.Chance(best); claims != (best != "") || chance != highest || highest < 0 || highest > 1+near {
		return fmt.Errorf("the best is %q, of chance %v, and of chance %v", best, highest, chance)
	}
	for _, action := range append([]engine.Action{engine.Timeout, engine.Resign, engine.Next}, t.nonsense...) {
		if _, claims := worlds.Chance(action); claims {
			return fmt.Errorf("%.60q claims something", action)
		}
	}
	claimed := []engine.Action{best}
	for _, action := range sample(state, seat) {
		chance, claims := worlds.Chance(action)
		if said := t.game.Claims(engine.Move{Seat: seat, Action: action}); claims != (len(said) > 0) {
			return fmt.Errorf("%q claims %v by its notation; by the worlds it claims something: %v", action, said, claims)
		}
		if !claims {
			continue
		}
		if claimed = append(claimed, action); !(chance >= 0) || chance > highest+near {
			return fmt.Errorf("%q has the chance %v, and the best %q has %v", action, chance, best, highest)
		}
	}
	if random.IntN(2*oneIn) > 0 {
		return nil
	}
	one := claimed[random.IntN(len(claimed))]
	if err := checkWhy(worlds, one); err != nil || !slices.Contains(state.ToMove(), seat) || !slices.Contains(claimed[1:], one) {
		return err
	}
	return checkTold(t, state, engine.Move{Seat: seat, Action: one})
}

// checkTold checks that the player who makes a claim can tell from the next view whether it is
// true.
func checkTold[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], move engine.Move) error {
	next, _, err := state.Play(move.Seat, move.Action)
	if err != nil {
		return fmt.Errorf("%v: %w", move, err)
	}
	after := t.rules.Worlds(next.View(move.Seat))
	if after == nil {
		return fmt.Errorf("after %v there are no worlds", move)
	}
	right, sure := true, true
	for _, one := range t.game.Claims(move) {
		owner := t.rules.Worlds(state.View(one.Spot.Seat)).Odds(one.Spot)
		known := after.Odds(one.Spot)
		right = right && len(owner) == 1 && owner[0].Value == one.Value
		sure = sure && len(known) == 1 && known[0].Value == one.Value
	}
	if right != sure {
		return fmt.Errorf("%v is right: %v, and its seat is sure that it is: %v", move, right, sure)
	}
	return nil
}

// checkWhy checks that the facts of Why are distinct and one plain line each.
func checkWhy(worlds engine.Worlds, action engine.Action) error {
	told := map[string]bool{}
	for _, fact := range worlds.Why(action) {
		line := fact.String()
		if err := plainLine(line); err != nil {
			return fmt.Errorf("the fact %q %w", line, err)
		}
		if told[line] || marshal(fact) != marshal(line) {
			return fmt.Errorf("the fact %q is told twice, or is %s in JSON", line, marshal(fact))
		}
		told[line] = true
	}
	return nil
}

// checkSamples checks that samples are worlds.
func checkSamples(worlds engine.Worlds, random *rand.Rand) error {
	for range 2 {
		world := worlds.Sample(random)
		if chance := worlds.Weigh(world); !(chance > 0) || chance > 1+near {
			return fmt.Errorf("the sample %v has the chance %v", world, chance)
		}
		for i, spot := range worlds.Hidden() {
			if !slices.ContainsFunc(worlds.Odds(spot), func(one engine.Odds) bool { return one.Value == world[i] }) {
				return fmt.Errorf("%q is drawn at %v, where it cannot be", world[i], spot)
			}
		}
		for i := range world {
			wrong := slices.Clone(world)
			if wrong[i] = "nothing"; worlds.Weigh(wrong) != 0 || worlds.Weigh(world[:i]) != 0 || worlds.Weigh(append(wrong, "0")) != 0 {
				return fmt.Errorf("what is no world, such as %v, has a chance", wrong)
			}
		}
	}
	return nil
}

// checkTruth checks that the true values of a state are a world. The seat that owns a spot must
// know its value.
func checkTruth[V any, E engine.GameEvent](rules engine.Rules[V, E], state engine.State[V, E], worlds engine.Worlds) error {
	truth := engine.World{}
	owners := map[engine.Seat]engine.Worlds{}
	for _, spot := range worlds.Hidden() {
		owner, asked := owners[spot.Seat]
		if !asked {
			owner = rules.Worlds(state.View(spot.Seat))
			owners[spot.Seat] = owner
		}
		if owner == nil {
			return nil
		}
		odds := owner.Odds(spot)
		if len(odds) != 1 || odds[0].Chance != 1 || slices.Contains(owner.Hidden(), spot) {
			return fmt.Errorf("seat %v does not know what it has at %v, only %v", spot.Seat, spot, odds)
		}
		truth = append(truth, odds[0].Value)
	}
	if chance := worlds.Weigh(truth); !(chance > 0) || chance > 1+near {
		return fmt.Errorf("the truth may be %v at %v, and has the chance %v", truth, worlds.Hidden(), chance)
	}
	return nil
}
