package lobby_test

import (
	"slices"
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

// TestUpdateSlotKeepsBotMarks: when updates are merged, the marks stay with their events,
// and are dropped with them.
func TestUpdateSlotKeepsBotMarks(t *testing.T) {
	events := func(n int) []engine.Event { return make([]engine.Event, n) }
	box := lobby.NewUpdateSlot()
	box.Put(lobby.Update{Events: events(3), ByBot: []int{1}})
	box.Put(lobby.Update{Events: events(2), ByBot: []int{0, 1}})
	box.Put(lobby.Update{})
	if u := <-box.Updates(); len(u.Events) != 5 || !slices.Equal(u.ByBot, []int{1, 3, 4}) {
		t.Errorf("%d events, marked %v", len(u.Events), u.ByBot)
	}
	box.Put(lobby.Update{Events: events(3), ByBot: []int{0, 2}})
	box.Put(lobby.Update{Events: events(999), ByBot: []int{998}})
	if u := <-box.Updates(); len(u.Events) != 1000 || !slices.Equal(u.ByBot, []int{0, 999}) {
		t.Errorf("%d events, marked %v", len(u.Events), u.ByBot)
	}
	box.Put(lobby.Update{Events: events(1001), ByBot: []int{0, 1000}}) // a single update may exceed the limit
	if u := <-box.Updates(); len(u.Events) != 1000 || !slices.Equal(u.ByBot, []int{999}) {
		t.Errorf("%d events, marked %v", len(u.Events), u.ByBot)
	}
}
