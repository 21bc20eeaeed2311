//go:build etcd

package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/internal/admin"
)

// TestTheClusterIsManagedFromAnyNode checks the commands for operators that are for all nodes, and what they say of a
// node that was killed.
func TestTheClusterIsManagedFromAnyNode(t *testing.T) {
	f := newFarm(t, 3, 1)
	a, b, c := f.nodes[0], f.nodes[1], f.nodes[2]
	anna, bo := dial(t, a.address(), "anna"), dial(t, b.address(), "bo")
	anna.press("n")
	anna.see("create the room")
	anna.press(enter)
	anna.see("anna  (you, host)")
	code := codeOn(anna.Screen())

	for _, m := range f.nodes {
		var names []string
		for _, s := range asked[[]admin.Session](t, m.data(), "sessions") {
			names = append(names, s.Node+" "+s.Name)
		}
		if want := []string{"a anna", "b bo"}; !slices.Equal(slices.Sorted(slices.Values(names)), want) {
			t.Errorf("at node %s the sessions are %q", m.name, names)
		}
		rooms, room := asked[[]admin.Room](t, m.data(), "rooms"), asked[admin.Room](t, m.data(), "room", code)
		if len(rooms) != 1 || rooms[0].Node != "a" || room.Node != "a" || room.Number != rooms[0].Number || room.Title != rooms[0].Title {
			t.Errorf("at node %s the rooms are %+v, and that with the code is %+v", m.name, rooms, room)
		}
		status := asked[admin.Status](t, m.data(), "status")
		if status.Node != m.name || len(status.Others) != 2 || status.Others[0].Node == status.Node {
			t.Errorf("at node %s the status is %+v", m.name, status)
		}
		if one := asked[admin.Status](t, m.data(), "status", "--node", "b"); one.Node != "b" || len(one.Others) != 0 || one.Sessions != 1 {
			t.Errorf("at node %s the status of node b is %+v", m.name, one)
		}
	}
	if told := asked[admin.Announced](t, c.data(), "announce", "Tea", "is", "served"); told.Told != 2 {
		t.Errorf("told are %d", told.Told)
	}
	anna.see("Tea is served")
	bo.see("Tea is served")

	seen := asked[admin.Cluster](t, b.data(), "cluster")
	if seen.Node != "b" || len(seen.Nodes) != 3 || seen.Rooms != 1 || seen.Moving != 0 || seen.Nodes[0].Rooms != 1 || seen.Nodes[0].Expected != 1 || seen.Ill != "" {
		t.Errorf("the cluster is %+v", seen)
	}
	for _, n := range seen.Nodes {
		if left := time.Until(n.CertificateEnd); n.Stage != "live" || n.Unreached != "" || left <= 0 || left > 25*time.Hour || n.Since.IsZero() {
			t.Errorf("a node is %+v", n)
		}
	}
	if len(seen.Etcd) != 1 || seen.Etcd[0].Ill != "" || !seen.Etcd[0].Leader {
		t.Errorf("etcd is %+v", seen.Etcd)
	}
	wantIn(t, refusedBy(t, b.data(), "status", "--node", "x"), "there is no node x now; the nodes are a, b, c")

	c.kill()
	until := time.Now().Add(patience)
	for down := false; !down; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("node c is not seen to be down")
		}
		for _, n := range asked[admin.Cluster](t, a.data(), "cluster").Nodes {
			down = down || n.Name == "c" && n.Stage == "down"
		}
	}
	text := operator(t, a.data(), "cluster")
	t.Log(text)
	for _, want := range []string{"NODE  STAGE", "As node a sees it. Rooms: 1, of which 0 are moving.", "leads"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
