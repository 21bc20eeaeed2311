package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

// TestFullDatabase limits the size of the database. Writes that do not fit are refused, and the store works again
// when there is room.
func TestFullDatabase(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Do("PRAGMA max_page_count = 100"))
	written := fill(t, s)
	if written[0] == 0 {
		t.Error("nothing fits into a hundred pages")
	}
	err := s.Accounts.Save(t.Context(), lobby.Account{ID: "ann", Settings: make([]byte, 100_000)})
	if wants(t, lobby.ErrNoRoom, err); err.Error() != lobby.ErrNoRoom.Error() {
		t.Errorf("somebody is told %q", err)
	}
	wants(t, lobby.ErrUnknown, second(s.Accounts.Account(t.Context(), "ann")))
	must(t, s.Do("PRAGMA max_page_count = 1000000"))
	goesOn(t, s, dir, written)
}

// TestSmallOnesStillFit puts one append that is too big and several small ones into one commit.
func TestSmallOnesStillFit(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Do("PRAGMA max_page_count = 100"))
	release := s.Hold()
	const rooms = 20
	answers := make([]error, rooms)
	var all sync.WaitGroup
	for i := range rooms {
		all.Go(func() {
			e := entry(1)
			if i == rooms/2 {
				e.Data = make([]byte, 1<<20)
			}
			answers[i] = s.Journal.Append(context.Background(), roomName(i), e)
		})
	}
	time.Sleep(20 * time.Millisecond) // until most of them wait for the writer
	release()
	all.Wait()
	for i, err := range answers {
		if i == rooms/2 {
			wants(t, lobby.ErrNoRoom, err)
		} else if err != nil {
			t.Errorf("%s: %v", roomName(i), err)
		}
	}
}

const fullRooms = 8

// fill appends to several rooms concurrently until there is no room, and returns the number of acknowledged entries
// of each.
func fill(t *testing.T, s *store.Store) (written [fullRooms]uint64) {
	t.Helper()
	var all sync.WaitGroup
	for i := range written {
		all.Go(func() {
			for refused := 0; refused < 20; {
				err := s.Journal.Append(t.Context(), roomName(i), large(written[i]+1))
				switch {
				case err == nil:
					written[i]++
				case errors.Is(err, lobby.ErrNoRoom):
					refused++
				default:
					t.Errorf("number %d of %s: %v", written[i]+1, roomName(i), err)
					return
				}
			}
		})
	}
	all.Wait()
	return written
}

// goesOn checks that a full store accepts entries again, and that a reopened one has exactly the acknowledged
// entries.
func goesOn(t *testing.T, s *store.Store, dir string, written [fullRooms]uint64) {
	t.Helper()
	for i := range written {
		for range 3 {
			must(t, s.Journal.Append(t.Context(), roomName(i), large(written[i]+1)))
			written[i]++
		}
	}
	closeStore(t, s)
	s = open(t, dir)
	for i := range written {
		var want []lobby.Entry
		for number := range written[i] {
			want = append(want, large(number+1))
		}
		holds(t, s.Journal, roomName(i), want...)
	}
}

func large(number uint64) lobby.Entry {
	return lobby.Entry{Number: number, Data: fmt.Appendf(nil, "%01000d", number)}
}
