package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parlor/lobby"
)

func TestSequence(t *testing.T) {
	s := open(t, t.TempDir())
	for i, c := range []struct {
		room  string
		entry lobby.Entry
		want  error
	}{
		{"A", entry(0), lobby.ErrSequence},
		{"A", entry(2), lobby.ErrSequence},
		{"A", entry(1), nil},
		{"A", entry(1), nil}, // already written
		{"A", lobby.Entry{Number: 1, Whole: true, Data: entry(1).Data}, lobby.ErrSequence},
		{"A", lobby.Entry{Number: 1, Data: []byte("another")}, lobby.ErrSequence},
		{"A", entry(3), lobby.ErrSequence},
		{"A", entry(2), nil},
		{"B", entry(3), lobby.ErrSequence},
		{"B", entry(1), nil},
		{"A", whole(4), lobby.ErrSequence},
		{"A", whole(3), nil},
		{"A", entry(4), nil},
		{"A", entry(1 << 63), lobby.ErrSequence},
	} {
		if err := s.Journal.Append(t.Context(), c.room, c.entry); err != c.want { //nolint:errorlint // nothing is added
			t.Errorf("%d: number %d of room %s: %v, not %v", i, c.entry.Number, c.room, err, c.want)
		}
	}
	holds(t, s.Journal, "A", whole(3), entry(4))
	holds(t, s.Journal, "B", entry(1))
	holds(t, s.Journal, "none")
}

func TestReopened(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	empty := lobby.Entry{Number: 2, Data: []byte{}}
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
	must(t, s.Journal.Append(t.Context(), "A", empty))
	must(t, s.Journal.Append(t.Context(), "B", whole(1)))
	closeStore(t, s)

	s = open(t, dir)
	rooms, err := s.Rooms(t.Context())
	if err != nil || !slices.Equal(rooms, []string{"A", "B"}) {
		t.Errorf("the rooms are %v (%v)", rooms, err)
	}
	holds(t, s.Journal, "A", entry(1), empty)
	holds(t, s.Journal, "B", whole(1))

	if err := s.Journal.Append(t.Context(), "A", entry(3)); err == nil || !strings.Contains(err.Error(), "claimed") {
		t.Errorf("appending to a room that was not claimed: %v", err)
	}
	must(t, s.Claim(t.Context(), "A"))
	must(t, s.Claim(t.Context(), "A"))
	must(t, s.Journal.Append(t.Context(), "A", entry(3)))
}

func TestClaimed(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
	must(t, s.Do("UPDATE claim SET process = 'another'"))
	wants(t, lobby.ErrClaimed, s.Journal.Append(t.Context(), "A", entry(2)))
	wants(t, lobby.ErrClaimed, s.Claim(t.Context(), "A"))
	wants(t, lobby.ErrClaimed, s.Journal.Append(t.Context(), "A", last(2)))
	wants(t, lobby.ErrClaimed, s.Journal.SetAside(t.Context(), "A", "it is another's", nil))
	holds(t, s.Journal, "A", entry(1))
}

// TestLast checks that an ended room leaves nothing but its finished matches, including the one that ended with it.
func TestLast(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
	must(t, s.Journal.Append(t.Context(), "A", ending(2, finished("m1", 1))))
	wants(t, lobby.ErrSequence, s.Journal.Append(t.Context(), "A", last(4)))
	end := last(3)
	end.Ended = finished("m2", 2)
	must(t, s.Journal.Append(t.Context(), "A", end))
	wants(t, lobby.ErrSequence, s.Journal.Append(t.Context(), "A", entry(4)))
	holds(t, s.Journal, "A")
	for _, id := range []string{"m1", "m2"} {
		if _, err := s.History.Match(t.Context(), id); err != nil {
			t.Errorf("match %s, which ended in the room: %v", id, err)
		}
	}
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
}

func TestSetAside(t *testing.T) {
	s := open(t, t.TempDir())
	for number := range uint64(3) {
		must(t, s.Journal.Append(t.Context(), "A", entry(number+1)))
		must(t, s.Journal.Append(t.Context(), "B", entry(number+1)))
	}
	match := finished("m1", 1)
	match.Void = lobby.VoidServer
	must(t, s.Journal.SetAside(t.Context(), "A", "of a game that is not known", match))
	if kept, err := s.History.Match(t.Context(), "m1"); err != nil || kept.Void != lobby.VoidServer {
		t.Errorf("the match of that room is %+v (%v)", kept, err)
	}
	must(t, s.Journal.Append(t.Context(), "C", ending(1, finished("m2", 2))))
	match.ID = "m2"
	must(t, s.Journal.SetAside(t.Context(), "C", "its match has ended before", match))
	if kept, err := s.History.Match(t.Context(), "m2"); err != nil || kept.Void != "" {
		t.Errorf("a match that had ended is %+v (%v)", kept, err)
	}
	holds(t, s.Journal, "A")
	holds(t, s.Journal, "B", entry(1), entry(2), entry(3))
	kept, err := s.Count("SELECT count(*) FROM aside WHERE room = 'A' AND why = 'of a game that is not known' AND at > 0")
	if err != nil || kept != 3 {
		t.Errorf("%d entries are kept (%v)", kept, err)
	}
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
}

