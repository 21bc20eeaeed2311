package lobby_test

import (
	"slices"
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

// TestABoxKeepsWhatBotsDid: the marks stay at their events as updates that were not
// taken come together, and go with those that are dropped.
func TestABoxKeepsWhatBotsDid(t *testing.T) {
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
	box.Put(lobby.Update{Events: events(1001), ByBot: []int{0, 1000}}) // the bound is that of one alone, too
	if u := <-box.Updates(); len(u.Events) != 1000 || !slices.Equal(u.ByBot, []int{999}) {
		t.Errorf("%d events, marked %v", len(u.Events), u.ByBot)
	}
}
