package enginetest

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"unicode"

	"parlor/engine"
)

// maxMoves is far more than the moves of any round.
const maxMoves = 5000

// A player picks the next move of a table, given the events of the round so far.
type player[V any, E engine.GameEvent] func(t table[V, E], state engine.State[V, E], heard []E, random *rand.Rand) engine.Move

// anyMover returns a random seat that is to move.
func anyMover[V any, E engine.GameEvent](state engine.State[V, E], random *rand.Rand) engine.Seat {
	toMove := state.ToMove()
	return toMove[random.IntN(len(toMove))]
}

func byChance[V any, E engine.GameEvent](_ table[V, E], state engine.State[V, E], _ []E, random *rand.Rand) engine.Move {
	seat := anyMover(state, random)
	return engine.Move{Seat: seat, Action: anyLegal(state, seat, random)}
}

func byTimeout[V any, E engine.GameEvent](_ table[V, E], state engine.State[V, E], _ []E, random *rand.Rand) engine.Move {
	return engine.Move{Seat: anyMover(state, random), Action: engine.Timeout}
}

// byAnything plays mostly random actions, sometimes a time-out, and rarely a resignation, also
// for a seat that is not to move.
func byAnything[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], heard []E, random *rand.Rand) engine.Move {
	switch choice := random.IntN(60); {
	case choice == 0:
		seat := engine.Seat(random.IntN(t.setup.Seats))
		if slices.Contains(state.Grammar(seat), string(engine.Resign)) {
			return engine.Move{Seat: seat, Action: engine.Resign}
		}
	case choice < 12:
		return byTimeout(t, state, heard, random)
	}
	return byChance(t, state, heard, random)
}

func byBots[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], heard []E, random *rand.Rand) engine.Move {
	seat := anyMover(state, random)
	level := engine.FirstBot + engine.Level(random.IntN(max(1, len(t.rules.Levels))))
	return engine.Move{Seat: seat, Action: t.rules.Think(engine.Thought[V, E]{
		View: state.View(seat), Heard: func() []E { return slices.Clone(heard) }, Totals: make([]float64, t.setup.Seats), Options: maps.Clone(t.setup.Options), Level: level,
		Simulations: fewSimulations, Random: random,
	})}
}

// fewSimulations is enough for a bot to use all of its code.
const fewSimulations = 4

// sampleSize is the maximum number of legal actions to check; there can be 10^8.
const sampleSize = 3000

// sample returns some legal actions of a seat, or all if there are few.
func sample[V any, E engine.GameEvent](state engine.State[V, E], seat engine.Seat) []engine.Action {
	return firstOf(state.Legal(seat), sampleSize)
}

// firstOf returns the first n actions of a sequence.
func firstOf(all iter.Seq[engine.Action], n int) []engine.Action {
	var actions []engine.Action
	for action := range all {
		if actions = append(actions, action); len(actions) == n {
			break
		}
	}
	return actions
}

// anyLegal picks a random verb and then a random action of it, so that verbs with many actions
// are not preferred.
func anyLegal[V any, E engine.GameEvent](state engine.State[V, E], seat engine.Seat, random *rand.Rand) engine.Action {
	byVerb := map[string][]engine.Action{}
	var verbs []string
	for _, action := range sample(state, seat) {
		verb, _, _ := strings.Cut(string(action), " ")
		if byVerb[verb] == nil {
			verbs = append(verbs, verb)
		}
		byVerb[verb] = append(byVerb[verb], action)
	}
	if len(verbs) == 0 {
		return "" // the table refuses it and the check reports that
	}
	actions := byVerb[verbs[random.IntN(len(verbs))]]
	return actions[random.IntN(len(actions))]
}

