package local_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// countingJournal is a memJournal that counts how often each room is loaded.
type countingJournal struct {
	*memJournal
	loaded  map[string]int
	failing error         // error of Load
	slow    time.Duration // duration of Load
}

func (s *countingJournal) Load(ctx context.Context, room string) ([]lobby.Entry, error) {
	time.Sleep(s.slow)
	s.mu.Lock()
	s.loaded[room]++
	failing := s.failing
	s.mu.Unlock()
	if failing != nil {
		return nil, failing
	}
	return s.memJournal.Load(ctx, room)
}

// loads returns how often rooms were loaded.
func (s *countingJournal) loads() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.loaded {
		n += one
	}
	return n
}

// asleep opens a lobby on a copy of the journal.
func asleep(t *testing.T, book *memJournal, rooms int) (*local.Lobby, *countingJournal) {
	t.Helper()
	left := &countingJournal{memJournal: book.crash(), loaded: map[string]int{}}
	l := open(t, local.Config{Journal: left})
	if n, err := l.Restore(t.Context()); n != rooms || err != nil {
		t.Fatalf("%d rooms came back (%v), want %d", n, err, rooms)
	}
	return l, left
}

// TestRoomsSleepUntilNeeded lists all rooms, and loads only the one that a person enters.
func TestRoomsSleepUntilNeeded(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, _ := pairOf(t, l, lobby.Plan{Public: true, Title: "one"}, "anna", "bo")
		cy, _ := pairOf(t, l, lobby.Plan{Public: true, Title: "two"}, "cy", "di")
		again, left := asleep(t, book, 2)
		sessions := []lobby.Session{enter(t, again, "anna"), enter(t, again, "gus")}
		asleep := pages(t, sessions)
		if left.loads() != 0 || len(asleep[0].Yours) != 1 || len(asleep[1].Rooms) != 2 {
			t.Errorf("%d rooms were read, and the halls are %+v", left.loads(), asleep)
		}
		for _, code := range []string{anna.now.Code, cy.now.Code, cy.now.Code} {
			if _, err := lobby.Ask(t.Context(), sessions[1], lobby.Look{Code: code}); err != nil {
				t.Fatal(err)
			}
		}
		if awake := pages(t, sessions); !reflect.DeepEqual(awake[0].Yours, asleep[0].Yours) || !reflect.DeepEqual(awake[1].Rooms, asleep[1].Rooms) {
			t.Errorf("rooms that run are shown as\n%+v\nand they were as\n%+v", awake, asleep)
		}
		if left.loads() != 2 {
			t.Errorf("the rooms were read %d times", left.loads())
		}
	})
}

// pages returns the pages of the sessions.
func pages(t *testing.T, sessions []lobby.Session) (all []lobby.Page) {
	t.Helper()
	time.Sleep(time.Second)
	synctest.Wait()
	for _, session := range sessions {
		all = append(all, pageOf(t, session))
	}
	return all
}

// TestConcurrentWakesLoadOnce loads a room once for all who want it, without blocking
// others.
func TestConcurrentWakesLoadOnce(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, _ := pairOf(t, l, lobby.Plan{Public: true}, "anna", "bo")
		again, left := asleep(t, book, 1)
		left.slow = time.Minute
		var all sync.WaitGroup
		for _, name := range []string{"anna", "bo", "cy", "di"} {
			session := enter(t, again, name)
			all.Go(func() {
				if _, err := lobby.Ask(t.Context(), session, lobby.Watch{Code: anna.now.Code}); err != nil {
					t.Errorf("%s does not come in: %v", name, err)
				}
			})
		}
		synctest.Wait()
		began := time.Now()
		if _, err := lobby.Ask(t.Context(), enter(t, again, "ed"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}); err != nil || time.Since(began) > time.Second {
			t.Errorf("another room took %v (%v)", time.Since(began), err)
		}
		all.Wait()
		if left.loads() != 1 {
			t.Errorf("the room was read %d times", left.loads())
		}
	})
}

// TestTimersWakeRooms loads rooms when something is due: a timeout, or the closing of an
// empty room.
func TestTimersWakeRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		timed, _ := pairOf(t, l, lobby.Plan{Clock: 10 * time.Minute}, "anna", "bo")
		free, _ := pairOf(t, l, lobby.Plan{}, "cy", "di")
		again, left := asleep(t, book, 2)
		time.Sleep(10*time.Minute - time.Second)
		synctest.Wait()
		if left.loads() != 0 {
			t.Errorf("%v were read before anything was due", left.loaded)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if left.loaded[timed.now.Code] != 1 || left.loads() != 1 {
			t.Errorf("once a decision is due %v were read", left.loaded)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if left.loaded[free.now.Code] != 1 || len(left.crash().rooms) != 0 {
			t.Errorf("where nobody is %v were read, and %d rooms are left", left.loaded, len(left.crash().rooms))
		}
		if _, err := lobby.Ask(t.Context(), enter(t, again, "anna"), lobby.Return{}); err == nil {
			t.Error("a room that has closed is there")
		}
	})
}

