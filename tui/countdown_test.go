package tui_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/local"
)

// during counts the messages of a kind that come while a time goes by.
func (s *screen) during(d time.Duration, kind string) (n int) {
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

// stir makes the table new so many times.
func stir(t *testing.T, l *local.Lobby, code string, times int, then func()) {
	t.Helper()
	visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:stir", Name: "stir"})
	if err != nil {
		t.Fatal(err)
	}
	defer visit.Close()
	for range times {
		handle, err := visit.Watch(t.Context(), code)
		if err != nil {
			t.Fatal(err)
		}
		then()
		if err := lobby.Give(t.Context(), handle, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		then()
	}
}

// TestACountdownHasOneTick, though the table has changed a thousand times while it
// runs, and none when it does not.
func TestACountdownHasOneTick(t *testing.T) {
	in(t, func(t *testing.T) {
		l := house(t)
		anna := sit(t, l, "anna", false)
		begin := func() {
			anna.press("n", "o", "up", "up", "up", "up", "left", "left", "left", "left", "enter", "b", "enter")
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
		if n := anna.during(5*time.Second, "tui.tickMsg"); n < 4 || n > 6 {
			t.Errorf("%d ticks in five seconds", n)
		}
		anna.press("esc", "y")
		begin()
		if n := anna.during(5*time.Second, "tui.tickMsg"); n < 4 || n > 6 {
			t.Errorf("%d ticks in five seconds at the second table", n)
		}
		anna.press("esc", "y")
		anna.during(2*time.Second, "")
		if n := anna.during(5*time.Second, "tui.tickMsg"); n > 0 {
			t.Errorf("%d ticks in the hall", n)
		}
	})
}
