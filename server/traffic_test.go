package server_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
	"parlor/server/command"
	"parlor/server/lines"
	"parlor/server/protocol"
	davinciboard "parlor/tui/davinci"
)

// sheet collects all that a session has sent.
type sheet struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *sheet) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(text)
}

func (s *sheet) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// deaf is a source of lines that never yields one.
type deaf chan string

func (d deaf) Next() <-chan string { return d }
func (d deaf) Err() error          { return nil }

// TestASecretMoveSendsNotOneByte has a player of Da Vinci Code move between two gaps. No byte is sent to the other
// seat, spectators, or followers of the player's hand, in JSON or in text mode.
func TestASecretMoveSendsNotOneByte(t *testing.T) {
	for _, form := range []string{"messages", "lines"} {
		for _, delay := range []int{1, lobby.MaxEyesDelay} {
			synctest.Test(t, func(t *testing.T) { listenToASecret(t, form, delay) })
		}
	}
}

func listenToASecret(t *testing.T, form string, delay int) {
	t.Helper()
	kit := davinciboard.Game()
	l := local.New(local.Config{Games: []engine.Game{kit.Game}, Seed: func() engine.Seed { return engine.Seed{3} }})
	var sheets []*sheet
	ctx, end := context.WithCancel(t.Context())
	defer func() {
		end()
		synctest.Wait()
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	enter := func(name string) lobby.Session {
		visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name})
		if err != nil {
			t.Fatal(err)
		}
		return visit
	}
	handle := func(c lobby.Handle, err error) lobby.Handle {
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	listen := func(name string, c lobby.Handle) {
		paper := &sheet{}
		sheets = append(sheets, paper)
		if form == "lines" {
			session := lines.Session{
				Commands: command.Commands{Lobby: l, Games: []prose.Game{kit.Told()}, Version: "parlor", Line: func(user string) string { return "ssh " + user }},
				Person:   command.Person{Session: enter(name)}, Source: make(deaf), Out: paper, Heard: func() {},
			}
			go func() { _ = session.Run(ctx, c) }()
			return
		}
		in, out := io.Pipe()
		context.AfterFunc(ctx, func() { _ = out.Close() })
		session := protocol.Session{Handle: c, In: in, Out: paper, Heard: func() {}}
		go func() { _ = session.Run(ctx) }()
	}
	anna := handle(lobby.Ask(ctx, enter("anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, EyesDelay: delay, Options: engine.Options{"jokers": "free", "rounds": "9"}}}))
	code := (<-anna.Updates()).Code
	bo := handle(lobby.Ask(ctx, enter("bo"), lobby.Join{Code: code}))
	for _, c := range []lobby.Handle{anna, bo} {
		if err := lobby.Perform(ctx, c, lobby.ShowEyes{Show: true}); err != nil {
			t.Fatal(err)
		}
	}
	listen("anna", anna)
	listen("bo", bo)
	listen("cy", handle(lobby.Ask(ctx, enter("cy"), lobby.Watch{Code: code})))
	for seat, name := range []string{"dan", "eve"} {
		follower := handle(lobby.Ask(ctx, enter(name), lobby.Watch{Code: code}))
		if err := lobby.Perform(ctx, follower, lobby.Follow{Seat: engine.Seat(seat)}); err != nil {
			t.Fatal(err)
		}
		listen(name, follower)
	}
	toggled := toggleGaps(t, ctx, kit.Game, anna, bo, func(actor engine.Seat, secret func()) {
		synctest.Wait()
		var before []string
		for _, paper := range sheets {
			before = append(before, paper.String())
		}
		secret()
		synctest.Wait()
		for i, paper := range sheets {
			if more := strings.TrimPrefix(paper.String(), before[i]); more != "" && i != int(actor) {
				t.Errorf("by %s, %d moves late, listener %d was sent %q", form, delay, i, more)
			}
		}
	})
	if toggled < 10 {
		t.Errorf("only %d moves were secret", toggled)
	}
}

// toggleGaps plays at random and moves between gaps if there is a choice, calling check with each action that does.
// It returns the number of such actions.
func toggleGaps(t *testing.T, ctx context.Context, game engine.Game, anna, bo lobby.Handle, check func(actor engine.Seat, secret func())) (toggled int) {
	t.Helper()
	if err := lobby.Perform(ctx, anna, lobby.Start{}); err != nil {
		t.Fatal(err)
	}
	match, err := game.Start(2, engine.Seed{3}, engine.Options{"jokers": "free", "rounds": "9"})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	play := func(seat engine.Seat, action engine.Action) {
		if err := lobby.Perform(ctx, []lobby.Handle{anna, bo}[seat], lobby.Play{Action: action}); err != nil {
			t.Fatal(err)
		}
		if match, _, err = match.Play(seat, action); err != nil {
			t.Fatal(err)
		}
	}
	for moves := 0; len(match.ToMove()) > 0 && moves < 120; moves++ {
		seat := match.ToMove()[random.IntN(len(match.ToMove()))]
		var legal, places []engine.Action
		for action := range match.Legal(seat) {
			legal = append(legal, action)
			if strings.HasPrefix(string(action), "place ") {
				places = append(places, action)
			}
		}
		if len(places) > 1 {
			for n := range 4 {
				if _, events, err := match.Play(seat, places[n%2]); err != nil || len(events) > 0 {
					break
				}
				toggled++
				check(seat, func() { play(seat, places[n%2]) })
			}
			continue
		}
		play(seat, legal[random.IntN(len(legal))])
	}
	return toggled
}
