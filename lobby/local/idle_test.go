package local_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
)

// inRooms returns the number of goroutines of idle rooms.
func inRooms(t *testing.T) int {
	t.Helper()
	synctest.Wait()
	for size := 1 << 20; ; size *= 2 {
		if all := make([]byte, size); runtime.Stack(all, true) < size {
			return strings.Count(string(all), "\nparlor/lobby/room.")
		}
	}
}

// resting opens matches with a clock of a minute.
func resting(t *testing.T, l *local.Lobby, rooms int) (people []*person) {
	t.Helper()
	for n := range rooms {
		one, other := pairOf(t, l, lobby.Plan{Clock: time.Minute}, fmt.Sprint("anna", n), fmt.Sprint("bo", n))
		people = append(people, one, other)
	}
	return people
}

// TestIdleRoomHasNoGoroutine and still handles time, orders and the stop of the server.
func TestIdleRoomHasNoGoroutine(t *testing.T) {
	const rooms = 100
	for name, wide := range map[string]lobby.Limits{"wide": {Rooms: rooms}, "narrow": {Rooms: rooms, Inbox: 1}} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				l := open(t, local.Config{Limits: wide})
				before := runtime.NumGoroutine()
				people := resting(t, l, rooms)
				atRest := func() {
					t.Helper()
					if n, more := inRooms(t), runtime.NumGoroutine()-before; n > 0 || more > 2 { // besides the publisher
						t.Errorf("rooms have %d goroutines, and there are %d more than without them", n, more)
					}
				}
				atRest()
				time.Sleep(time.Minute + time.Second)
				for _, p := range people {
					if !p.look() {
						t.Fatal("a room did not hear its clock")
					}
				}
				atRest()
				for _, p := range people {
					p.refused(lobby.Perform(t.Context(), p, lobby.Play{Action: "fly"}), "")
				}
				atRest()
				if err := l.Close(t.Context()); err != nil {
					t.Fatal(err)
				}
				for _, p := range people { // all updates have been delivered
					for range p.Updates() {
						continue
					}
					if !errors.Is(p.Ended(), lobby.ErrStopping) {
						t.Errorf("once all rooms have ended: %v", p.Ended())
					}
				}
			})
		})
	}
}

// TestDrainReachesIdleRooms, with and without a running game.
func TestDrainReachesIdleRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		const rooms = 20
		l := open(t, local.Config{})
		people := resting(t, l, rooms)
		var waiting []*person
		for n := range rooms {
			waiting = append(waiting, seated(t)(lobby.Ask(t.Context(), enter(t, l, fmt.Sprint("cy", n)), lobby.Create{Plan: lobby.Plan{Game: "davinci"}})))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		l.Drain(ctx)
		for _, p := range people {
			if !p.look() || p.now.Draining.IsZero() {
				t.Error("somebody who plays is not told")
			}
		}
		for _, p := range waiting {
			for p.look() {
				continue
			}
			if !errors.Is(p.Ended(), lobby.ErrStopping) {
				t.Errorf("a room that only waits goes on: %v", p.Ended())
			}
		}
	})
}

// TestReturningDuringDrain loads a sleeping room, which announces the stop.
func TestReturningDuringDrain(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		pairOf(t, open(t, local.Config{Journal: book}), lobby.Plan{}, "anna", "bo")
		l, _ := asleep(t, book, 1)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		l.Drain(ctx)
		if anna := back(t, l, "anna"); anna.now.Draining.IsZero() {
			t.Errorf("nothing is said: %+v", anna.now)
		}
	})
}

// impatient panics on a timeout.
type impatient struct {
	engine.State[davinci.View, davinci.Event]
}

func (i impatient) Play(seat engine.Seat, action engine.Action) (engine.State[davinci.View, davinci.Event], []davinci.Event, error) {
	if action == engine.Timeout {
		panic("the hidden tile is black 7")
	}
	next, events, err := i.State.Play(seat, action)
	return impatient{next}, events, err
}

func TestPanicInTimerClosesOnlyItsRoom(t *testing.T) {
	in(t, func(t *testing.T) {
		rules := davinci.Rules()
		deal := rules.Deal
		rules.Deal = func(setup engine.Setup) (engine.State[davinci.View, davinci.Event], error) {
			state, err := deal(setup)
			return impatient{state}, err
		}
		var log bytes.Buffer
		l := open(t, local.Config{Games: []engine.Game{rules.Game()}, Log: slog.New(slog.NewTextHandler(&log, nil))})
		other := seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		anna, bo := pairOf(t, l, lobby.Plan{Clock: time.Minute}, "anna", "bo")
		time.Sleep(time.Minute)
		for _, p := range []*person{anna, bo} {
			p.look()
			p.refused(p.Ended(), "sorry")
		}
		if err := lobby.Perform(t.Context(), other, lobby.AddBot{Level: 1}); err != nil {
			t.Error("the other room:", err)
		}
		if !strings.Contains(log.String(), "msg=\"room failed and was closed") || strings.Contains(log.String(), "black 7") || inRooms(t) > 0 {
			t.Errorf("the log says %s", log.String())
		}
	})
}
