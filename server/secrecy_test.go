package server_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/enginetest"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/server"
	"parlor/tui"
	davinciboard "parlor/tui/davinci"
)

// Two games differ only in bo's hidden tiles. Anna plays at a real terminal, cy
// watches at another, and bo makes the same moves in both games: every byte
// that goes to anna and to cy has to be the same.

// script is what happens in both games, in which all guesses come out alike.
func script(t *testing.T, first engine.State[davinci.View]) []engine.Move {
	t.Helper()
	state := first
	var moves []engine.Move
	play := func(seat engine.Seat, action engine.Action) {
		t.Helper()
		next, _, err := state.Play(seat, action)
		if err != nil {
			t.Fatalf("%s: %v", action, err)
		}
		state, moves = next, append(moves, engine.Move{Seat: seat, Action: action})
	}
	play(1, davinci.Deal)
	play(0, davinci.Deal)
	play(1, davinci.Draw(davinci.Black))
	play(1, davinci.Guess(0, 1, state.View(0).Racks[0].Tiles[0].Value)) // right
	play(1, davinci.Stop)
	play(0, davinci.Draw(davinci.Black))
	play(0, davinci.Guess(1, 1, davinci.MaxNumber)) // wrong: it is the lowest of five
	play(1, davinci.Draw(davinci.White))
	play(1, davinci.Guess(0, 2, wrongFor(state.View(0).Racks[0].Tiles[1].Value)))
	return moves
}

func wrongFor(value davinci.Value) davinci.Value { return (value + 1) % (davinci.MaxNumber + 1) }

// keysOf are what anna types for her moves.
func keysOf(action engine.Action) []string {
	switch action {
	case davinci.Deal:
		return []string{"d"}
	case davinci.Draw(davinci.Black):
		return []string{"b"}
	default:
		return []string{"1", "1", "\r"}
	}
}

// audience is what anna and cy were sent, step by step.
type audience struct{ anna, cy []string }

// perform plays the script on a server whose games begin as given.
func perform(t *testing.T, rules engine.Rules[davinci.View], moves []engine.Move) audience {
	t.Helper()
	kit := davinciboard.Kit()
	kit.Game = rules.Game()
	rooms := lobby.New(lobby.Config{
		Games: []engine.Game{kit.Game},
		Seed:  func() engine.Seed { return engine.Seed{1} }, Code: func() string { return "AAAAAA" },
	})
	s, err := server.New(server.Config{Lobby: rooms, Kits: []tui.Kit{kit}, HostKey: signer(t, "host"), Public: "localhost:2222"})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(listener) }()
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := errors.Join(rooms.Close(ctx), s.Close(ctx), <-served); err != nil {
			t.Error(err)
		}
	}()
	here := site{addr: listener.Addr().String()}
	anna := here.come(t, terminal.Options{User: "anna", Key: signer(t, "anna")})
	defer anna.HangUp()
	see(t, anna, "Here now")
	press(t, anna, "p")
	see(t, anna, "anna  (you, host)")
	visit, err := rooms.Enter(lobby.Identity{ID: "key:bo", Name: "bo"})
	if err != nil {
		t.Fatal(err)
	}
	defer visit.Close()
	bo, err := visit.Join("AAAAAA")
	if err != nil {
		t.Fatal(err)
	}
	see(t, anna, "bo")
	cy := here.come(t, terminal.Options{User: "cy", Key: signer(t, "cy"), Width: 120, Height: 40})
	defer cy.HangUp()
	see(t, cy, "anna's table")
	press(t, cy, "w")
	see(t, anna, "Watching: cy")
	press(t, anna, "\r")
	see(t, anna, "Take 4 tiles")
	see(t, cy, "watching")
	return follow(t, anna, cy, bo, moves)
}

func press(t *testing.T, c *terminal.Client, keys string) {
	t.Helper()
	if err := c.Type(keys); err != nil {
		t.Fatal(err)
	}
}

