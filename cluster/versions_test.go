package cluster_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster"
	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/remote"
)

// older configures a node of the previous version, with the previous protocol and without the newest rules of a game.
func older(config *cluster.Config) {
	config.Protocol = remote.Protocol - 1
	config.Self.Version = "v0"
	config.Games = games()
	for i := range config.Games {
		config.Games[i].Version--
	}
}

// rules returns the rules version of the match in a room.
func (w *world) rules(t *testing.T, room string) (version int) {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, entry := range w.rooms[room] {
		var data struct {
			Match *struct{ Record engine.Record }
		}
		if err := json.Unmarshal(entry.Data, &data); err != nil {
			t.Fatal(err)
		}
		if data.Match != nil {
			version = data.Match.Record.Version
		}
	}
	return version
}

// counted returns the number of moves in a room's journal.
func (w *world) counted(t *testing.T, room string) int {
	t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.moves(t, room)
}

// TestARollingUpgrade upgrades two nodes one by one during play, and then downgrades them. Matches continue by their
// own rules, and one whose rules no node knows waits.
func TestARollingUpgrade(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a", older), w.start(t, "b", older)
		anna, bo := playing(t, a, b)
		old, moves := anna.now.Code, 0
		more := func(seats ...*seat) {
			t.Helper()
			for range 4 {
				move(t, seats...)
			}
			if now := w.counted(t, old); now <= moves {
				t.Errorf("of %d moves there are %d", moves, now)
			} else {
				moves = now
			}
		}
		comes := func(n *node, name, code string) *seat {
			t.Helper()
			one := seated(t)(lobby.Ask(t.Context(), n.enter(t, name), lobby.Join{Code: code}))
			one.do(lobby.ListLegal{})
			return one
		}
		more(anna, bo)

		w.leave(t, a)
		c := w.start(t, "c")
		anna = comes(c, "anna", old)
		more(anna, bo) // bo is at b, the older node, and c has the room
		if b.NewCode() != "" {
			t.Error("a node that does not know all rules has shards")
		}
		cy := seated(t)(lobby.Ask(t.Context(), b.enter(t, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
		di := comes(c, "di", cy.now.Code)
		for _, one := range []*seat{cy, di} {
			one.do(lobby.SetReady{Ready: true})
		}
		for range 4 {
			synctest.Wait()
		}
		newest := cy.now.Code
		if was, is := w.rules(t, old), w.rules(t, newest); was != games()[0].Version-1 || is != games()[0].Version {
			t.Errorf("a match of before is played by version %d, and a new one by %d", was, is)
		}

		w.leave(t, b)
		d := w.start(t, "d")
		bo = comes(d, "bo", old)
		more(anna, bo)

		// After the downgrade no node knows the newest rules.
		w.leave(t, c)
		w.leave(t, d)
		e := w.start(t, "e", older)
		anna, bo = comes(e, "anna", old), comes(e, "bo", old)
		more(anna, bo)
		who := lobby.Identity{ID: "key:di", Name: "di"}
		if _, err := lobby.Ask(t.Context(), e.enter(t, "di"), lobby.Join{Code: newest}); err == nil || !strings.Contains(err.Error(), "needs a newer server version") || !e.Has(t.Context(), who, newest) {
			t.Errorf("who comes to a room whose rules nobody knows is told %v", err)
		}
		if n := e.rooms.Operator().Counts().Newer; n != 1 {
			t.Errorf("%d rooms wait", n)
		}
		before := w.counted(t, newest)
		f := w.start(t, "f")
		if di = comes(f, "di", newest); di.now.Stage != engine.Playing || w.counted(t, newest) < before {
			t.Errorf("the room that waited is %+v", di.now)
		}
		if n := e.rooms.Operator().Counts().Newer; n != 0 {
			t.Errorf("%d rooms wait still", n)
		}
		more(anna, bo)
	})
}

// leave shuts a node down after it has handed over its rooms.
func (w *world) leave(t *testing.T, n *node) {
	t.Helper()
	n.HandOver(t.Context(), time.Now().Add(time.Hour))
	n.close(t)
}

// TestIncompatibleRules checks that incompatible nodes cannot join.
func TestIncompatibleRules(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		w.start(t, "a")
		game := games()[0]
		game.Version--
		other := game
		other.Name = "other"
		for words, config := range map[string]cluster.Config{
			"neither can have all rooms": {Games: []engine.Game{game, other}},
			"too far from it":            {Games: games(), Protocol: remote.Protocol + 2},
		} {
			config.Self, config.Membership = memberOf("b"), register{w}
			n := cluster.New(config)
			if err := n.Start(t.Context(), nil); err == nil || !strings.Contains(err.Error(), words) {
				t.Errorf("it is told %v, not %q", err, words)
			}
			n.Close(t.Context())
		}
	})
}

// TestANodeWithoutKnows checks that a node of an earlier version owns its shards.
func TestANodeWithoutKnows(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		list := register{w}
		if _, err := list.Join(t.Context(), memberOf("z")); err != nil {
			t.Fatal(err)
		}
		a := w.start(t, "a")
		if !slices.Contains(a.Members(), "z") || a.NewCode() == "" {
			t.Errorf("the nodes are %v", a.Members())
		}
		shards := 0
		for _, one := range cluster.All() {
			if w.owners[one].node == "a" {
				shards++
			}
		}
		if shards > cluster.Shards*2/3 {
			t.Errorf("of %d shards the other node is left none, as this one has %d", cluster.Shards, shards)
		}
	})
}
