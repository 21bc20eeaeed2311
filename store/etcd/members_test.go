//go:build etcd

package etcd_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parlor/cluster"
	"parlor/lobby"
	"parlor/store/etcd"
)

// TestMembers checks that members see who joins, retires, leaves, and loses its lease.
func TestMembers(t *testing.T) {
	servers := startCluster(t, 1)
	open := func(name string) *etcd.Store {
		journal, err := etcd.Open(t.Context(), etcd.Config{
			Client: servers.dial(t), Prefix: "members/", Node: name, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(journal.Close)
		return journal
	}
	join := func(journal *etcd.Store, name string) cluster.Stay {
		stay, err := journal.Members.Join(t.Context(), cluster.Member{Name: name, Peer: name + ":2300", Version: "v1"})
		if err != nil {
			t.Fatal(err)
		}
		return stay
	}
	first, second := open("a"), open("b")
	a := join(first, "a")
	until(t, a, "[a]")
	if _, err := second.Members.Join(t.Context(), cluster.Member{Name: "a"}); !errors.Is(err, cluster.ErrNameTaken) {
		t.Errorf("who takes a name is told %v", err)
	}
	b := join(second, "b")
	until(t, a, "[a b]")
	until(t, b, "[a b]")
	living, err := first.Members.Living(t.Context())
	if err != nil || len(living) != 2 || living[1].Peer != "b:2300" || time.Since(living[1].Clock) > time.Minute {
		t.Errorf("those who live are %+v, %v", living, err)
	}
	if err := b.Update(t.Context(), func(own *cluster.Member) { own.Misses = map[string]int64{"a": living[0].Since} }); err != nil {
		t.Fatal(err)
	}
	until(t, a, "[a b misses a]")
	if err := b.Update(t.Context(), func(own *cluster.Member) { own.Leaving = true }); err != nil {
		t.Fatal(err)
	}
	until(t, a, "[a b misses a leaves]")
	b.Leave(t.Context())
	until(t, a, "[a]")
	until(t, b, "")
	for _, one := range servers.members { // the lease cannot be renewed
		one.kill()
	}
	until(t, a, "")
}

// until waits for a list, or for the end of the stay if want is empty.
func until(t *testing.T, stay cluster.Stay, want string) {
	t.Helper()
	for members := range stay.Members() {
		var names []string
		for _, one := range members {
			names = append(names, one.Name)
			for missed, since := range one.Misses {
				if members[0].Name == missed && members[0].Since == since {
					names = append(names, "misses", missed)
				}
			}
			if one.Leaving {
				names = append(names, "leaves")
			}
		}
		if fmt.Sprint(names) == want {
			return
		}
	}
	if want != "" {
		t.Fatalf("the stay has ended before %s", want)
	}
}

// TestOwners checks that Owners returns claimed shards that were not released.
func TestOwners(t *testing.T) {
	m := &machines{client: startCluster(t, 1).dial(t), prefix: "owners/"}
	first, second := m.open(t), m.open(t)
	mine, both := []cluster.Shard{1, 2, 3}, []cluster.Shard{3, 4}
	if claimed, _, err := first.Claims.Claim(t.Context(), mine, nil); err != nil || len(claimed) != 3 {
		t.Fatal(claimed, err)
	}
	if claimed, _, err := second.Claims.Claim(t.Context(), both, nil); err != nil || fmt.Sprint(claimed) != "[4]" {
		t.Errorf("of %v, of which somebody has 3 and did not when it was looked, %v are claimed: %v", both, claimed, err)
	}
	if claimed, _, err := second.Claims.Claim(t.Context(), both, map[cluster.Shard]string{3: "node1"}); err != nil || len(claimed) != 2 {
		t.Fatal(claimed, err)
	}
	if err := first.Claims.Give(t.Context(), []cluster.Shard{2, 3}); err != nil { // another node owns 3
		t.Fatal(err)
	}
	owners, err := first.Claims.Owners(t.Context())
	if want := "map[1:node1 3:node2 4:node2]"; err != nil || fmt.Sprint(owners) != want {
		t.Errorf("the owners are %v (%v), and not %s", owners, err, want)
	}
}

// TestOwnersStaySmall checks that gaps are kept only for rooms not written since, however often owners change.
func TestOwnersStaySmall(t *testing.T) {
	m := &machines{client: startCluster(t, 1).dial(t), prefix: "small/"}
	nodes := []*etcd.Store{m.open(t), m.open(t)}
	names := []string{"node1", "node2"}
	all, from := cluster.All(), map[cluster.Shard]string{}
	// turn makes the other node claim all shards and returns the headers.
	mover := 0
	turn := func() map[string]lobby.Header {
		t.Helper()
		claimed, headers, err := nodes[mover].Claims.Claim(t.Context(), all, from)
		if err != nil || len(claimed) != len(all) {
			t.Fatal(len(claimed), err)
		}
		for _, shard := range all {
			from[shard] = names[mover]
		}
		mover = 1 - mover
		return headers
	}
	owner := func(room string) (text string, gaps int) {
		t.Helper()
		answer, err := m.client.Get(t.Context(), fmt.Sprintf("small/o/%03x", int(cluster.ShardOf(room))))
		if err != nil || len(answer.Kvs) != 1 {
			t.Fatal(answer, err)
		}
		text = string(answer.Kvs[0].Value)
		return text, strings.Count(text, `"from"`)
	}
	write := func(by *etcd.Store, room string, number uint64) {
		t.Helper()
		if err := by.Journal.Append(t.Context(), room, lobby.Entry{Number: number, Whole: true, Data: []byte("{}"), Header: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	turn()
	write(nodes[0], "LEFTAL", 1)
	write(nodes[0], "PLAYED", 1)
	stood := time.Duration(0)
	for n := range 6 {
		headers := turn()
		now := headers["LEFTAL"].Stood
		if now <= stood {
			t.Errorf("after %d changes a room that was left alone has stood for %v, and for %v before", n+1, now, stood)
		}
		stood = now
		if last := headers["PLAYED"].Stood; n > 0 && last >= now {
			t.Errorf("a room that was played in between has stood for %v, and one that was not for %v", last, now)
		}
		write(nodes[1-mover], "PLAYED", uint64(n+2))
	}
	for room, want := range map[string]int{"LEFTAL": 6, "PLAYED": 1, "NOBODY": 1} {
		if text, gaps := owner(room); gaps > want || gaps == 0 {
			t.Errorf("the owner of %s is kept with %d gaps, and %d are needed: %s", room, gaps, want, text)
		}
	}
	if err := nodes[1-mover].Claims.Give(t.Context(), all); err != nil {
		t.Fatal(err)
	}
	for _, shard := range all {
		from[shard] = ""
	}
	if headers := turn(); headers["LEFTAL"].Stood <= stood {
		t.Errorf("given back and claimed, a room that was left alone has stood for %v, and for %v before", headers["LEFTAL"].Stood, stood)
	}
	if text, gaps := owner("PLAYED"); gaps != 1 {
		t.Errorf("given back and claimed, the owner has %d gaps: %s", gaps, text)
	}
}
