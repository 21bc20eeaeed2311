package cluster_test

import (
	"bytes"
	"context"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster"
	"parlor/lobby"
	"parlor/ratelimit"
)

// from opens a session at a node for a player at an address.
func (n *node) from(t *testing.T, name, address string) (lobby.Session, ratelimit.Subject) {
	t.Helper()
	who := lobby.Identity{ID: "key:" + name, Name: name, Address: netip.MustParseAddr(address)}
	session, err := n.Enter(t.Context(), who)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session, ratelimit.Subject{Person: who.ID, Address: who.Address, New: true} // no finished match yet
}

// refuses waits until the node refuses an action, for as long as two nodes may take to exchange usage.
func (n *node) refuses(t *testing.T, kind ratelimit.Kind, who ratelimit.Subject) {
	t.Helper()
	for range 20 {
		if n.rooms.RateLimits().Check(kind, who) != nil {
			return
		}
		time.Sleep(time.Second / 10)
	}
	t.Errorf("at %s %s has as much as before", n.name, who.Person)
}

// before configures a node of a version without shared usage.
func before(config *cluster.Config) { config.Membership = deaf{config.Membership} }

type deaf struct{ cluster.Membership }

func (d deaf) Join(ctx context.Context, own cluster.Member) (cluster.Stay, error) {
	own.Counts = false
	return d.Membership.Join(ctx, own)
}

// TestUsageIsShared checks that usage counts at the other nodes, except one of an older version, and that an
// unreachable node does not affect the others.
func TestUsageIsShared(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c, old := w.start(t, "a"), w.start(t, "b"), w.start(t, "c"), w.start(t, "old", before)
		anna, who := a.from(t, "anna", "203.0.113.7")
		for lobby.Perform(t.Context(), anna, lobby.SayInLobby{Text: "buy this"}) == nil {
		}
		b.refuses(t, ratelimit.Chat, who)
		c.refuses(t, ratelimit.Chat, who)
		bo := ratelimit.Subject{Person: "key:bo", Address: who.Address}
		for _, one := range []*node{a, b, c} {
			if err := one.rooms.RateLimits().Check(ratelimit.Chat, bo); err != nil {
				t.Errorf("somebody else is refused at %s: %v", one.name, err)
			}
		}
		if err := old.rooms.RateLimits().Check(ratelimit.Chat, who); err != nil {
			t.Errorf("anna is refused at a node that is not told: %v", err)
		}
		there, _ := b.from(t, "anna", "203.0.113.7")
		if lobby.Perform(t.Context(), there, lobby.SayInLobby{Text: "and that"}) == nil {
			t.Error("what anna says at b is said")
		}

		w.cutOff("b") // before the other nodes notice
		cy, who := a.from(t, "cy", "203.0.113.8")
		began := time.Now()
		for lobby.Perform(t.Context(), cy, lobby.SayInLobby{Text: "buy this, too"}) == nil {
		}
		c.refuses(t, ratelimit.Chat, who)
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("c is told after %v", took)
		}
		w.back("b")
		b.refuses(t, ratelimit.Chat, who) // sent after the reconnect
		di, who := b.from(t, "di", "203.0.113.9")
		for lobby.Perform(t.Context(), di, lobby.SayInLobby{Text: "me too"}) == nil {
		}
		a.refuses(t, ratelimit.Chat, who)
	})
}

// TestUsageAfterAnOutage checks that usage is sent after a short outage and dropped after a long one.
func TestUsageAfterAnOutage(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		for away, told := range map[time.Duration]bool{5 * time.Second: true, time.Minute: false} {
			w.cutOff("b")
			synctest.Wait() // until a notices: an earlier message may have arrived and is not repeated
			who := ratelimit.Subject{Person: "key:anna" + away.String(), Address: netip.MustParseAddr("203.0.113.7")}
			for range 5 {
				a.rooms.RateLimits().Charge(ratelimit.Links, who)
			}
			time.Sleep(away)
			w.back("b")
			if told {
				b.refuses(t, ratelimit.Links, who)
				continue
			}
			time.Sleep(5 * time.Second)
			if err := b.rooms.RateLimits().Check(ratelimit.Links, who); err != nil {
				t.Errorf("after %v anna is refused: %v", away, err)
			}
		}
	})
}

// TestWrongCodes checks that wrong codes of one address are counted together on all nodes, so that a cluster is no
// easier to search than one server.
func TestWrongCodes(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b := w.start(t, "a"), w.start(t, "b")
		sessions := []lobby.Session{}
		for i, n := range []*node{a, b} {
			session, _ := n.from(t, []string{"anna", "bo"}[i], "203.0.113.7")
			sessions = append(sessions, session)
		}
		looked := 0
		const minutes = 10
		for range minutes * 60 {
			for _, session := range sessions {
				for {
					_, err := lobby.Ask(t.Context(), session, lobby.Look{Code: lobby.NewCode()})
					if strings.Contains(err.Error(), "oo many wrong codes") {
						break
					}
					looked++
				}
			}
			time.Sleep(time.Second)
		}
		// An address has 12 tries and one more per 2.5 seconds.
		if one := 12 + minutes*60*2/5; looked > one+one/4 || looked < one/2 {
			t.Errorf("%d codes are looked up, and at one node %d", looked, one)
		}
	})
}

// TestLowUsageSendsNothing checks that normal play sends no usage.
func TestLowUsageSendsNothing(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		w.tap = &wiretap{}
		a, b := w.start(t, "a"), w.start(t, "b")
		anna, bo := playing(t, a, b)
		for range 20 {
			move(t, anna, bo)
		}
		anna.do(lobby.Say{Text: "hello"})
		told := func() (frames int) {
			time.Sleep(3 * time.Second)
			synctest.Wait()
			for _, name := range []string{"a", "b"} {
				for _, frame := range w.tap.frames(t, name) {
					if bytes.Contains(frame.raw, []byte(`"call":"spent"`)) {
						frames++
						if len(frame.raw) > 20<<10 {
							t.Errorf("%d bytes are sent", len(frame.raw))
						}
					}
				}
			}
			return frames
		}
		if n := told(); n != 0 {
			t.Errorf("%d messages", n)
		}
		for i := range 1000 {
			for range 6 {
				a.rooms.RateLimits().Charge(ratelimit.Chat, ratelimit.Subject{Person: "key:" + string(rune('a'+i)), Address: netip.AddrFrom4([4]byte{203, 0, byte(i >> 8), byte(i)})})
			}
		}
		if n := told(); n < 2 || n > 4 {
			t.Errorf("within three seconds there are %d messages", n)
		}
	})
}
