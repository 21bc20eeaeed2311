package tui_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/lobby/local"
)

// during counts the messages of a kind that come while a time goes by.
func (s *client) during(d time.Duration, kind string) (n int) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for synctest.Wait(); len(s.msgs) > 0; synctest.Wait() {
			msg := <-s.msgs
			if fmt.Sprintf("%T", msg) == kind {
				n++
			}
			s.take(msg)
		}
	}
	return n
}

// stir changes the room some times.
func stir(t *testing.T, l *local.Lobby, code string, times int, then func()) {
	t.Helper()
	visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:stir", Name: "stir"})
	if err != nil {
		t.Fatal(err)
	}
	defer visit.Close()
	for range times {
		handle, err := lobby.Ask(t.Context(), visit, lobby.Watch{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		then()
		if err := lobby.Perform(t.Context(), handle, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		then()
	}
}

// TestACountdownHasOneTick, though the table has changed a thousand times while it
// runs, and none when it does not.
func TestACountdownHasOneTick(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		begin := func() {
			anna.press("n", "o", "up", "up", "up", "up", "up", "left", "left", "left", "left", "enter", "b", "enter")
			anna.shows("0:1")
		}
		begin()
		stir(t, l, "AAAAAA", 500, func() {
			synctest.Wait()
			for len(anna.msgs) > 0 {
				anna.take(<-anna.msgs)
				synctest.Wait()
			}
		})
		if n := anna.during(5*time.Second, "room.tickMsg"); n < 4 || n > 6 {
			t.Errorf("%d ticks in five seconds", n)
		}
		anna.press("esc", "y", "down", "enter")
		begin()
		if n := anna.during(5*time.Second, "room.tickMsg"); n < 4 || n > 6 {
			t.Errorf("%d ticks in five seconds at the second table", n)
		}
		anna.press("esc", "y", "down", "enter")
		anna.during(2*time.Second, "")
		if n := anna.during(5*time.Second, "room.tickMsg"); n > 0 {
			t.Errorf("%d ticks in the hall", n)
		}
	})
}

// TestAClockIsShownAsItIsNeeded: to the second where it is the reader's own or runs out
// soon, else in minutes; then nothing is drawn until there is one less.
func TestAClockIsShownAsItIsNeeded(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo, gus := sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "gus", false)
		anna.press("p")
		bo.press("p")
		everybody(anna, bo, gus)
		gus.press("w")
		everybody(anna, bo, gus)
		bo.press("r")
		everybody(anna, bo, gus)
		anna.press("enter")
		everybody(anna, bo, gus)
		mover := anna
		for range 4 { // both take their first tiles
			anna.press("d")
			bo.press("d")
		}
		if bo.root.View().WindowTitle == "your turn" {
			mover = bo
		}
		mover.shows("  1:")
		gus.shows("watching", "2 minutes")
		if n := gus.during(20*time.Second, "room.tickMsg"); n > 0 {
			t.Errorf("%d ticks for who looks on while there is more than a minute", n)
		}
		mover.during(time.Second, "")
		if n := mover.during(5*time.Second, "room.tickMsg"); n < 4 || n > 6 {
			t.Errorf("%d ticks in five seconds for who decides", n)
		}
		mover.during(100*time.Millisecond, "")
		kept := mover.root.View().Content
		mover.take(tea.WindowSizeMsg{Width: 80, Height: 24})
		if drawn := mover.root.View().Content; drawn != kept {
			t.Errorf("after a second there stood\n%s\nwhere all of it drawn is\n%s", kept, drawn)
		}
		gus.during(40*time.Second, "")
		gus.shows("  0:")
		if n := gus.during(5*time.Second, "room.tickMsg"); n < 4 || n > 6 {
			t.Errorf("%d ticks in five seconds of the last minute", n)
		}
	})
}
