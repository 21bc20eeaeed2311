package tui_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"
)

// waiter is a turn that is given when a test says so.
type waiter struct {
	held  chan struct{} // closed gives every turn; nil gives them at once
	asked int           // by a spectator
	plays int
}

func (w *waiter) turn(ctx context.Context, plays bool) {
	if plays {
		w.plays++
		return
	}
	w.asked++
	if w.held != nil {
		select {
		case <-w.held:
		case <-ctx.Done():
		}
	}
}

func TestAWatcherWaitsForTheirTurn(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		var hers, his waiter
		settings := screen.Settings{Still: true}
		anna := sitWith(t, l, "anna", false, program.Session{Settings: settings, Turn: hers.turn})
		gus := sitWith(t, l, "gus", true, program.Session{Settings: settings, Turn: his.turn})
		anna.press("1")
		gus.settle()
		gus.press("w")
		gus.shows("Watching: gus")
		his.held = make(chan struct{})
		his.asked, hers.asked = 0, 0
		anna.press("b", "t", "h", "i", "enter")
		gus.settle()
		if text := gus.text(); strings.Contains(text, "anna: hi") || strings.Contains(text, "Caliper") {
			t.Errorf("it is not their turn, and they see\n%s", text)
		}
		anna.shows("Caliper")
		if his.asked != 1 || hers.asked != 0 || hers.plays == 0 {
			t.Errorf("%d turns were asked for, by her %d; she played %d frames", his.asked, hers.asked, hers.plays)
		}
		close(his.held)
		gus.settle()
		gus.shows("Caliper", "anna: hi")
		// What ends is told at once.
		his.held = make(chan struct{})
		anna.press("esc", "b", "w", "down", "down", "down")
		anna.shows("▸ gus")
		anna.press("x", "y")
		gus.settle()
		gus.shows("The host kicked you from this table.")
		close(his.held)
		gus.settle()
	})
}

// TestAnOrdinaryPaceShowsTheLast: of many changes a watcher is shown the first
// at once, then as many as the pace allows, and in the end the last.
func TestAnOrdinaryPaceShowsTheLast(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		anna.press("1")
		var last time.Time
		gus := sitWith(t, l, "gus", true, program.Session{Settings: screen.Settings{Still: true}, Turn: func(_ context.Context, plays bool) {
			if !plays {
				time.Sleep(time.Until(last.Add(250 * time.Millisecond)))
				last = time.Now()
			}
		}})
		gus.press("w")
		time.Sleep(time.Second)
		frames, first := 0, -1
		began := time.Now()
		stir(t, l, "AAAAAA", 50, func() {
			frames += gus.during(10*time.Millisecond, "room.updateMsg")
			if first < 0 {
				first = frames
			}
		})
		took := time.Since(began)
		if first != 1 || frames > int(took/(250*time.Millisecond))+1 {
			t.Errorf("100 changes in %v: %d frames, %d at once", took, frames, first)
		}
		gus.settle()
		gus.settle()
		gus.take(tea.WindowSizeMsg{Width: 80, Height: 24})
		if strings.Contains(gus.text(), "gus, stir") {
			t.Errorf("the last change is not shown:\n%s", gus.text())
		}
	})
}

// TestLobbyUpdatesDoNotReachARoom, which does not show it.
func TestLobbyUpdatesDoNotReachARoom(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		anna.press("1")
		before := anna.root.View().Content
		bo := sit(t, l, "bo", false)
		if halls := anna.during(time.Second, "screen.PageMsg"); halls > 0 {
			t.Errorf("%d halls have come to a table", halls)
		}
		if drawn := anna.root.View().Content; drawn != before {
			t.Errorf("the table has changed:\n%s", anna.text())
		}
		bo.press("p")
		anna.settle()
		anna.shows("bo")
		anna.press("esc", "y")
		anna.shows("Here now: anna, bo")
	})
}
