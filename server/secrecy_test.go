package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/enginetest"
	"parlor/internal/terminal"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/server"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
)

// Two games differ only in bo's hidden tiles. Anna plays on a terminal, cy watches on another, and bo makes the same
// moves in both games. Every byte sent to anna and cy must be the same.

// script returns the moves of both games, in which all guesses have the same result.
func script(t *testing.T, first engine.State[davinci.View, davinci.Event]) []engine.Move {
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

// keysOf returns the keys that anna presses for a move.
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

// audience is what anna, cy and a caller of commands were sent, step by step.
type audience struct{ anna, cy, asked []string }

// listener is a client that records what it is sent.
type listener interface {
	// Bytes returns all that was sent to the client.
	Bytes() []byte
	HangUp()
}

// way is how anna plays and cy watches.
type way struct {
	name string
	// enter brings both to the room, bo in between, and begins the match.
	enter func(*testing.T, [2]site, func()) (anna, cy listener)
	play  func(*testing.T, listener, engine.Action, func())
}

func ways() []way {
	return []way{
		{"screen", enterScreen, func(t *testing.T, anna listener, action engine.Action, step func()) {
			t.Helper()
			for _, key := range keysOf(action) {
				press(t, anna.(*terminal.Client), key)
				step()
			}
		}},
		{"json", enterJSON, func(t *testing.T, anna listener, action engine.Action, step func()) {
			t.Helper()
			anna.(*piped).send(t, `{"do":"`+string(action)+`","id":"a"}`)
			step()
		}},
		{"lines", enterLines, func(t *testing.T, anna listener, action engine.Action, step func()) {
			t.Helper()
			anna.(*piped).send(t, string(action))
			step()
			anna.(*piped).send(t, "look")
			step()
		}},
	}
}

func enterScreen(t *testing.T, doors [2]site, boComes func()) (listener, listener) {
	t.Helper()
	anna := doors[0].come(t, terminal.Options{User: "anna", Key: signer(t, "anna")})
	see(t, anna, "Here now")
	// The room has no clock, which would be sent every second.
	press(t, anna, "n")
	see(t, anna, "Relaxed")
	press(t, anna, "2")
	see(t, anna, "anna  (you, host)")
	boComes()
	see(t, anna, "bo sat down.")
	cy := doors[1].come(t, terminal.Options{User: "cy", Key: signer(t, "cy"), Width: 120, Height: 40})
	see(t, cy, "anna's table")
	press(t, cy, "w")
	see(t, cy, "How to play") // otherwise it is random whether cy sees the match begin
	see(t, anna, "Watching: cy")
	press(t, anna, "\r")
	see(t, anna, "Take 4 tiles")
	see(t, cy, "watching")
	return anna, cy
}

func enterJSON(t *testing.T, doors [2]site, boComes func()) (listener, listener) {
	t.Helper()
	anna := doors[0].pipe(t, "anna", "play davinci")
	anna.wait(t, `"type":"view"`)
	boComes()
	anna.wait(t, `"name":"bo"`)
	cy := doors[1].pipe(t, "cy", "play AAAAAA --watch")
	cy.wait(t, `"type":"view"`)
	anna.wait(t, "cy is watching")
	anna.send(t, `{"start":true}`)
	anna.wait(t, `"stage":"playing"`)
	cy.wait(t, `"stage":"playing"`)
	return anna, cy
}

func enterLines(t *testing.T, doors [2]site, boComes func()) (listener, listener) {
	t.Helper()
	anna := doors[0].pipe(t, "anna", "play davinci --lines")
	anna.wait(t, "Type start")
	boComes()
	anna.wait(t, "bo sat down")
	cy := doors[1].pipe(t, "cy", "watch AAAAAA --lines")
	cy.wait(t, "waiting for players")
	anna.wait(t, "cy is watching")
	anna.send(t, "start")
	anna.wait(t, "Take 4 tiles")
	cy.wait(t, "The match begins")
	return anna, cy
}

// piped is a session without a terminal.
type piped struct {
	client  *gossh.Client
	session *gossh.Session
	stdin   io.WriteCloser
	stdout  drawing
	stderr  drawing
}

// pipe starts a command whose input stays open.
func (s site) pipe(t *testing.T, name, command string) *piped {
	t.Helper()
	return s.pipeTo(t, name, command, nil)
}

// pipeTo is pipe with an output of its own; nil records what is sent.
func (s site) pipeTo(t testing.TB, name, command string, stdout io.Writer) *piped {
	t.Helper()
	s.knows(t, name)
	client, err := s.raw(t, &gossh.ClientConfig{User: name, Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, name))}})
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	p := &piped{client: client, session: session}
	session.Stdout, session.Stderr = stdout, &p.stderr
	if stdout == nil {
		session.Stdout = &p.stdout
	}
	stdin, pipeErr := session.StdinPipe()
	if err := errors.Join(pipeErr, session.Start(command)); err != nil {
		t.Fatal(err)
	}
	p.stdin = stdin
	return p
}

