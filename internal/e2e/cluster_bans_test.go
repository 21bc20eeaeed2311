//go:build etcd

package e2e

import (
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"parlor/internal/admin"
)

// TestBansHoldAtAllMachines checks that a ban ends the session at another node and applies to a third one that was
// off, and that it is listed and can be lifted at all nodes.
func TestBansHoldAtAllMachines(t *testing.T) {
	f := newFarm(t, 3, 1)
	a, b, c := f.nodes[0], f.nodes[1], f.nodes[2]
	const banned = "The operator of this server has banned you"
	until := func(what string, holds func() bool) {
		t.Helper()
		for late := time.Now().Add(patience); !holds(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(late) {
				t.Fatalf("it is not seen: %s", what)
			}
		}
	}
	c.terminate()
	anna, bo := dial(t, b.address(), "anna"), dial(t, b.address(), "bo")
	key := gossh.FingerprintSHA256(keyOf(t, "anna").PublicKey())
	if made := asked[admin.Banned](t, a.data(), "ban", key, "--note", "too loud"); made.Who != "key:"+key || made.Ended != 0 {
		t.Errorf("the ban is %+v", made)
	}
	<-anna.Done()
	wantIn(t, string(anna.Bytes()), banned)
	for _, m := range []*machine{a, b} {
		wantIn(t, answerOf(t, m.address(), "anna", "rooms"), banned)
	}
	c.start()
	wantIn(t, answerOf(t, c.address(), "anna", "rooms"), banned)
	for _, m := range f.nodes {
		if all := asked[[]admin.Ban](t, m.data(), "bans"); len(all) != 1 || all[0].Who != "key:"+key || all[0].Note != "too loud" {
			t.Errorf("machine %s lists %+v", m.name, all)
		}
	}
	wantIn(t, operator(t, c.data(), "unban", key), "Not banned any more")
	for _, m := range f.nodes {
		until("anna may come to machine "+m.name, func() bool { return !strings.Contains(answerOf(t, m.address(), "anna", "rooms"), banned) })
	}

	operator(t, b.data(), "newcomers", "off")
	for _, m := range f.nodes {
		until("machine "+m.name+" is not accepting new players", func() bool { return asked[admin.Status](t, m.data(), "status").NewcomersOut != nil })
	}
	wantIn(t, answerOf(t, a.address(), "cy", "rooms"), "is not accepting new players")
	wantIn(t, answerOf(t, a.address(), "anna", "rooms"), "There are no rooms yet")
	select {
	case <-bo.Done():
		t.Errorf("bo was ended: %s", bo.Bytes())
	default:
	}
}

// TestABudgetIsThatOfAllMachines checks that a rate limit used up at one node applies at another, and not to other
// people.
func TestABudgetIsThatOfAllMachines(t *testing.T) {
	f := newFarm(t, 0, 1)
	for _, name := range []string{"a", "b"} {
		m := f.machine(name)
		m.also = []string{"--all-public", "true"}
		f.nodes = append(f.nodes, m)
		m.start()
	}
	a, b := f.nodes[0], f.nodes[1]
	const most, much = 5, "Too many link codes requested"
	answerOf(t, a.address(), "anna", "name Grizzly")
	asks := func(m *machine, who string) (got bool) {
		t.Helper()
		return !strings.Contains(answerOf(t, m.address(), who, "me --link"), much)
	}
	got := 0
	for asks(a, "anna") {
		if got++; got > 2*most {
			t.Fatalf("anna has %d codes", got)
		}
	}
	there := 0
	for time.Sleep(time.Second); asks(b, "anna"); time.Sleep(5 * time.Second) {
		if there++; there == most-1 {
			t.Fatalf("anna has %d codes at a, and %d at b", got, there)
		}
	}
	if !asks(b, "bo") {
		t.Error("bo has none")
	}
	t.Logf("anna has %d codes at a, and %d at b", got, there)
}
