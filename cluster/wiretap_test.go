package cluster_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster"
	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/engine/kodeknacker"
	"parlor/engine/masterdice"
	"parlor/lobby"
)

// wiretap records all traffic between nodes by connection and direction.
type wiretap struct {
	mu  sync.Mutex
	all []*heard
}

type heard struct {
	node string
	data bytes.Buffer
}

// on returns a recorder for the traffic to a node, or nil if the wiretap is nil.
func (t *wiretap) on(node string) func([]byte) {
	if t == nil {
		return func([]byte) {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	one := &heard{node: node}
	t.all = append(t.all, one)
	return func(data []byte) {
		t.mu.Lock()
		defer t.mu.Unlock()
		one.data.Write(data)
	}
}

// framed is one frame sent to a node: an update of a room or anything else.
type framed struct {
	raw    []byte
	update struct {
		Match json.RawMessage
		Ended []struct{ Match json.RawMessage }
		You   engine.Seat
	}
}

// frames returns the frames received by a node, in order for each connection.
func (t *wiretap) frames(test *testing.T, node string) (all []framed) {
	test.Helper()
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.all {
		if one.node != node {
			continue
		}
		_, rest, _ := bytes.Cut(one.data.Bytes(), []byte("\n")) // the greeting
		for len(rest) >= 4 {
			size := int(binary.BigEndian.Uint32(rest))
			if rest = rest[4:]; size > len(rest) {
				break // cut off there
			}
			frame := struct {
				Kind string
				Body json.RawMessage
			}{}
			next := framed{raw: rest[:size]}
			if err := json.Unmarshal(next.raw, &frame); err != nil {
				test.Fatal(err)
			}
			if frame.Kind == "update" {
				if err := json.Unmarshal(frame.Body, &next.update); err != nil {
					test.Fatal(err)
				}
			}
			all, rest = append(all, next), rest[size:]
		}
	}
	return all
}

// canonical returns JSON with sorted keys.
func canonical(t *testing.T, value any) string {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var any any
	if err := json.Unmarshal(data, &any); err != nil {
		t.Fatal(err)
	}
	if data, err = json.Marshal(any); err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// views returns the encoded views that a seat may have been shown of a match.
func views(t *testing.T, game engine.Game, record engine.Record, seat engine.Seat) map[string]bool {
	t.Helper()
	match, err := game.Begin(record)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{canonical(t, match.View(seat)): true}
	for _, move := range record.Moves {
		if match, _, err = match.Play(move.Seat, move.Action); err != nil {
			t.Fatal(err)
		}
		all[canonical(t, match.View(seat))] = true
	}
	return all
}

// marks returns the encodings in which a seed could appear.
func marks(t *testing.T, seed engine.Seed) (all [][]byte) {
	t.Helper()
	written, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := json.Marshal([len(seed)]byte(seed))
	if err != nil {
		t.Fatal(err)
	}
	return [][]byte{bytes.Trim(written, `"`), fmt.Appendf(nil, "%x", seed[:]), numbers, seed[:]}
}

// TestTrafficHoldsNoSecret reads every byte sent between nodes while all games are played and a room moves. A node
// receives only views of the seats of its own players, and nothing of the deal before the match is over.
func TestTrafficHoldsNoSecret(t *testing.T) {
	small := map[string]engine.Options{
		"davinci":     {"jokers": "free", "rounds": "1"},
		"kodeknacker": {"preset": "free", "positions": "3", "colors": "4", "rounds": "1"},
		"masterdice":  {},
	}
	all := []engine.Game{davinci.Rules().Game(), kodeknacker.Rules().Game(), masterdice.Rules().Game()}
	for i, game := range all {
		in(t, func(t *testing.T, w *world) {
			w.tap = &wiretap{}
			seed := engine.Seed{7, byte(i), 200, 13, 99}
			for at := range seed {
				seed[at] ^= byte(37 * at)
			}
			w.seed = func() engine.Seed { return seed }
			every := func(config *cluster.Config) { config.Games = all }
			a, b, c := w.start(t, "a", every), w.start(t, "b", every), w.start(t, "c", every)
			anna := seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: lobby.Plan{Game: game.Name, Seats: 2, Options: small[game.Name]}}))
			bo := seated(t)(lobby.Ask(t.Context(), b.enter(t, "bo"), lobby.Join{Code: anna.now.Code}))
			cy := seated(t)(lobby.Ask(t.Context(), c.enter(t, "cy"), lobby.Watch{Code: anna.now.Code}))
			for _, one := range []*seat{anna, bo} {
				one.do(lobby.SetReady{Ready: true})
			}
			begun := func(u lobby.Update) bool { return u.Stage == engine.Playing }
			record := playOut(t, game, seed, []*seat{anna.until(begun), bo.until(begun)}, func() {
				if !a.HandOver(t.Context(), time.Now().Add(time.Hour)) {
					t.Fatal("the room does not move")
				}
				time.Sleep(time.Minute) // until all are present again
			})
			seen, ends := 0, 0
			for node, who := range map[string]engine.Seat{"a": anna.now.You, "b": bo.now.You, "c": engine.Watcher} {
				views, over := w.tap.check(t, game, record, node, who)
				if seen += views; over {
					ends++
				}
			}
			if seen < 10 || ends < 2 { // one of the three ends up with the room
				t.Errorf("%s: %d views went between nodes, and %d times the end", game.Name, seen, ends)
			}
			cy.do(lobby.Leave{})
		})
	}
}