// TestBotsWakeRooms loads a room in which a bot is to move.
func TestBotsWakeRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
		for _, order := range []lobby.RoomOp{lobby.AddBot{Level: engine.FirstBot}, lobby.Start{}} {
			if err := lobby.Perform(t.Context(), anna, order); err != nil {
				t.Fatal(err)
			}
		}
		anna.look()
		anna.do("take black")
		anna.look()
		bot := 1 - anna.now.You
		if !slices.Contains(anna.now.Match.ToMove, bot) {
			t.Skip("the bot is not to move")
		}
		_, left := asleep(t, book, 1)
		synctest.Wait()
		if left.loads() != 1 {
			t.Error("the bot's room sleeps")
		}
	})
}

// TestFailedLoadIsRetried: if the journal fails, the person gets an error, and the room can
// be entered once it works again.
func TestFailedLoadIsRetried(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, _ := pairOf(t, l, lobby.Plan{Public: true}, "anna", "bo")
		again, left := asleep(t, book, 1)
		left.failing = errors.New("bad sector")
		_, err := lobby.Ask(t.Context(), enter(t, again, "cy"), lobby.Watch{Code: anna.now.Code})
		if err == nil || !strings.Contains(err.Error(), "Try again in a moment") || strings.Contains(err.Error(), "sector") {
			t.Errorf("somebody is told %v", err)
		}
		left.failing = nil
		if _, err := lobby.Ask(t.Context(), enter(t, again, "cy"), lobby.Watch{Code: anna.now.Code}); err != nil || len(left.aside) > 0 {
			t.Errorf("the room does not come back: %v", err)
		}
	})
}

// TestDrainIgnoresSleepingRooms leaves them as they are.
func TestDrainIgnoresSleepingRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		pairOf(t, l, lobby.Plan{}, "anna", "bo")
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Create{Plan: lobby.Plan{Game: "davinci"}}))
		again, left := asleep(t, book, 2)
		before := left.crash().rooms
		ctx, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		began := time.Now()
		again.Drain(ctx)
		if took := time.Since(began); took > time.Second || left.loads() > 0 {
			t.Errorf("the server stops after %v and %d rooms were read", took, left.loads())
		}
		if !reflect.DeepEqual(before, left.crash().rooms) {
			t.Error("the journal has something else")
		}
	})
}

// TestRemovePeopleLoadsOnlyTheirRooms removes a person from a room that they have left, and
// does not load another one.
func TestRemovePeopleLoadsOnlyTheirRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		known := &lobbytest.MemStore{People: []lobby.Account{{ID: "bo", IDs: []string{"bo", "key:bo"}, Name: "bo"}}}
		l := open(t, local.Config{Journal: book, Accounts: known})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		seated(t)(lobby.Ask(t.Context(), enter(t, l, "cy"), lobby.Join{Code: anna.now.Code}))
		if err := errors.Join(lobby.Perform(t.Context(), anna, lobby.Start{}), lobby.Perform(t.Context(), bo, lobby.Leave{})); err != nil {
			t.Fatal(err)
		}
		pairOf(t, l, lobby.Plan{}, "di", "ed")
		left := &countingJournal{memJournal: book.crash(), loaded: map[string]int{}}
		again := open(t, local.Config{Journal: left, Accounts: known})
		if n, err := again.Restore(t.Context()); n != 2 || err != nil {
			t.Fatal(n, err)
		}
		if err := lobby.Perform(t.Context(), enter(t, again, "bo"), lobby.DeleteAccount{}); err != nil {
			t.Fatal(err)
		}
		if left.loaded[anna.now.Code] != 1 || left.loads() != 1 {
			t.Errorf("%v were read", left.loaded)
		}
		for room, entries := range left.crash().rooms {
			for _, entry := range entries {
				if strings.Contains(string(entry.Data)+string(entry.Header), `"key:bo"`) {
					t.Errorf("room %s still has\n%s\n%s", room, entry.Data, entry.Header)
				}
			}
		}
	})
}