func (p *piped) wait(t *testing.T, text string) {
	t.Helper()
	p.stdout.wait(t, text)
}

func (p *piped) send(t testing.TB, line string) {
	t.Helper()
	if _, err := io.WriteString(p.stdin, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

func (p *piped) Bytes() []byte { return []byte(p.stdout.String()) }

func (p *piped) HangUp() { _ = p.client.Close() }

// perform plays the script on a server with the given games, in a synctest bubble, where output and its timing depend
// on the game only. Cy uses a server of their own, because two frames due at the same moment on one server may go in
// either order.
func perform(t *testing.T, by way, rules engine.Rules[davinci.View, davinci.Event], moves []engine.Move) (seen audience) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Cleanup(func() { time.Sleep(time.Minute) }) // a screen's timers outlive it
		kit := davinciboard.Game()
		kit.Game = rules.Game()
		doors := twoDoors(t, kit)
		var bo lobby.Handle
		boComes := func() {
			visit, err := doors[0].lobby.Enter(context.Background(), lobby.Identity{ID: "key:bo", Name: "bo"})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(visit.Close)
			if bo, err = lobby.Ask(t.Context(), visit, lobby.Join{Code: "AAAAAA"}); err != nil {
				t.Fatal(err)
			}
		}
		anna, cy := by.enter(t, doors, boComes)
		seen = follow(t, by, doors[0], anna, cy, bo, moves)
		anna.HangUp()
		cy.HangUp()
	})
	return seen
}

// twoDoors returns two servers for one lobby in memory. All games have the same seed, and so the same commitment, and
// the rules alone deal differently: that a commitment reveals nothing is the hash's property.
func twoDoors(t *testing.T, kit board.Game) (doors [2]site) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	rooms := local.New(local.Config{
		Games: []engine.Game{kit.Game}, Log: log, Seed: func() engine.Seed { return engine.Seed{5} }, Code: func() string { return "AAAAAA" },
	})
	for i := range doors {
		network := terminal.NewNetwork()
		s, err := server.New(server.Config{
			Lobby: rooms, Games: []board.Game{kit}, HostKey: signer(t, "host"), Version: "parlor test", Public: "play.example.com:2222", Log: log,
		})
		if err != nil {
			t.Fatal(err)
		}
		served := make(chan error, 1)
		go func() { served <- s.Serve(network) }()
		t.Cleanup(func() {
			if err := errors.Join(rooms.Close(context.Background()), s.Close(context.Background()), <-served); err != nil {
				t.Error(err)
			}
		})
		doors[i] = site{network: network, lobby: rooms}
	}
	return doors
}

func press(t *testing.T, c *terminal.Client, keys string) {
	t.Helper()
	if err := c.Type(keys); err != nil {
		t.Fatal(err)
	}
}

