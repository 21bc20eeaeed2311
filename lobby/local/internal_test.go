package local

import (
	"errors"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

func TestAHoldThatEndedBeforeItCameInGetsNoSeat(t *testing.T) {
	l := New(Config{Games: []engine.Game{{Name: "none", MinSeats: 2, MaxSeats: 2}}})
	host, err := l.Enter(t.Context(), lobby.Identity{ID: "host", Name: "host"})
	if err != nil {
		t.Fatal(err)
	}
	chair, err := host.Create(t.Context(), lobby.Plan{Game: "none", Public: true})
	if err != nil {
		t.Fatal(err)
	}
	guest, err := l.Enter(t.Context(), lobby.Identity{ID: "guest", Name: "guest"})
	if err != nil {
		t.Fatal(err)
	}
	// The session ends after the visit knows of the hold and before the room does.
	seen, late := guest.(*visit), (*handle)(nil)
	room := chair.(*handle).room
	late = &handle{visit: seen, room: room, name: "guest", updates: make(chan lobby.Update, 1), seat: engine.Watcher}
	if !seen.keep(late) {
		t.Fatal("the visit has ended already")
	}
	guest.Close()
	err = room.ask(t.Context(), func() error { return room.enter(late, asPlayer) })
	if !errors.Is(err, errHoldEnded) {
		t.Errorf("it is let in with %v", err)
	}
	if u := <-chair.Updates(); u.Seats[1].Kind != lobby.Empty || !u.Seats[0].Away.IsZero() {
		t.Errorf("the table is %+v", u.Seats)
	}
	if _, open := <-late.Updates(); open || seen.keep(late) {
		t.Error("the hold goes on")
	}
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestNextBeat(t *testing.T) {
	since := time.Unix(1000, 0)
	for _, c := range []struct{ pace, passed, want time.Duration }{
		{time.Second, 0, time.Second},
		{time.Second, 999 * time.Millisecond, time.Second},
		{time.Second, time.Second, time.Second},
		{time.Second, time.Second + 1, 2 * time.Second},
		{time.Second, 90 * time.Second, 90 * time.Second},
		{-1, 5 * time.Second, 5 * time.Second},
	} {
		if got := nextBeat(since, c.pace, since.Add(c.passed)).Sub(since); got != c.want {
			t.Errorf("pace %v, %v after it began: acts at %v, want %v", c.pace, c.passed, got, c.want)
		}
	}
}

func TestCodesAreFairAndTellApart(t *testing.T) {
	count := map[rune]int{}
	const draws = 20000
	for range draws {
		code := newCode()
		if len(code) != lobby.CodeLength {
			t.Fatalf("code %q", code)
		}
		for _, r := range code {
			count[r]++
		}
	}
	// Each letter comes about as often; six standard deviations are allowed.
	mean := float64(draws) * lobby.CodeLength / float64(len(lobby.CodeLetters))
	for _, r := range lobby.CodeLetters {
		if d := float64(count[r]) - mean; d*d > 36*mean {
			t.Errorf("%c came %d times, about %.0f were due", r, count[r], mean)
		}
	}
	if len(count) != len(lobby.CodeLetters) {
		t.Errorf("%d different letters, not %d", len(count), len(lobby.CodeLetters))
	}
}
