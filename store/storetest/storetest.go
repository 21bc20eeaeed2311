// Package storetest tests implementations of lobby.Journal.
package storetest

import (
	"context"
	"testing"

	"parlor/lobby"
)

// Backend is an implementation of lobby.Journal.
type Backend struct {
	// Machines returns an empty storage.
	Machines func(t *testing.T) Machines
}

// Machines starts the processes that use one storage, one after the other.
type Machines interface {
	// Next starts a process after the previous one has closed or, if killed is set, was killed. In
	// that case the storage contains only what it had written.
	Next(t *testing.T, killed bool) lobby.Journal
	// TakeOver starts a process that takes over all rooms from the newest one, which is still running and does not
	// know. It returns nil if only one process may run at a time.
	TakeOver(t *testing.T) lobby.Journal
	// Kept reports whether a finished match is stored.
	Kept(t *testing.T, id string) bool
}

// Run runs all tests.
func Run(t *testing.T, way Backend) {
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

// stage is the environment of one test.
type stage struct {
	*testing.T
	machines Machines
}

// first returns the journal of the first process.
func (s *stage) first() lobby.Journal {
	s.Helper()
	journal := s.machines.Next(s.T, false)
	s.claim(journal)
	return journal
}

// claim makes a process the owner of all rooms and returns their headers.
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

// holds compares the entries of a room with the expected ones.
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

// ended returns a canceled context.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
