package remote

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/lobby"
)

// empty is a lobby that offers a game, and where nobody comes.
type empty struct {
	lobby.Lobby
	games []engine.Game
}

func (e empty) Games() []engine.Game { return e.games }

func (e empty) Recognise(_ context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	return who, lobby.Account{}, nil
}

func (e empty) Limits() lobby.Limits { return lobby.DefaultLimits() }

// served is the other end of a connection that answers for a lobby, and what
// becomes of it.
func served(ctx context.Context, l lobby.Lobby) (net.Conn, <-chan error) {
	ours, theirs := net.Pipe()
	result := make(chan error, 1)
	go func() { result <- Serve(ctx, theirs, l, nil) }()
	return ours, result
}

func TestGamesHaveToBeTheSame(t *testing.T) {
	game, other, newer := davinci.Rules().Game(), kodeknacker.Rules().Game(), davinci.Rules().Game()
	newer.Version++
	for words, known := range map[string][]engine.Game{
		`it offers the game "davinci", which this program does not have`: {other},
		"it plays Da Vinci Code by version":                              {newer},
	} {
		synctest.Test(t, func(t *testing.T) {
			ours, result := served(t.Context(), empty{games: []engine.Game{game}})
			if _, err := Connect(t.Context(), ours, known, nil); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("connected with %v, want %q", err, words)
			}
			if err := <-result; err != nil {
				t.Errorf("served with %v", err)
			}
		})
	}
}

func TestVersionsOfTheWireHaveToBeTheSame(t *testing.T) {
	const elder = "parlor lobby 0\n"
	synctest.Test(t, func(t *testing.T) {
		ours, result := served(t.Context(), empty{})
		if _, err := io.WriteString(ours, elder); err != nil {
			t.Fatal(err)
		}
		if back, err := io.ReadAll(ours); string(back) != greeting || err != nil {
			t.Errorf("it is told %q, %v", back, err)
		}
		if err := <-result; err == nil || !strings.Contains(err.Error(), "must run the same version") {
			t.Errorf("served with %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		go func() {
			_, _ = io.ReadFull(theirs, make([]byte, len(greeting)))
			_, _ = io.WriteString(theirs, elder)
		}()
		if _, err := Connect(t.Context(), ours, nil, nil); err == nil || !strings.Contains(err.Error(), "must run the same version") {
			t.Errorf("connected with %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) { // nobody is there
		ours, _ := net.Pipe()
		if _, err := Connect(t.Context(), ours, nil, nil); err == nil {
			t.Error("connected to nobody")
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		ours, _ = net.Pipe()
		if _, err := Connect(ctx, ours, nil, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("connected with %v", err)
		}
	})
}

// TestWhatIsNotUnderstoodEndsTheConnection sends what no client sends.
func TestWhatIsNotUnderstoodEndsTheConnection(t *testing.T) {
	ask := frame{Kind: kindAsk, Number: 1, Call: callKnows, Body: json.RawMessage(`""`)}
	for words, sent := range map[string][]byte{
		"is not understood":              []byte("\x00\x00\x00\x01{"),
		"is too long":                    []byte("\xff\xff\xff\xff"),
		`no frame of the kind "hall"`:    bytesOf(t, frame{Kind: kindHall}),
		`no frame of the kind "answer"`:  bytesOf(t, frame{Kind: kindAnswer, Number: 7}),
		"request 1 is under way already": bytesOf(t, ask, ask),
	} {
		synctest.Test(t, func(t *testing.T) {
			ours, result := served(t.Context(), waiting{})
			client := newLink(ours)
			if err := errors.Join(client.greet(), client.greeted()); err != nil {
				t.Fatal(err)
			}
			go func() { _, _ = ours.Write(sent) }()
			client.listen(func(frame) error { return nil })
			if err := <-result; err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("served with %v, want %q", err, words)
			}
			if err := client.err(); !strings.Contains(err.Error(), words) {
				t.Errorf("the client is told %v, want %q", err, words)
			}
		})
	}
}

// bytesOf are frames as they are sent.
func bytesOf(t *testing.T, frames ...frame) (all []byte) {
	t.Helper()
	for _, one := range frames {
		data, err := one.encode()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}

// TestWhatIsNotUnderstoodInARequestEndsOnlyThat asks for what nobody knows.
func TestWhatIsNotUnderstoodInARequestEndsOnlyThat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, result := served(t.Context(), empty{})
		l, err := Connect(t.Context(), ours, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []request{{call: "fly"}, {call: callKnows, body: 7}, {of: 99, call: callName, body: none{}}, {of: 99, call: callDo}} {
			if err := l.ask(t.Context(), wrong, nil); err == nil || errors.Is(err, lobby.ErrNoAnswer) {
				t.Errorf("%+v is answered with %v", wrong, err)
			}
		}
		if err := l.ask(t.Context(), request{call: callKnows, body: strings.Repeat("a", maxFrame)}, nil); !errors.Is(err, errTooLong) {
			t.Errorf("what is too long is answered with %v", err)
		}
		if _, _, err := l.Recognise(t.Context(), lobby.Identity{}); err != nil {
			t.Errorf("after that nothing is answered: %v", err)
		}
		l.Close()
		if err := <-result; err != nil {
			t.Errorf("served with %v", err)
		}
	})
}

// waiting is a lobby that answers nothing before nobody waits for it.
type waiting struct{ empty }

func (waiting) Knows(ctx context.Context, _ string) (bool, error) {
	<-ctx.Done()
	return false, ctx.Err()
}
