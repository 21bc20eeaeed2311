package local_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/masterdice"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestSecretMovesAtGameNightSendNothing plays random matches at the tables of a game night
// and counts what players at both tables, a waiting person, a board and a person in the
// lobby receive. A secret move reaches only its actor, and the game night stores nothing.
// Other moves reach the game night only if they change what it shows.
func TestSecretMovesAtGameNightSendNothing(t *testing.T) {
	silent := 0
	for _, game := range []engine.Game{
		withDefault(davinci.Rules().Game(), "jokers", davinci.FreeJokers),
		withDefault(masterdice.Rules().Game(), "mode", masterdice.Duel),
	} {
		t.Run(game.Name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				w := newGameNightTraffic(t, game)
				for range 60 {
					w.move()
				}
				silent += w.silent
			})
		})
	}
	if silent < 20 {
		t.Errorf("only %d moves had no event", silent)
	}
}

// withDefault returns a game with another default for an option, as tables of game nights use
// the defaults.
func withDefault(game engine.Game, option, value string) engine.Game {
	game.Options = slices.Clone(game.Options)
	for i := range game.Options {
		if game.Options[i].Name == option {
			game.Options[i].Default = value
		}
	}
	return game
}

// nightTraffic is a game night with copies of its matches, to know which moves are secret.
type nightTraffic struct {
	*party
	nights *nightStore
	fay    lobby.Session // in the lobby
	tables []*nightMatch
	random *rand.Rand
	silent int // moves without an event so far
}

// nightMatch is a table of two with a copy of its match.
type nightMatch struct {
	players []*person // by seat
	match   engine.Match
}

func newGameNightTraffic(t *testing.T, game engine.Game) *nightTraffic {
	t.Helper()
	w := &nightTraffic{nights: newNightStore(), random: rand.New(rand.NewPCG(3, 5))}
	l := open(t, local.Config{Games: []engine.Game{game}, GameNightStore: w.nights})
	w.party = newParty(t, l, lobby.GameNightPlan{Games: []string{game.Name}, Seats: 2, Rounds: 2}, "anna", "bo", "cy", "dan", "eve")
	board, err := lobby.Ask(t.Context(), enter(t, l, "projector"), lobby.WatchGameNight{Code: w.code})
	if err != nil {
		t.Fatal(err)
	}
	w.holds["projector"] = board
	w.fay = enter(t, l, "fay")
	lobby.Send(t.Context(), w.fay, lobby.Show{Window: lobby.WholeLobby()})
	w.do("anna", lobby.BeginGameNight{})
	for _, table := range w.now["anna"].Tables {
		one := &nightMatch{}
		for _, seat := range table.Seats {
			one.players = append(one.players, w.sit(seat.Name))
		}
		for _, player := range one.players {
			for player.look() {
				continue
			}
		}
		one.match, err = game.Start(2, engine.Seed{7}, one.players[0].now.Plan.Options)
		if err != nil {
			t.Fatal(err)
		}
		w.tables = append(w.tables, one)
	}
	if len(w.tables) != 2 {
		t.Fatalf("the tables are %+v", w.now["anna"].Tables)
	}
	w.drain()
	return w
}

// drain takes all waiting updates and returns who received one.
func (w *nightTraffic) drain() (came []string) {
	synctest.Wait()
	for _, name := range []string{"anna", "bo", "cy", "dan", "eve", "projector"} {
		select {
		case update, open := <-w.holds[name].Updates():
			if !open {
				w.Fatalf("%s is not at the evening any more: %v", name, w.holds[name].Ended())
			}
			came = append(came, name)
			if reflect.DeepEqual(update, w.now[name]) {
				w.Errorf("%s is shown the evening again as it was", name)
			}
			w.now[name] = update
		default:
		}
	}
	select {
	case <-w.fay.Pages():
		came = append(came, "fay")
	default:
	}
	return came
}

// move plays a random move and checks who receives an update.
func (w *nightTraffic) move() {
	w.Helper()
	open := slices.DeleteFunc(slices.Clone(w.tables), func(one *nightMatch) bool { return len(one.match.ToMove()) == 0 })
	if len(open) == 0 {
		return
	}
	table := open[w.random.IntN(len(open))]
	seat := table.match.ToMove()[w.random.IntN(len(table.match.ToMove()))]
	action := mostlySecret(w.random, table.match, seat)
	next, events, err := table.match.Play(seat, action)
	if err != nil {
		w.Fatal(err)
	}
	table.match = next
	w.nights.mu.Lock()
	kept, writes := string(w.nights.kept[w.code]), w.nights.writes
	w.nights.mu.Unlock()
	table.players[seat].do(action)
	came := w.drain()
	for _, other := range w.tables {
		for i, player := range other.players {
			if saw := player.look(); saw && other != table || saw && len(events) == 0 && engine.Seat(i) != seat {
				came = append(came, fmt.Sprint("who sits on seat ", i+1))
			}
		}
	}
	if len(events) > 0 {
		return
	}
	w.silent++
	if len(came) > 0 {
		w.Errorf("after the secret %q of seat %v something was sent to %q", action, seat, came)
	}
	w.nights.mu.Lock()
	defer w.nights.mu.Unlock()
	if now := string(w.nights.kept[w.code]); now != kept || w.nights.writes != writes {
		w.Errorf("after the secret %q what is kept of the evening is\n%s\nnot\n%s, written %d times", action, now, kept, w.nights.writes-writes)
	}
}
