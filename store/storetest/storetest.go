// Package storetest is one suite for every journal: what lobby.Journal promises,
// whether rooms are kept on one disk, on several machines, or in memory.
package storetest

import (
	"context"
	"testing"

	"parlor/lobby"
)

// Way is a kind of journal.
type Way struct {
	// Machines prepares a place where nothing is kept yet.
	Machines func(t *testing.T) Machines
}

// Machines are the processes that keep rooms in one place, one after the other.
type Machines interface {
	// Next starts a process, after the one before has ended in good order, or has
	// been killed where killed is set: then what it wrote is all that there is of it.
	Next(t *testing.T, killed bool) lobby.Journal
	// Beside starts a process that takes over all rooms from the newest one, which
	// still runs and knows nothing of it; nil where only one may run at a time.
	Beside(t *testing.T) lobby.Journal
	// Kept reports whether a finished match is kept.
	Kept(t *testing.T, id string) bool
}

// Run holds a kind of journal against every promise.
func Run(t *testing.T, way Way) {
	for _, one := range []struct {
		name  string
		check func(*stage)
	}{
		{"entries stand in sequence", checkSequence},
		{"the newest entry may come again", checkRepeats},
		{"entries outlive their process", checkReopened},
		{"a whole entry takes the place of those before it", checkWhole},
		{"a room ends with its last entry", checkLast},
		{"matches are kept with the entry that ends them", checkEnded},
		{"the newest header is kept", checkHeaders},
		{"what is set aside is gone from the lobby", checkSetAside},
		{"nobody appends to a room that they do not have", checkUnclaimed},
		{"rooms that were taken over are lost to their process", checkTakenOver},
		{"many rooms go on at once", checkMany},
		{"an end of patience leaves nothing half done", checkPatience},
	} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			one.check(&stage{T: t, machines: way.Machines(t)})
		})
	}
}

// stage is where a promise is checked.
type stage struct {
	*testing.T
	machines Machines
}

// first is the journal of the first process.
func (s *stage) first() lobby.Journal {
	s.Helper()
	journal := s.machines.Next(s.T, false)
	s.claim(journal)
	return journal
}

// claim makes a process the one that has the rooms, and returns their headers.
func (s *stage) claim(journal lobby.Journal) map[string]lobby.Header {
	s.Helper()
	headers, err := journal.Headers(s.Context())
	s.must(err)
	return headers
}

func (s *stage) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *stage) append(journal lobby.Journal, room string, entries ...lobby.Entry) {
	s.Helper()
	for _, entry := range entries {
		if err := journal.Append(s.Context(), room, entry); err != nil {
			s.Fatalf("number %d of room %s: %v", entry.Number, room, err)
		}
	}
}

// holds compares the entries of a room with what was written.
func (s *stage) holds(journal lobby.Journal, room string, want ...lobby.Entry) {
	s.Helper()
	got, err := journal.Load(s.Context(), room)
	s.must(err)
	if len(got) != len(want) {
		s.Fatalf("room %s has %d entries, not %d: %+v", room, len(got), len(want), got)
	}
	for i, one := range want {
		if has := got[i]; has.Number != one.Number || has.Whole != one.Whole || string(has.Data) != string(one.Data) {
			s.Errorf("entry %d of room %s is %+v, not %+v", i, room, has, one)
		}
	}
}

// ended is a context that nobody waits for any more.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