// playOut plays a match between two bots and returns its record. It calls then after some moves.
func playOut(t *testing.T, game engine.Game, seed engine.Seed, seats []*seat, then func()) engine.Record {
	t.Helper()
	match, err := game.Start(len(seats), seed, seats[0].now.Plan.Options)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; len(match.ToMove()) > 0; n++ {
		if n == 6 {
			then()
		}
		mover := match.ToMove()[0]
		action := match.Think(mover, engine.FirstBot, rand.New(rand.NewPCG(uint64(n), 5)))
		if match, _, err = match.Play(mover, action); err != nil {
			t.Fatal(err)
		}
		if action == engine.Next {
			seats[mover].do(lobby.SetReady{Ready: true})
		} else {
			seats[mover].do(lobby.Play{Action: action})
		}
		synctest.Wait()
	}
	record := match.Record()
	for _, one := range seats {
		if one.until(func(u lobby.Update) bool { return len(u.Ended) > 0 }); canonical(t, one.now.Ended[0].Record) != canonical(t, record) {
			t.Errorf("another match is played: %+v", one.now.Ended[0].Record)
		}
	}
	return record
}

// check checks the frames that a node received of a match in which its player has one seat.
func (t *wiretap) check(test *testing.T, game engine.Game, record engine.Record, node string, seat engine.Seat) (seen int, over bool) {
	test.Helper()
	may, secret := views(test, game, record, seat), marks(test, record.Seed)
	told := func(view json.RawMessage) {
		test.Helper()
		if len(view) == 0 || string(view) == "null" {
			return
		}
		if seen++; !may[canonical(test, view)] {
			test.Errorf("%s: node %s is sent a view that seat %v never has: %s", game.Name, node, seat, view)
		}
	}
	for _, one := range t.frames(test, node) {
		told(one.update.Match)
		for _, ending := range one.update.Ended {
			told(ending.Match)
			over = true
		}
		for _, mark := range secret {
			if !over && bytes.Contains(one.raw, mark) {
				test.Errorf("%s: node %s is sent the deal before the match is over: %s", game.Name, node, one.raw)
			}
		}
	}
	// The other seat must have views of its own, or this test would prove nothing.
	others := views(test, game, record, 1-max(seat, 0))
	for view := range others {
		if !may[view] {
			return seen, over
		}
	}
	test.Errorf("%s: both seats see the same", game.Name)
	return seen, over
}
