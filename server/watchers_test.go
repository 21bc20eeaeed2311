package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/engine"
	"parlor/lobby"
	"parlor/server"
)

// The window size of the spectators.
const (
	crowd                   = 45
	crowdWidth, crowdHeight = 200, 60
)

// BenchmarkPlayersWithWatchers measures the latency from a player's action to the other player's view, over SSH:
// without spectators, with many in the same room, and with many in another busy room. The ratio compares the p50 with
// that without spectators.
func BenchmarkPlayersWithWatchers(b *testing.B) {
	var quiet time.Duration // p50
	for _, row := range []struct {
		name       string
		own, other int // number of spectators
	}{{"quiet", 0, 0}, {"watched", crowd, 0}, {"besides", 0, crowd}} {
		b.Run(row.name, func(b *testing.B) {
			here := open(b, server.Limits{ConnectionsPerHost: 2 * crowd})
			pair := newPair(b, here)
			here.watch(b, pair[0].code, row.own)
			if row.other > 0 {
				here.watch(b, here.fidget(b), row.other)
			}
			time.Sleep(time.Second) // until all have joined
			pair[0].send(`{"start":true}`)
			var took []time.Duration
			b.ResetTimer()
			for len(took) < b.N {
				if d, told := pair.move(); told {
					took = append(took, d)
				}
				time.Sleep(20 * time.Millisecond)
			}
			b.StopTimer()
			slices.Sort(took)
			p50 := took[len(took)/2]
			if quiet == 0 || row.own+row.other == 0 {
				quiet = p50
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(p50)/float64(quiet), "ratio")
			b.ReportMetric(float64(p50.Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// watch adds spectators to a room that read all they are sent.
func (s site) watch(t testing.TB, code string, people int) {
	t.Helper()
	for i := range people {
		name := fmt.Sprint("watcher", i)
		client, err := s.raw(t, &gossh.ClientConfig{User: name, Auth: []gossh.AuthMethod{gossh.PublicKeys(signer(t, name))}})
		if err != nil {
			t.Fatal(err)
		}
		session, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		session.Stdout = io.Discard
		_, pipeErr := session.StdinPipe()
		if err := errors.Join(pipeErr, session.RequestPty("xterm-256color", crowdHeight, crowdWidth, nil), session.Start("watch "+code)); err != nil {
			t.Fatal(err)
		}
	}
}

// fidget opens a room with constant activity and returns its code.
func (s site) fidget(t testing.TB) string {
	t.Helper()
	visit, err := s.lobby.Enter(context.Background(), lobby.Identity{ID: "key:fidget", Name: "fidget"})
	if err != nil {
		t.Fatal(err)
	}
	handle, err := lobby.Ask(t.Context(), visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-handle.Updates()).Code
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ready := true; ; ready = !ready {
			_ = lobby.Perform(t.Context(), handle, lobby.SetReady{Ready: ready})
			select {
			case _, open := <-handle.Updates():
				if !open {
					return
				}
			case <-time.After(time.Second):
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	t.Cleanup(func() { visit.Close(); <-ended })
	return code
}

// program is a player by the JSON protocol.
type program struct {
	*piped
	t     testing.TB
	code  string
	views chan programView
	// refused receives a value for each action that came too late.
	refused chan struct{}
	now     programView
}

// programView is the part of a view that a program reads.
type programView struct {
	Type, Stage string
	Number      int
	YourTurn    bool     `json:"your_turn"`
	Legal       []string `json:"legal"`
	Room        struct{ Code string }
}

type pair [2]*program

func newPair(t testing.TB, here site) pair {
	t.Helper()
	anna := newProgram(t, here, "anna", "play davinci seats=2 rounds=9")
	return pair{anna, newProgram(t, here, "bo", "play "+anna.code)}
}

func newProgram(t testing.TB, here site, name, command string) *program {
	t.Helper()
	reader, writer := io.Pipe()
	p := &program{piped: here.pipeTo(t, name, command, writer), t: t, views: make(chan programView, 1000), refused: make(chan struct{}, 1000)}
	go func() {
		lines := bufio.NewReader(reader)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			var one programView
			switch err := json.Unmarshal(line, &one); {
			case err == nil && one.Type == "view":
				p.views <- one
			case err == nil && one.Type == "refused":
				p.refused <- struct{}{}
			}
		}
	}()
	t.Cleanup(func() { _ = writer.Close() })
	p.next()
	p.code = p.now.Room.Code
	return p
}

func (p *program) send(line string) { p.piped.send(p.t, line) }

// next waits for a view.
func (p *program) next() {
	p.t.Helper()
	select {
	case p.now = <-p.views:
	case <-time.After(patience):
		p.t.Fatal("no view came")
	}
}

// catchUp takes the views that have arrived.
func (p *program) catchUp() {
	for {
		select {
		case p.now = <-p.views:
		default:
			return
		}
	}
}

// move makes one move and returns how long the other took to see it, if it was a public one.
func (p pair) move() (took time.Duration, told bool) {
	for _, one := range p {
		one.catchUp()
	}
	for i, one := range p {
		other := p[1-i]
		switch {
		case one.now.Stage == engine.Over && i == 0:
			one.send(`{"start":true}`)
		case one.now.Stage == engine.Interval && one.now.YourTurn:
			one.send(`{"ready":true}`)
		case one.now.YourTurn && len(one.now.Legal) > 0:
			action := one.now.Legal[rand.IntN(len(one.now.Legal))]
			seen := other.now.Number
			began := time.Now()
			one.send(`{"do":"` + action + `"}`)
			if !strings.HasPrefix(action, "guess") && !strings.HasPrefix(action, "draw") {
				return 0, false
			}
			for other.now.Number == seen {
				select {
				case other.now = <-other.views:
				case <-one.refused:
					return 0, false
				}
			}
			return time.Since(began), true
		}
	}
	return 0, false
}
