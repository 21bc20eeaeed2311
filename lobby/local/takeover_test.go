package local_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/lobby/local"
)

// TestRequestIsKnownAfterRestart: a repeated request is done once, with whole and other
// entries.
func TestRequestIsKnownAfterRestart(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		for _, order := range []lobby.Request{{ID: "begins", Op: lobby.Start{}}, {ID: "deals", Op: lobby.Play{Action: "deal"}}} {
			if _, err := anna.Do(t.Context(), order); err != nil {
				t.Fatal(err)
			}
			anna = back(t, restart(t, book.crash(), 1), "anna")
			if _, err := anna.Do(t.Context(), order); err != nil {
				t.Errorf("%s is not known again: %v", order.ID, err)
			}
			if err := lobby.Perform(t.Context(), anna, order.Op.(lobby.RoomOp)); err == nil {
				t.Errorf("what %s does is done twice", order.ID)
			}
			anna = back(t, l, "anna")
		}
	})
}

// TestRoomsMoveBetweenLobbies: running rooms, sleeping ones, and one that is being loaded.
func TestRoomsMoveBetweenLobbies(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, _ := pairOf(t, l, lobby.Plan{Title: "one"}, "anna", "bo")
		cy, _ := pairOf(t, l, lobby.Plan{Title: "two"}, "cy", "di")
		code := anna.now.Code
		headers, err := book.Headers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		delete(headers, cy.now.Code)
		if err := l.Release(t.Context(), func(one string) bool { return one == code }); err != nil {
			t.Fatal(err)
		}
		for range anna.Updates() {
			continue
		}
		if err := anna.Ended(); !errors.Is(err, lobby.ErrMoved) {
			t.Errorf("anna's hold ends with %v", err)
		}
		if _, err := lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Join{Code: code}); err == nil {
			t.Error("the room is still found")
		}
		if err := lobby.Perform(t.Context(), cy, lobby.Say{Text: "and we stay"}); err != nil {
			t.Error(err)
		}
		other := open(t, local.Config{Journal: book})
		if n, err := other.Adopt(t.Context(), headers); n != 1 || err != nil {
			t.Fatalf("%d rooms came (%v)", n, err)
		}
		if err := other.Release(t.Context(), func(string) bool { return true }); err != nil || len(other.Operator().RoomFacts()) != 0 {
			t.Errorf("a room that sleeps stays: %v", err)
		}
		slow := &countingJournal{memJournal: book, loaded: map[string]int{}, slow: time.Minute}
		third := open(t, local.Config{Journal: slow})
		if n, err := third.Adopt(t.Context(), headers); n != 1 || err != nil {
			t.Fatalf("%d rooms came (%v)", n, err)
		}
		waits := make(chan error, 1)
		go func() {
			_, err := lobby.Ask(context.Background(), enter(t, third, "bo"), lobby.Look{Code: code})
			waits <- err
		}()
		time.Sleep(time.Second)
		if err := third.Release(t.Context(), func(string) bool { return true }); err != nil {
			t.Error(err)
		}
		if err := <-waits; !errors.Is(err, lobby.ErrMoved) {
			t.Errorf("who waits for a room that moves is told %v", err)
		}
		if len(third.Operator().RoomFacts()) != 0 {
			t.Error("a room that was being brought back stays")
		}
	})
}
