package cluster_test

import (
	"slices"
	"testing"
	"time"

	"parlor/cluster"
	"parlor/lobby"
)

// TestOverview checks what an operator is shown of nodes that are missed, lost or stopped, and of their rooms.
func TestOverview(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
		for _, one := range []*node{a, b, c} {
			seated(t)(lobby.Ask(t.Context(), one.enter(t, "at "+one.name), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
		}
		time.Sleep(time.Minute)
		stages := func(of *node) (all []string) {
			for _, one := range of.Overview(t.Context()).Nodes {
				all = append(all, one.Name+" "+one.Stage)
			}
			return all
		}
		if o := a.Overview(t.Context()); o.Node != "a" || o.Rooms != 3 || o.Moving != 0 || o.Unread != nil || o.Nodes[1].Rooms != 1 || o.Nodes[1].Expected != 1 || o.Nodes[1].At.IsZero() {
			t.Errorf("%+v", o)
		}
		w.hangUp("c", "a", "b")
		time.Sleep(10 * time.Second)
		o := a.Overview(t.Context())
		if c := o.Nodes[2]; c.Stage != cluster.NodeMissed || !slices.Equal(c.MissedBy, []string{"a", "b"}) || c.Unreached == nil || c.Rooms+c.Expected != 0 {
			t.Errorf("%+v", o)
		}
		if f := a.Figures(); f.Nodes[cluster.NodeLive] != 2 || f.Nodes[cluster.NodeMissed] != 1 || f.MissedBy["c"] != 2 || f.Owned != f.Expected || f.Moving != 0 || f.Owned == 0 {
			t.Errorf("%+v", f)
		}
		w.isolate("b")
		time.Sleep(time.Second)
		if got, want := stages(a), []string{"a live", "b down", "c live"}; !slices.Equal(got, want) {
			t.Errorf("the nodes are %q, want %q", got, want) // c is the only other one
		}
		w.resume("c", "a", "b")
		time.Sleep(time.Minute)
		if !c.HandOver(t.Context(), time.Time{}) {
			t.Error("c does not hand over")
		}
		c.close(t)
		time.Sleep(time.Second)
		if got, want := stages(a), []string{"a live", "b down"}; !slices.Equal(got, want) {
			t.Errorf("the nodes are %q, want %q", got, want)
		}
	})
}
