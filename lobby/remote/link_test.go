package remote

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/lobby"
)

// empty is a lobby that offers games and has no people.
type empty struct {
	lobby.Lobby
	games []engine.Game
}

func (e empty) Games() []engine.Game { return e.games }

func (e empty) Recognise(_ context.Context, who lobby.Identity) (lobby.Identity, lobby.Account, error) {
	return who, lobby.Account{}, nil
}

func (e empty) Limits() lobby.Limits { return lobby.DefaultLimits() }

// served returns the client's end of a connection, and the result of Serve.
func served(ctx context.Context, l lobby.Lobby) (net.Conn, <-chan error) {
	ours, theirs := net.Pipe()
	result := make(chan error, 1)
	go func() { result <- Serve(ctx, theirs, l, nil) }()
	return ours, result
}

// TestGamesMayDiffer: the common games are offered, and updates by newer rules are refused
// with an explanation.
func TestGamesMayDiffer(t *testing.T) {
	game, other, newer := davinci.Rules().Game(), kodeknacker.Rules().Game(), davinci.Rules().Game()
	newer.Version++
	synctest.Test(t, func(t *testing.T) {
		ours, result := served(t.Context(), empty{games: []engine.Game{newer, other}})
		l, err := Connect(t.Context(), ours, []engine.Game{game}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if games := l.Games(); len(games) != 1 || games[0].Name != game.Name || games[0].Version != game.Version {
			t.Errorf("it offers %+v", games)
		}
		for name, words := range map[string]string{game.Name: errNewer.Error(), other.Name: errNewer.Error(), "chess": "do not understand"} {
			sent := updateOnWire{Update: lobby.Update{Plan: lobby.Plan{Game: name}}, Match: viewOnWire{data: []byte(`{"new":1}`)}}
			if _, err := l.decoder.decode(sent); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("a view of %s that cannot be read is told as %v", name, err)
			}
		}
		l.Close()
		if err := <-result; err != nil {
			t.Errorf("served with %v", err)
		}
	})
}

