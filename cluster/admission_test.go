package cluster_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster"
)

// TestAnUnreachedNodeGetsNoRooms starts a node next to three others that do not reach it, or that it does not reach.
func TestAnUnreachedNodeGetsNoRooms(t *testing.T) {
	for name, spoil := range map[string]func(w *world){
		"certificate refused": func(w *world) { w.bad["d"] = true },
		"one way":             func(w *world) { w.oneWay["d"] = true },
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world) {
				w.start(t, "a")
				w.start(t, "b")
				w.start(t, "c")
				before := w.claims()
				spoil(w)
				w.start(t, "d")
				time.Sleep(time.Minute)
				if now := w.owned(); now["d"] > 0 || w.claims() != before {
					t.Errorf("the nodes have %v, after %d claims", now, w.claims()-before)
				}
				w.mend()
				w.served(t, 5*time.Second, "a", "b", "c", "d")
			})
		})
	}
}

// mend makes all nodes accept each other.
func (w *world) mend() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bad, w.oneWay = map[string]bool{}, map[string]bool{}
}

// served waits until all shards are owned by the given nodes, each of which owns some.
func (w *world) served(t *testing.T, within time.Duration, by ...string) {
	t.Helper()
	began := time.Now()
	for {
		now, all := w.owned(), 0
		for _, n := range now {
			all += n
		}
		if all == cluster.Shards && slices.Equal(slices.Sorted(maps.Keys(now)), by) {
			t.Logf("served by %v after %v", by, time.Since(began))
			return
		}
		if time.Since(began) > within {
			t.Fatalf("after %v the nodes have %v, and not %v all of %d", within, now, by, cluster.Shards)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// startAll starts nodes at once.
func (w *world) startAll(t *testing.T, names ...string) map[string]*node {
	t.Helper()
	nodes := map[string]*node{}
	var starts sync.WaitGroup
	var mu sync.Mutex
	for _, name := range names {
		starts.Go(func() {
			n := w.start(t, name)
			mu.Lock()
			defer mu.Unlock()
			nodes[name] = n
		})
	}
	starts.Wait()
	return nodes
}

// lease is how long a crashed node stays listed.
const lease = 3 * time.Second

// crash ends nodes without a word, and lets others restart under their names once their leases have ended.
func (w *world) crash(t *testing.T, nodes ...*node) {
	t.Helper()
	for _, n := range nodes {
		w.cutOff(n.name)
	}
	for _, n := range nodes {
		n.close(t)
		w.back(n.name)
		time.AfterFunc(lease, func() { w.forget(n.name) })
	}
}

// TestWhichNodesServe checks which of one to three nodes have rooms after each fault, and how soon.
func TestWhichNodesServe(t *testing.T) {
	type scenario struct {
		name   string
		within time.Duration
		want   [3][]string // with one, two and three nodes
		fault  func(t *testing.T, w *world, nodes map[string]*node, names []string)
	}
	all := [3][]string{{"a"}, {"a", "b"}, {"a", "b", "c"}}
	for _, s := range []scenario{
		{"cold start", time.Second, all, func(*testing.T, *world, map[string]*node, []string) {}},
		{"power cut", lease + 2*time.Second, all, func(t *testing.T, w *world, nodes map[string]*node, names []string) {
			w.crash(t, slices.Collect(maps.Values(nodes))...)
			w.startAll(t, names...)
		}},
		{"cut cable", 3 * time.Second, [3][]string{{"a"}, {"a", "b"}, {"a", "b"}}, func(_ *testing.T, w *world, _ map[string]*node, names []string) {
			last := len(names) - 1
			w.hangUp(names[last], names[:last]...)
		}},
		{"certificate expires", 5 * time.Second, [3][]string{{"a"}, {"a"}, {"a", "b"}}, func(_ *testing.T, w *world, _ map[string]*node, names []string) {
			w.expire(names[len(names)-1])
		}},
		{"all certificates expire", 5 * time.Second, all, func(_ *testing.T, w *world, _ map[string]*node, names []string) {
			for _, name := range names {
				w.expire(name)
			}
		}},
		{"restart beside an expired one", 2*lease + 2*time.Second, [3][]string{{"a"}, {"a"}, {"a", "b"}}, func(t *testing.T, w *world, nodes map[string]*node, names []string) {
			last := len(names) - 1
			w.expire(names[last])
			if last == 0 {
				return
			}
			var good []*node
			for _, name := range names[:last] {
				good = append(good, nodes[name])
			}
			w.crash(t, good...)
			w.served(t, lease+2*time.Second, names[last])
			w.startAll(t, names[:last]...)
		}},
	} {
		for n, want := range s.want {
			t.Run(fmt.Sprint(s.name, " ", n+1), func(t *testing.T) {
				in(t, func(t *testing.T, w *world) {
					names := all[n]
					nodes := w.startAll(t, names...)
					w.served(t, time.Second, names...)
					time.Sleep(10 * time.Second)
					s.fault(t, w, nodes, names)
					w.served(t, s.within, want...)
					time.Sleep(10 * time.Second) // two nodes may miss each other one after the other
					w.served(t, 0, want...)
					before := w.claims()
					time.Sleep(time.Minute)
					if w.served(t, 0, want...); w.claims() != before {
						t.Errorf("shards were claimed %d times later", w.claims()-before)
					}
					w.mend()
					synctest.Wait()
				})
			})
		}
	}
}