// checkPlay plays whole rounds and checks the states.
func checkPlay[V any, E engine.GameEvent](next player[V, E]) func(engine.Rules[V, E], int) error {
	return func(rules engine.Rules[V, E], games int) error {
		return eachTable(rules, games, func(t table[V, E], state engine.State[V, E], random *rand.Rand) error {
			var moves []engine.Move
			var heard []E
			for len(state.ToMove()) > 0 {
				if len(moves) == maxMoves {
					return fmt.Errorf("the round has not ended after %d moves", maxMoves)
				}
				if len(moves) < 6 || random.IntN(8) == 0 {
					if err := checkState(t, state, random); err != nil {
						return fmt.Errorf("after %v: %w", moves, err)
					}
				}
				move := next(t, state, heard, random)
				after, events, err := checkMove(t, state, move, len(moves) < 6 || random.IntN(6) == 0)
				if err != nil {
					return fmt.Errorf("after %v: %w", moves, err)
				}
				state, moves, heard = after, append(moves, move), append(heard, events...)
			}
			if err := errors.Join(checkState(t, state, random), checkResult(t, state)); err != nil {
				return fmt.Errorf("at the end of %v: %w", moves, err)
			}
			return nil
		})
	}
}

// checkMove plays a legal move. If closely is true, it plays the move twice and checks that the
// state does not change and both results are equal.
func checkMove[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], move engine.Move, closely bool) (engine.State[V, E], []E, error) {
	before := ""
	if closely {
		before = snapshot(t, state)
	}
	after, events, err := state.Play(move.Seat, move.Action)
	if err != nil {
		return nil, nil, fmt.Errorf("seat %v may play %q, and is refused: %w", move.Seat, move.Action, err)
	}
	if len(events) == 0 && t.game.Open(t.setup.Options) {
		return nil, nil, fmt.Errorf("%q has no event, in a game that is open", move.Action)
	}
	for _, event := range events {
		if err := checkEvent(t.game, event); err != nil {
			return nil, nil, err
		}
	}
	if !closely {
		return after, events, nil
	}
	if now := snapshot(t, state); now != before {
		return nil, nil, fmt.Errorf("playing %q changed the state itself: %s", move.Action, firstDifference(before, now))
	}
	if err := checkTraffic(t.setup.Seats, move, len(events) > 0, func(seat engine.Seat) (string, string) {
		return screen(state, seat), screen(after, seat)
	}); err != nil {
		return nil, nil, err
	}
	again, sameEvents, err := state.Play(move.Seat, move.Action)
	if err != nil || !slices.Equal(events, sameEvents) || snapshot(t, again) != snapshot(t, after) {
		return nil, nil, fmt.Errorf("playing %q twice came to different ends", move.Action)
	}
	return after, events, nil
}

// snapshot returns everything that a state shows to any reader. Of long lists of actions it has
// only the start.
func snapshot[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E]) string {
	var text strings.Builder
	fmt.Fprintln(&text, state.ToMove())
	for seat := engine.Watcher; int(seat) < t.setup.Seats; seat++ {
		fmt.Fprintln(&text, marshal(state.View(seat)), state.Grammar(seat), firstOf(state.Legal(seat), 8))
	}
	if len(state.ToMove()) == 0 {
		fmt.Fprintf(&text, "%+v\n", state.Result())
	}
	return text.String()
}

// checkState checks a state in every way. No legal or illegal action may change it.
func checkState[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], random *rand.Rand) error {
	toMove := state.ToMove()
	if !slices.IsSorted(toMove) || len(slices.Compact(slices.Clone(toMove))) != len(toMove) {
		return fmt.Errorf("the seats to move are %v, not ascending", toMove)
	}
	if len(toMove) > 0 && (toMove[0] < 0 || int(toMove[len(toMove)-1]) >= t.setup.Seats) {
		return fmt.Errorf("of the seats to move, %v, some do not exist", toMove)
	}
	before := snapshot(t, state)
	if Race {
		readConcurrently(t, state)
	}
	for seat := engine.Watcher; int(seat) < t.setup.Seats; seat++ {
		if err := checkSeat(t, state, seat, slices.Contains(toMove, seat), random); err != nil {
			return fmt.Errorf("seat %v: %w", seat, err)
		}
	}
	if now := snapshot(t, state); now != before {
		return fmt.Errorf("an action, played or refused, changed the state itself: %s", firstDifference(before, now))
	}
	return nil
}