// TestLowerVersionIsSpoken by ends of different versions.
func TestLowerVersionIsSpoken(t *testing.T) {
	for client := oldest; client <= Protocol; client++ {
		for server := oldest; server <= Protocol; server++ {
			synctest.Test(t, func(t *testing.T) {
				ours, theirs := net.Pipe()
				result := make(chan error, 1)
				go func() { result <- ServeBy(t.Context(), theirs, server, empty{}, nil) }()
				l, err := ConnectBy(t.Context(), ours, min(client, server), nil, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := l.Recognise(t.Context(), lobby.Identity{}); err != nil {
					t.Error(err)
				}
				l.Close()
				if err := <-result; err != nil {
					t.Errorf("served with %v", err)
				}
			})
		}
	}
	synctest.Test(t, func(t *testing.T) { // a server of the previous version, which does not know a newer one
		ours, theirs := net.Pipe()
		go func() {
			line := make([]byte, len(greetingOf(oldest)))
			_, _ = io.ReadFull(theirs, line)
			if string(line) != greetingOf(oldest) {
				t.Errorf("it is greeted with %q", line)
			}
			_, _ = theirs.Write([]byte(greetingOf(oldest)))
			_, _ = theirs.Write(bytesOf(t, frame{Kind: kindHello, Body: json.RawMessage("{}")}))
			_, _ = io.Copy(io.Discard, theirs)
		}()
		l, err := ConnectBy(t.Context(), ours, oldest, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
	})
}

// TestPing: any answer counts, also of the previous version, which does not know the call.
// All pings have the same length.
func TestPing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, _ := served(t.Context(), empty{})
		l, err := Connect(t.Context(), ours, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Ping(t.Context()); err != nil {
			t.Error(err)
		}
		l.Close()
		if err := l.Ping(t.Context()); !errors.Is(err, ErrCut) {
			t.Errorf("after the end it is answered %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		asked := make(chan int, 20)
		go func() {
			_, _ = io.ReadFull(theirs, make([]byte, len(greetingOf(oldest))))
			_, _ = theirs.Write([]byte(greetingOf(oldest)))
			_, _ = theirs.Write(bytesOf(t, frame{Kind: kindHello, Body: json.RawMessage("{}")}))
			in := bufio.NewReader(theirs)
			for answered := 0; ; {
				f, err := readFrame(in)
				if err != nil {
					return
				}
				if f.Kind == kindAsk && answered < cap(asked) {
					answered++
					asked <- len(bytesOf(t, f))
					_, _ = theirs.Write(bytesOf(t, frame{Kind: kindAnswer, Number: f.Number, Fault: faultOf(Protocol, notUnderstood(lobby.ErrNoMatch))}))
				}
			}
		}()
		l, err := ConnectBy(t.Context(), ours, oldest, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range cap(asked) {
			if err := l.Ping(t.Context()); err != nil {
				t.Error(err)
			}
		}
		for first := <-asked; len(asked) > 0; {
			if next := <-asked; next != first {
				t.Errorf("a question of %d bytes follows one of %d", next, first)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := l.Ping(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("where nothing is answered it says %v", err)
		}
		l.Close()
	})
}

// TestTooOldVersionIsReported by both ends.
func TestTooOldVersionIsReported(t *testing.T) {
	const elder = "parlor lobby 0\n"
	synctest.Test(t, func(t *testing.T) {
		ours, result := served(t.Context(), empty{})
		if _, err := io.WriteString(ours, elder); err != nil {
			t.Fatal(err)
		}
		if back, err := io.ReadAll(ours); string(back) != greetingOf(Protocol) || err != nil {
			t.Errorf("it is told %q, %v", back, err)
		}
		if err := <-result; err == nil || !strings.Contains(err.Error(), "moved to a newer parlor first") {
			t.Errorf("served with %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		go func() {
			_, _ = io.ReadFull(theirs, make([]byte, len(greetingOf(Protocol))))
			_, _ = io.WriteString(theirs, elder)
		}()
		if _, err := Connect(t.Context(), ours, nil, nil); err == nil || !strings.Contains(err.Error(), "moved to a newer parlor first") {
			t.Errorf("connected with %v", err)
		}
	})
	synctest.Test(t, func(t *testing.T) { // no one answers
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

// TestInvalidFrameEndsConnection sends invalid frames.
func TestInvalidFrameEndsConnection(t *testing.T) {
	ask := frame{Kind: kindAsk, Number: 1, Call: callKnows, Body: json.RawMessage(`""`)}
	for words, sent := range map[string][]byte{
		"is not understood":              []byte("\x00\x00\x00\x01{"),
		"is too long":                    []byte("\xff\xff\xff\xff"),
		`no frame of the kind "hall"`:    bytesOf(t, frame{Kind: kindPage}),
		`no frame of the kind "answer"`:  bytesOf(t, frame{Kind: kindAnswer, Number: 7}),
		"request 1 is under way already": bytesOf(t, ask, ask),
	} {
		synctest.Test(t, func(t *testing.T) {
			ours, result := served(t.Context(), waiting{})
			client := newLink(ours)
			if err := meets(client); err != nil {
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

// bytesOf encodes frames.
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

// TestInvalidRequestFailsAlone sends unknown requests.
func TestInvalidRequestFailsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, result := served(t.Context(), empty{})
		l, err := Connect(t.Context(), ours, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range []request{{call: "fly"}, {call: callKnows, body: 7}, {of: 99, call: callName, body: none{}}, {of: 99, call: callDo}} {
			if err := l.ask(t.Context(), wrong, nil); err == nil || errors.Is(err, lobby.ErrNoAnswer) || errors.Is(err, ErrNotSupported) != (wrong.call == "fly") {
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

// waiting is a lobby that answers only after the caller has given up.
type waiting struct{ empty }

func (waiting) Knows(ctx context.Context, _ string) (bool, error) {
	<-ctx.Done()
	return false, ctx.Err()
}

// meets greets the server.
func meets(client *link) error {
	if err := client.sendGreeting(Protocol); err != nil {
		return err
	}
	_, err := client.readGreeting()
	return err
}
