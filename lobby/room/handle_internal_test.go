package room

import (
	"runtime"
	"testing"

	"parlor/engine"
	"parlor/engine/davinci"
)

// TestAViewIsKeptForWhoShowsIt says that the same view is shown again, and that a
// room keeps none for a reader who shows none.
func TestAViewIsKeptForWhoShowsIt(t *testing.T) {
	match, err := davinci.Rules().Game().Start(2, engine.Seed{1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := hold("anna", 0)
	shown := h.view(match, 0)
	runtime.GC()
	if h.view(match, 0) != shown || h.view(match, 1).Seat != 1 || h.view(match, 0).Seat != 0 {
		t.Error("a view is made anew without need, or it is another seat's")
	}
	shown = h.view(match, 0)
	runtime.KeepAlive(shown)
	if runtime.GC(); h.seen.Value() != nil {
		t.Error("a view is kept that nobody shows")
	}
	if h.view(nil, 0) != nil || h.view(match, 0) == nil {
		t.Error("without a match there is a view, or none with one")
	}
}