// follow plays the moves and cuts what was sent into steps, each of which ends after a silence.
func follow(t *testing.T, by way, here site, anna, cy listener, bo lobby.Handle, moves []engine.Move) audience {
	t.Helper()
	var seen audience
	dan := here.caller(t, "dan", signer(t, "dan"))
	annaAt, cyAt := 0, 0
	step := func() {
		var annas, cys strings.Builder
		began := time.Now()
		for quiet := 0; quiet < 60; quiet++ {
			synctest.Wait()
			all, watched := anna.Bytes(), cy.Bytes()
			if len(all) > annaAt || len(watched) > cyAt {
				quiet = 0
				fmt.Fprintf(&annas, "after %v: %q\n", time.Since(began), all[annaAt:])
				fmt.Fprintf(&cys, "after %v: %q\n", time.Since(began), watched[cyAt:])
				annaAt, cyAt = len(all), len(watched)
			}
			time.Sleep(19*time.Millisecond + 1) // at no moment when a frame is due
		}
		seen.anna = append(seen.anna, annas.String())
		seen.cy = append(seen.cy, cys.String())
		seen.asked = append(seen.asked, dan.ok("watch AAAAAA")+dan.ok("watch AAAAAA --json"))
	}
	step()
	for _, move := range moves {
		if move.Seat == 1 {
			if err := lobby.Perform(t.Context(), bo, lobby.Play{Action: move.Action}); err != nil {
				t.Fatalf("%s: %v", move.Action, err)
			}
			step()
			continue
		}
		by.play(t, anna, move.Action, step)
	}
	return seen
}

// difference describes the first step whose bytes or time differ between the games.
func difference(one, other audience) string {
	for i := range one.anna {
		for _, pair := range []struct{ who, one, other string }{
			{"anna", one.anna[i], other.anna[i]}, {"cy", one.cy[i], other.cy[i]}, {"dan", one.asked[i], other.asked[i]},
		} {
			if pair.one != pair.other {
				return fmt.Sprintf("%s, step %d:\n%s\n%s", pair.who, i, pair.one, pair.other)
			}
		}
	}
	return ""
}

// worlds returns two deals that anna cannot tell apart, and the moves.
func worlds(t *testing.T) (one, other engine.State[davinci.View, davinci.Event], moves []engine.Move) {
	t.Helper()
	rules := davinci.Rules()
	options, err := engine.Complete(rules.Options, nil)
	if err != nil {
		t.Fatal(err)
	}
	one, err = rules.Deal(engine.Setup{Version: rules.Version, Seats: 2, First: 1, Seed: engine.Seed{5}, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	moves = script(t, one)
	other, moves = rules.Resample(one, moves, 0, rand.New(rand.NewPCG(1, 1)))
	if rack(t, one, moves) == rack(t, other, moves) {
		t.Fatal("both games have the same hidden tiles; nothing would be shown")
	}
	return one, other, moves
}

// rack returns bo's tiles at the end.
func rack(t *testing.T, state engine.State[davinci.View, davinci.Event], moves []engine.Move) string {
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
	t.Parallel()
	first, second, moves := worlds(t)
	rules := davinci.Rules()
	for _, by := range ways() {
		t.Run(by.name, func(t *testing.T) {
			t.Parallel()
			one := perform(t, by, enginetest.Fixed(rules, first), moves)
			other := perform(t, by, enginetest.Fixed(rules, second), moves)
			if told := difference(one, other); told != "" {
				t.Errorf("what was sent depends on tiles that are hidden: %s", told)
			}
			if total := len(fmt.Sprint(one.anna, one.cy)); total < 2000 {
				t.Errorf("only %d bytes were compared", total)
			}
		})
	}
}

// leaky is the game with a view that leaks a hidden tile.
type leaky struct {
	engine.State[davinci.View, davinci.Event]
}

func (l leaky) Play(seat engine.Seat, action engine.Action) (engine.State[davinci.View, davinci.Event], []davinci.Event, error) {
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
	t.Parallel()
	first, second, moves := worlds(t)
	rules := davinci.Rules()
	for _, by := range ways() {
		t.Run(by.name, func(t *testing.T) {
			t.Parallel()
			one := perform(t, by, enginetest.Fixed(rules, engine.State[davinci.View, davinci.Event](leaky{first})), moves)
			other := perform(t, by, enginetest.Fixed(rules, engine.State[davinci.View, davinci.Event](leaky{second})), moves)
			if difference(one, other) == "" {
				t.Error("a view that carries hidden tiles sends the same bytes: the comparison sees nothing")
			}
		})
	}
}
