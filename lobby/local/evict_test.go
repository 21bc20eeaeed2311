package local_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestEvictAbandonedRooms closes abandoned rooms at the maximum number of rooms: those
// without a match first, and none that is or was just in use or has a correspondence match.
func TestEvictAbandonedRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book, Limits: lobby.Limits{Rooms: 4}})
		bots := func(name string, plan lobby.Plan) (lobby.Session, string) {
			session := enter(t, l, name)
			host := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: plan}))
			if err := errors.Join(lobby.Perform(t.Context(), host, lobby.AddBot{Level: 1}), lobby.Perform(t.Context(), host, lobby.Start{})); err != nil {
				t.Fatal(err)
			}
			return session, host.now.Code
		}
		plan := lobby.Plan{Game: "davinci", Seats: 2}
		eve, first := bots("eve", plan)
		eve.Close()
		time.Sleep(time.Minute)
		mallory, second := bots("mallory", plan)
		mallory.Close()
		plan.Clock = 24 * time.Hour
		anna, mail := bots("anna", plan)
		anna.Close()
		bo, here := bots("bo", lobby.Plan{Game: "davinci", Seats: 2})
		cy := enter(t, l, "cy")
		if _, err := lobby.Ask(t.Context(), cy, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err == nil {
			t.Error("a room that was left a moment ago has given way")
		}
		time.Sleep(70 * time.Second) // only eve's room is abandoned for long enough
		if _, err := lobby.Ask(t.Context(), cy, lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err != nil {
			t.Fatal(err)
		}
		wantRooms := func(want map[string]bool) {
			t.Helper()
			for code, there := range want {
				if _, err := lobby.Ask(t.Context(), bo, lobby.Look{Code: code}); (err == nil) != there {
					t.Errorf("room %s is there: %v", code, err)
				}
			}
		}
		wantRooms(map[string]bool{first: false, second: true, mail: true, here: true})
		time.Sleep(2 * time.Minute)
		if _, err := lobby.Ask(t.Context(), enter(t, l, "di"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err != nil {
			t.Fatal(err)
		}
		wantRooms(map[string]bool{second: false, mail: true, here: true})
		if _, err := lobby.Ask(t.Context(), enter(t, l, "ed"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err == nil {
			t.Error("a room has given way in which somebody is, or one that waits for days")
		}
	})
}

// TestClosedRoomIsOffTheList: when the call that closes a room returns, its place is free.
func TestClosedRoomIsOffTheList(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{Limits: lobby.Limits{Rooms: 1}})
		for i := range 500 {
			session := enter(t, l, fmt.Sprint("anna", i))
			host, err := lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}})
			if err != nil {
				t.Fatalf("room %d: %v", i+1, err)
			}
			if err := errors.Join(lobby.Perform(t.Context(), host, lobby.AddBot{Level: 1}), lobby.Perform(t.Context(), host, lobby.Start{})); err != nil {
				t.Fatal(err)
			}
			session.Close()
			time.Sleep(3 * time.Minute)
		}
	})
}

// TestDrainIgnoresAbandonedRooms: the drain ends when the present players have finished,
// and the next start restores abandoned rooms.
func TestDrainIgnoresAbandonedRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		for i := range 5 {
			anna, bo := pairOf(t, l, lobby.Plan{}, fmt.Sprint("anna", i), fmt.Sprint("bo", i))
			anna.Close()
			bo.Close()
		}
		cy, di := pairOf(t, l, lobby.Plan{}, "cy", "di")
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		began := time.Now()
		time.AfterFunc(time.Minute, func() { _ = lobby.Perform(t.Context(), cy, lobby.Play{Action: engine.Resign}) })
		go func() {
			for range di.Updates() {
				continue
			}
		}()
		l.Drain(ctx)
		if took := time.Since(began); took < time.Minute || took > 2*time.Minute {
			t.Errorf("the drain takes %v", took)
		}
		if err := l.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(book.rooms) != 6 {
			t.Errorf("the next start finds %d rooms", len(book.rooms))
		}
	})
}