// readConcurrently reads a state from several goroutines, so that the race detector finds writes
// to it.
func readConcurrently[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E]) {
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() { snapshot(t, state) })
	}
	readers.Wait()
}

func checkSeat[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], seat engine.Seat, moves bool, random *rand.Rand) error {
	legal, may := sample(state, seat), state.Grammar(seat)
	switch {
	case moves && (len(legal) == 0 || len(may) == 0):
		return fmt.Errorf("it is to move and has nothing to play: Legal %v, Grammar %v", legal, may)
	case !moves && len(legal) > 0:
		return fmt.Errorf("it is not to move and may play %v", legal[0])
	case seat == engine.Watcher && len(may) > 0:
		return fmt.Errorf("a watcher may play %v", may)
	}
	for _, form := range may {
		if err := plainLine(form); err != nil {
			return fmt.Errorf("the form %q %w", form, err)
		}
	}
	forms := t.game.Actions(t.setup.Seats, t.setup.Options)
	for range min(len(legal), 8) {
		action := legal[random.IntN(len(legal))]
		if err := hasForm(forms, action); err != nil {
			return err
		}
		if _, _, err := state.Play(seat, action); err != nil {
			return fmt.Errorf("%q is legal and refused: %w", action, err)
		}
	}
	if err := errors.Join(
		tryIs(state, seat, engine.Timeout, moves),
		tryIs(state, seat, engine.Resign, slices.Contains(may, string(engine.Resign))),
	); err != nil {
		return err
	}
	if len(legal) > 0 {
		if err := checkKindness(t, state, seat, legal[random.IntN(len(legal))]); err != nil {
			return err
		}
	}
	for _, action := range refusals(t, state, legal, random) {
		if err := tryIs(state, seat, action, false); err != nil {
			return err
		}
	}
	return checkView(state, seat)
}

// hasForm checks that an action has one of the forms that the game lists, if it lists any.
func hasForm(forms []engine.ActionForm, action engine.Action) error {
	words := strings.Fields(string(action))
	at := slices.IndexFunc(forms, func(form engine.ActionForm) bool { return form.Verb == words[0] })
	switch {
	case len(forms) == 0:
		return nil
	case at < 0:
		return fmt.Errorf("%q is legal, and none of the forms of actions, %v", action, forms)
	}
	args := forms[at].Args
	if lists := slices.ContainsFunc(args, func(arg engine.ActionArg) bool { return arg.List }); len(words)-1 != len(args) && !lists {
		return fmt.Errorf("%q is legal, and the form of its verb is %v", action, forms[at])
	}
	for i, arg := range args {
		if !arg.List && len(arg.Values) > 0 && !slices.Contains(arg.Values, words[i+1]) {
			return fmt.Errorf("%q is legal, and a %s is one of %v", action, arg.Name, arg.Values)
		}
	}
	return nil
}

// tryIs plays an action that must be either accepted or refused with a sentence.
func tryIs[V any, E engine.GameEvent](state engine.State[V, E], seat engine.Seat, action engine.Action, accepted bool) error {
	_, _, err := state.Play(seat, action)
	switch {
	case accepted && err != nil:
		return fmt.Errorf("%.60q is its right, and refused: %w", action, err)
	case !accepted && err == nil:
		return fmt.Errorf("%.60q was accepted", action)
	case err != nil:
		if err := isRefusal(err); err != nil {
			return fmt.Errorf("%.60q: %w", action, err)
		}
	}
	return nil
}

// refusals returns actions that must be refused for a seat with the given legal actions: text
// that is not an action of any game, legal actions with extra text, and actions of other seats if
// the seat has none.
func refusals[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], legal []engine.Action, random *rand.Rand) []engine.Action {
	actions := slices.Clone(t.nonsense)
	if len(legal) > 0 {
		actions = append(actions, nearMisses(legal[random.IntN(len(legal))])...)
		return actions
	}
	for other := range engine.Seat(t.setup.Seats) {
		if theirs := firstOf(state.Legal(other), 50); len(theirs) > 0 {
			actions = append(actions, theirs[random.IntN(len(theirs))])
		}
	}
	return actions
}

