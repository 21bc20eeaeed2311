package cluster_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parlor/cluster"
	"parlor/lobby"
)

// hangUp disconnects a node from all others in both directions, like a paused node; resume reconnects it.
func (w *world) hangUp(name string, others ...string) {
	for _, other := range others {
		w.part(name, other)
		w.part(other, name)
	}
}

func (w *world) resume(name string, others ...string) {
	for _, other := range others {
		w.join(name, other)
		w.join(other, name)
	}
}

// owned returns the number of shards of each node.
func (w *world) owned() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	counts := map[string]int{}
	for _, one := range w.owners {
		counts[one.node]++
	}
	return counts
}

// claims returns the number of claims so far.
func (w *world) claims() uint64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.epoch
}

// TestAnUnresponsiveNodeHasNoRooms checks that a node that is dead or paused loses its rooms long before its lease
// ends, and regains them once it answers for some time.
func TestAnUnresponsiveNodeHasNoRooms(t *testing.T) {
	for name, how := range map[string]struct {
		within     time.Duration
		fall, rise func(w *world)
	}{
		"killed": {time.Second, func(w *world) { w.cutOff("a") }, func(w *world) { w.back("a") }},
		"held":   {2 * time.Second, func(w *world) { w.hangUp("a", "b", "c") }, func(w *world) { w.resume("a", "b", "c") }},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T, w *world) {
				a, b, c := w.start(t, "a"), w.start(t, "b"), w.start(t, "c")
				anna, bo := playing(t, a, b)
				move(t, anna, bo)
				time.Sleep(time.Minute)
				began := time.Now()
				how.fall(w)
				handle, err := lobby.Ask(t.Context(), c.enter(t, "anna"), lobby.Return{})
				if err != nil {
					t.Fatal("anna is not led back")
				}
				back := seated(t)(handle, nil)
				bo.do(lobby.Say{Text: "still there"})
				if took := time.Since(began); took > how.within {
					t.Errorf("it is played on after %v", took)
				}
				t.Logf("it is played on after %v", time.Since(began))
				for range 3 { // the lease is renewed meanwhile
					time.Sleep(time.Minute)
					if now := w.owned(); now["a"] > 0 || now["b"]+now["c"] != cluster.Shards {
						t.Errorf("the nodes have %v", now)
					}
				}
				how.rise(w)
				time.Sleep(time.Minute)
				if now := w.owned(); now["a"] == 0 {
					t.Errorf("the nodes have %v", now)
				}
				for range 4 {
					move(t, back, bo)
				}
			})
		})
	}
}

// TestRoomsOfAnAbsentNodeAreListedOnce checks that rooms of an absent node are listed by their new owners while that
// node is still a member.
func TestRoomsOfAnAbsentNodeAreListedOnce(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		a := w.start(t, "a")
		w.start(t, "b")
		c := w.start(t, "c")
		seated(t)(lobby.Ask(t.Context(), a.enter(t, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Public: true}}))
		cy := c.enter(t, "cy")
		finds(t, cy, "room anna gathering 1/2, anna true true, cy false false")
		w.hangUp("a", "b", "c")
		finds(t, cy, "room anna gathering 1/2, cy false false")
		time.Sleep(5 * time.Second)
		finds(t, cy, "room anna gathering 1/2, cy false false")
		w.resume("a", "b", "c")
		finds(t, cy, "room anna gathering 1/2, anna true true, cy false false")
	})
}

// TestAPartitionBetweenTwoMovesNothing checks that a partition between two nodes of several, one way or both, moves no
// room.
func TestAPartitionBetweenTwoMovesNothing(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		for _, name := range []string{"a", "b", "c"} {
			w.start(t, name)
		}
		time.Sleep(time.Minute)
		before := w.claims()
		w.part("a", "b")
		time.Sleep(time.Minute)
		w.part("b", "a")
		time.Sleep(time.Minute)
		w.resume("a", "b")
		time.Sleep(time.Minute)
		if now := w.claims(); now != before {
			t.Errorf("shards were claimed %d times", now-before)
		}
	})
}

// TestTwoNodesThatMissEachOther checks that both keep their rooms, and that a node missed by the only other one
// without missing it has none.
func TestTwoNodesThatMissEachOther(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		w.start(t, "a")
		w.start(t, "b")
		time.Sleep(time.Minute)
		w.hangUp("a", "b")
		time.Sleep(time.Minute)
		before := w.claims()
		time.Sleep(5 * time.Minute)
		if now := w.owned(); w.claims() != before || now["a"] == 0 || now["b"] == 0 {
			t.Errorf("the nodes have %v, after %d claims", now, w.claims()-before)
		}
		w.resume("a", "b")
		time.Sleep(2 * time.Minute)
		w.cutOff("a")
		time.Sleep(time.Second)
		if now := w.owned(); now["b"] != cluster.Shards {
			t.Errorf("the nodes have %v", now)
		}
		w.back("a")
	})
}

// TestASlowNodeDoesNotGetItsRoomsEachTime checks that a node that answers only now and then does not regain its rooms
// each time.
func TestASlowNodeDoesNotGetItsRoomsEachTime(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		for _, name := range []string{"a", "b", "c"} {
			w.start(t, name)
		}
		time.Sleep(time.Minute)
		before := w.claims()
		for range 40 { // for six minutes
			w.hangUp("a", "b", "c")
			time.Sleep(2 * time.Second)
			w.resume("a", "b", "c")
			time.Sleep(7 * time.Second)
		}
		if now := w.claims() - before; now == 0 || now > 12 { // two nodes claim on each failover and each return
			t.Errorf("shards were claimed %d times", now)
		}
		time.Sleep(time.Minute)
		if now := w.owned(); now["a"] == 0 {
			t.Errorf("the nodes have %v", now)
		}
	})
}

// TestAStartingNodeWaits checks that a node that starts out of reach has no rooms before it is reached.
func TestAStartingNodeWaits(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		w.start(t, "a")
		w.start(t, "b")
		w.hangUp("c", "a", "b")
		w.start(t, "c")
		time.Sleep(time.Minute)
		if now := w.owned(); now["c"] > 0 {
			t.Errorf("the nodes have %v", now)
		}
		w.resume("c", "a", "b")
		w.served(t, 5*time.Second, "a", "b", "c")
	})
}

// TestWithAnOlderNodeTheLeaseDecides checks that only leases count while a node of the previous version runs,
// which does not read misses.
func TestWithAnOlderNodeTheLeaseDecides(t *testing.T) {
	in(t, func(t *testing.T, w *world) {
		for _, name := range []string{"a", "b", "c"} {
			w.start(t, name)
		}
		old := memberOf("z")
		if _, err := (register{w}).Join(t.Context(), old); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		w.cutOff("a")
		time.Sleep(time.Minute)
		if now := w.owned(); now["a"] == 0 {
			t.Errorf("the nodes have %v", now)
		}
		w.forget("z")
		synctest.Wait()
		if now := w.owned(); now["a"] > 0 {
			t.Errorf("the nodes have %v", now)
		}
		w.back("a")
	})
}
