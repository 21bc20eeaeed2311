package room

import (
	"runtime"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
)

// TestViewIsReusedWhileShown: the same view is shown again, and the room does not keep it
// alive for its readers.
func TestViewIsReusedWhileShown(t *testing.T) {
	match, err := davinci.Rules().Game().Start(2, engine.Seed{1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := hold("anna", 0)
	shown := h.view(match, 0, views{})
	runtime.GC()
	if h.view(match, 0, views{}) != shown || h.view(match, 1, views{}).Seat != 1 || h.view(match, 0, views{}).Seat != 0 {
		t.Error("a view is made anew without need, or it is another seat's")
	}
	shown = h.view(match, 0, views{})
	runtime.KeepAlive(shown)
	if runtime.GC(); h.seen.Value() != nil {
		t.Error("a view is kept that nobody shows")
	}
	if h.view(nil, 0, views{}) != nil || h.view(match, 0, views{}) == nil {
		t.Error("without a match there is a view, or none with one")
	}
}

// TestLatestUpdateDecides: a reader who takes an update is never refused because of an
// older one.
func TestLatestUpdateDecides(t *testing.T) {
	h := hold("anna", 0)
	const updates = 50_000
	read := make(chan int)
	go func() {
		stale := 0
		for u := range h.Updates() {
			if shown := h.latest.Load(); shown == nil || int(shown.seat) < int(u.Revision) {
				stale++
			}
			if u.Revision == updates {
				break
			}
		}
		read <- stale
	}()
	for i := range updates {
		h.publish(lobby.Update{}, &latest{seat: engine.Seat(i + 1)}, func(*Handle) {})
	}
	if stale := <-read; stale > 0 {
		t.Errorf("%d updates came before what decides by them", stale)
	}
}