// nonsense is text that is not an action of any game in any state.
func nonsense() []engine.Action {
	return []engine.Action{
		"", " ", "\x00", "xyzzy", "timeout ", "TIMEOUT!", "timeout\n", " timeout", "Timeout", "resign 1", "next", "guess", "guess 1 2",
		"guess -1 99999999999999999999 x", "\x1b[2J", "take black\nstop", "place", "place b9 b9 b9", "solve 0 0 0 0", "code",
		"roll roll", "%s%d%!", "\xff\xfe", "é漢🦊\u202e",
		engine.Action(strings.Repeat("9", 100_000)), engine.Action(strings.Repeat("a ", 50_000)),
	}
}

// nearMisses returns legal actions with extra text.
func nearMisses(action engine.Action) []engine.Action {
	return []engine.Action{
		action + "\n", action + "\x00", action + "\x1b[31m", "\r" + action,
		action + " 1 1 1 1 1 1 1 1 1", action + " " + action, "x" + action,
	}
}

// checkKindness types a legal action as people may write it. The game may refuse it or take it
// for exactly this action.
func checkKindness[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E], seat engine.Seat, action engine.Action) error {
	proper, events, err := state.Play(seat, action)
	if err != nil {
		return fmt.Errorf("%q is legal and refused: %w", action, err)
	}
	text := string(action)
	for _, kind := range []string{text + " ", " " + text, "\t" + text, strings.ToUpper(text), strings.ReplaceAll(text, " ", "  ")} {
		after, sameEvents, err := state.Play(seat, engine.Action(kind))
		if err != nil {
			if err := isRefusal(err); err != nil {
				return fmt.Errorf("%q: %w", kind, err)
			}
			continue
		}
		if !slices.Equal(events, sameEvents) || snapshot(t, after) != snapshot(t, proper) {
			return fmt.Errorf("%q was accepted, and is not the same as %q", kind, action)
		}
	}
	return nil
}

// isRefusal returns what is wrong with an error as an answer to a person, or nil.
func isRefusal(err error) error {
	var refusal *engine.Refusal
	if !errors.As(err, &refusal) {
		return fmt.Errorf("the error %q is not a Refusal", err.Error())
	}
	if refusal.Code == "" {
		return fmt.Errorf("the refusal %q has no code", err.Error())
	}
	if err := plainLine(refusal.Error()); err != nil {
		return fmt.Errorf("the refusal %q %w", refusal.Error(), err)
	}
	for _, arg := range refusal.Args {
		switch arg.(type) {
		case int, string, engine.Seat, engine.Words:
		default:
			return fmt.Errorf("the refusal %q has a %T among its arguments, which cannot be sent", refusal.Error(), arg)
		}
	}
	return nil
}

// plainLine returns why a text is not one readable line, or nil.
func plainLine(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("is empty")
	case len(text) > 300:
		return errors.New("is longer than a line")
	case strings.ContainsFunc(text, unicode.IsControl), strings.Contains(text, "%!"):
		return errors.New("has control characters or a format that failed")
	}
	return nil
}

func checkResult[V any, E engine.GameEvent](t table[V, E], state engine.State[V, E]) error {
	result := state.Result()
	if !slices.IsSorted(result.Winners) {
		return fmt.Errorf("the winners %v are not ascending", result.Winners)
	}
	for _, winner := range result.Winners {
		if winner < 0 || int(winner) >= t.setup.Seats {
			return fmt.Errorf("seat %v won and does not exist", winner)
		}
	}
	if result.Points != nil && len(result.Points) != t.setup.Seats {
		return fmt.Errorf("%d points for %d seats", len(result.Points), t.setup.Seats)
	}
	return nil
}