// TestDamage removes an entry from the middle of a room, which can then no longer be loaded. Nothing else is
// affected.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for number := range uint64(3) {
		must(t, s.Journal.Append(t.Context(), "A", entry(number+1)))
		must(t, s.Journal.Append(t.Context(), "B", entry(number+1)))
		must(t, s.Journal.Append(t.Context(), "C", entry(number+1)))
	}
	must(t, s.Do("DELETE FROM entry WHERE room = 'A' AND number = 2"))
	must(t, s.Do("DELETE FROM entry WHERE room = 'B' AND number = 1"))
	closeStore(t, s)
	s = open(t, dir)
	for _, room := range []string{"A", "B"} {
		if entries, err := s.Journal.Load(t.Context(), room); err == nil || !strings.Contains(err.Error(), "room "+room) {
			t.Errorf("a damaged room loads as %v (%v)", entries, err)
		}
		must(t, s.Journal.SetAside(t.Context(), room, "damaged", nil))
	}
	holds(t, s.Journal, "C", entry(1), entry(2), entry(3))
}

// TestManyAtOnce appends to a hundred rooms from two goroutines each. One of the two gets each number, and the order
// is kept.
func TestManyAtOnce(t *testing.T) {
	s := open(t, t.TempDir())
	const rooms, numbers = 50, 20
	var all sync.WaitGroup
	for i := range 2 * rooms {
		all.Go(func() {
			room, who := roomName(i/2), i%2
			for number := range uint64(numbers) {
				data := fmt.Appendf(nil, "%d by %d", number+1, who)
				err := s.Journal.Append(t.Context(), room, lobby.Entry{Number: number + 1, Data: data})
				if err != nil && !errors.Is(err, lobby.ErrSequence) {
					t.Errorf("number %d of %s: %v", number+1, room, err)
				}
			}
		})
	}
	all.Wait()
	for i := range rooms {
		entries, err := s.Journal.Load(t.Context(), roomName(i))
		if err != nil || len(entries) == 0 {
			t.Errorf("%s has %d entries (%v)", roomName(i), len(entries), err)
		}
		for j, entry := range entries {
			if entry.Number != uint64(j+1) || !strings.HasPrefix(string(entry.Data), fmt.Sprintf("%d by ", j+1)) {
				t.Errorf("%s has %q under number %d", roomName(i), entry.Data, entry.Number)
			}
		}
	}
}

// TestOneCommit puts good and bad appends into one commit. A bad one does not affect the others.
func TestOneCommit(t *testing.T) {
	s := open(t, t.TempDir())
	release := s.Hold()
	const rooms = 40
	answers := make([]error, 3*rooms)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			one := entry(1)
			switch i % 3 {
			case 1:
				one = whole(1)
			case 2:
				one = entry(7)
			}
			answers[i] = s.Journal.Append(context.Background(), roomName(i/3), one)
		})
	}
	time.Sleep(20 * time.Millisecond) // until most of them wait for the writer
	release()
	all.Wait()
	for i := range rooms {
		mine := answers[3*i : 3*i+3]
		refused := 0
		for _, err := range mine {
			if err != nil {
				wants(t, lobby.ErrSequence, err)
				refused++
			}
		}
		if refused != 2 {
			t.Errorf("%s answered %v", roomName(i), mine)
		}
		won := entry(1)
		if mine[1] == nil {
			won = whole(1)
		}
		holds(t, s.Journal, roomName(i), won)
	}
}

// TestPatience ends contexts before and after the writer accepts an append.
func TestPatience(t *testing.T) {
	s := open(t, t.TempDir())
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	wants(t, context.Canceled, s.Journal.Append(gone, "A", entry(1)))
	wants(t, context.Canceled, second(s.Journal.Load(gone, "A")))

	release := s.Hold()
	short, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	wants(t, context.DeadlineExceeded, s.Journal.Append(short, "A", entry(1)))
	release()
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))

	taken, cancel := context.WithCancel(t.Context())
	if err := s.AppendAnd(taken, cancel, "A", entry(2)); err != nil {
		t.Errorf("an append that was taken answers %v", err)
	}
	holds(t, s.Journal, "A", entry(1), entry(2))
}

func entry(number uint64) lobby.Entry {
	return lobby.Entry{Number: number, Data: fmt.Appendf(nil, `{"step":%d}`, number)}
}

func whole(number uint64) lobby.Entry {
	return lobby.Entry{Number: number, Whole: true, Data: fmt.Appendf(nil, `{"all":%d}`, number)}
}

func ending(number uint64, match *lobby.Finished) lobby.Entry {
	e := entry(number)
	e.Ended = match
	return e
}

func last(number uint64) lobby.Entry { return lobby.Entry{Number: number, Last: true} }

func roomName(i int) string { return fmt.Sprintf("ROOM%03d", i) }

func holds(t testing.TB, journal lobby.Journal, room string, want ...lobby.Entry) {
	t.Helper()
	got, err := journal.Load(context.Background(), room)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("room %s holds %v (%v), not %v", room, got, err, want)
	}
}