// follow plays the moves one by one and cuts what was sent into steps.
func follow(t *testing.T, anna, cy *terminal.Client, bo *lobby.Chair, moves []engine.Move) audience {
	t.Helper()
	var seen audience
	annaAt, cyAt := 0, 0
	step := func() {
		const quiet = 120 * time.Millisecond
		anna.Settle(t.Context(), quiet)
		cy.Settle(t.Context(), quiet)
		all, watched := anna.Bytes(), cy.Bytes()
		seen.anna = append(seen.anna, string(all[annaAt:]))
		seen.cy = append(seen.cy, string(watched[cyAt:]))
		annaAt, cyAt = len(all), len(watched)
	}
	step()
	seen = audience{} // how they came in is not compared: it has times in it
	for _, move := range moves {
		if move.Seat == 1 {
			if err := bo.Do(t.Context(), move.Action); err != nil {
				t.Fatalf("%s: %v", move.Action, err)
			}
			step()
			continue
		}
		for _, key := range keysOf(move.Action) {
			press(t, anna, key)
			step()
		}
	}
	return seen
}

// difference tells of a step at which no performance of one game was sent the
// same bytes as one of the other. A frame that is drawn while two things change
// can be cut in two ways, so that a game is performed several times; a leak
// differs each time.
func difference(one, other []audience) string {
	for i := range one[0].anna {
		for who, sent := range map[string]func(audience) string{
			"anna": func(a audience) string { return a.anna[i] }, "cy": func(a audience) string { return a.cy[i] },
		} {
			if !meet(one, other, sent) {
				return fmt.Sprintf("%s, step %d:\n%q\n%q", who, i+1, sent(one[0]), sent(other[0]))
			}
		}
	}
	return ""
}

func meet(one, other []audience, sent func(audience) string) bool {
	for _, a := range one {
		for _, b := range other {
			if sent(a) == sent(b) {
				return true
			}
		}
	}
	return false
}

// worlds are two deals that anna cannot tell apart, and the moves.
func worlds(t *testing.T) (one, other engine.State[davinci.View], moves []engine.Move) {
	t.Helper()
	rules := davinci.Rules()
	options, err := engine.Complete(rules.Options, nil)
	if err != nil {
		t.Fatal(err)
	}
	one, err = rules.Deal(engine.Setup{Seats: 2, First: 1, Seed: engine.Seed{5}, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	moves = script(t, one)
	other, moves = rules.Redeal(one, moves, 0, rand.New(rand.NewPCG(1, 1)))
	if rack(t, one, moves) == rack(t, other, moves) {
		t.Fatal("both games have the same hidden tiles; nothing would be shown")
	}
	return one, other, moves
}

// rack is what bo holds at the end.
func rack(t *testing.T, state engine.State[davinci.View], moves []engine.Move) string {
	t.Helper()
	for _, move := range moves {
		next, _, err := state.Play(move.Seat, move.Action)
		if err != nil {
			t.Fatal(err)
		}
		state = next
	}
	return fmt.Sprint(state.View(1).Racks[1].Tiles)
}

func TestNoByteTellsAHiddenTile(t *testing.T) {
	first, second, moves := worlds(t)
	rules := davinci.Rules()
	var one, other []audience
	told := ""
	for range 6 {
		one = append(one, perform(t, enginetest.Fixed(rules, first), moves))
		other = append(other, perform(t, enginetest.Fixed(rules, second), moves))
		if told = difference(one, other); told == "" {
			if total := len(fmt.Sprint(one[0].anna, one[0].cy)); total < 2000 {
				t.Errorf("only %d bytes were compared", total)
			}
			return
		}
	}
	t.Errorf("what was sent depends on tiles that are hidden: %s", told)
}

// leaky is the game with a view that tells a hidden tile, as a mistake would.
type leaky struct {
	engine.State[davinci.View]
}

func (l leaky) Play(seat engine.Seat, action engine.Action) (engine.State[davinci.View], []engine.Event, error) {
	next, events, err := l.State.Play(seat, action)
	return leaky{next}, events, err
}

func (l leaky) View(seat engine.Seat) davinci.View {
	view := l.State.View(seat)
	for i, tile := range l.State.View(1).Racks[1].Tiles {
		if view.Phase != davinci.PhaseSetup {
			view.Racks[1].Tiles[i].Value = tile.Value
		}
	}
	return view
}

func TestALeakWouldBeSeen(t *testing.T) {
	first, second, moves := worlds(t)
	rules := davinci.Rules()
	var one, other []audience
	for range 2 {
		one = append(one, perform(t, enginetest.Fixed(rules, engine.State[davinci.View](leaky{first})), moves))
		other = append(other, perform(t, enginetest.Fixed(rules, engine.State[davinci.View](leaky{second})), moves))
	}
	if difference(one, other) == "" {
		t.Error("a view that carries hidden tiles sends the same bytes: the comparison sees nothing")
	}
}
