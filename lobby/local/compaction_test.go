package local_test

import (
	"reflect"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// weight returns the number of a room's journal entries and their bytes.
func (l *memJournal) weight(room string) (entries, bytes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, entry := range l.rooms[room] {
		bytes += len(entry.Data)
	}
	return len(l.rooms[room]), bytes
}

// TestJournalIsBoundedWhileGathering changes the stored table ten thousand times: the
// journal stays small and has the latest state after a crash at any point.
func TestJournalIsBoundedWhileGathering(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2}}))
		bo := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Join{Code: anna.now.Code}))
		most, heaviest := 0, 0
		for n := range 10_000 {
			if err := lobby.Perform(t.Context(), bo, lobby.SetReady{Ready: n%2 == 0}); err != nil {
				t.Fatal(err)
			}
			entries, bytes := book.weight(anna.now.Code)
			most, heaviest = max(most, entries), max(heaviest, bytes)
			if n%997 != 0 {
				continue
			}
			again := open(t, local.Config{Journal: book.crash()})
			if back, err := again.Restore(t.Context()); back != 1 || err != nil {
				t.Fatalf("after %d orders %d rooms came back (%v)", n, back, err)
			}
			found, err := lobby.Ask(t.Context(), enter(t, again, "anna"), lobby.Look{Code: anna.now.Code})
			if err != nil || found.Seats[1].Ready != (n%2 == 0) || !found.Host {
				t.Fatalf("after %d orders the table is %+v (%v)", n, found.Seats, err)
			}
		}
		if most > 65 || heaviest > 64<<10 {
			t.Errorf("of 10,000 orders up to %d entries with %d bytes lay in the journal", most, heaviest)
		}
	})
}

// TestJournalIsBoundedDuringMatch plays thousands of moves: the journal grows no faster
// than the match's record, and the match continues after a crash at any point.
func TestJournalIsBoundedDuringMatch(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		config := local.Config{Games: []engine.Game{cupsGame(nil, nil)}, Journal: book}
		people := table(t, open(t, config), lobby.Plan{Options: engine.Options{"goal": "1000000"}}, "anna", "bo")
		anna, code := people[0], people[0].now.Code
		const moves = 6000
		total, before := 0, 0
		for n := range moves {
			if n%2 == 0 {
				anna.do("hide 1")
			} else {
				anna.do("hide 2")
			}
			entries, bytes := book.weight(code)
			if bytes > before {
				total += bytes - before
			} else {
				total += bytes // all bytes are of a new whole entry
			}
			before = bytes
			// A move takes about twelve bytes of a record.
			if record := 1000 + 12*n; bytes > 2*record+70<<10 || entries > 65+record/400 {
				t.Fatalf("after %d moves %d entries with %d bytes lie in the journal", n+1, entries, bytes)
			}
			if n%1499 != 0 {
				continue
			}
			anna.look()
			config.Journal = book.crash()
			again := open(t, config)
			if back, err := again.Restore(t.Context()); back != 1 || err != nil {
				t.Fatalf("after %d moves %d rooms came back (%v)", n+1, back, err)
			}
			found, err := lobby.Ask(t.Context(), enter(t, again, "anna"), lobby.Look{Code: code})
			if err != nil || !reflect.DeepEqual(found.Match, anna.now.Match) {
				t.Fatalf("after %d moves the match is\n%+v (%v), not\n%+v", n+1, found.Match, err, anna.now.Match)
			}
		}
		if total > 2*moves*700 {
			t.Errorf("%d moves wrote %d bytes", moves, total)
		}
		t.Logf("%d moves wrote %d bytes, of which %d lie in the journal", moves, total, before)
	})
}

// TestUnstoredChangesWriteNothing: chat, looks and refusals do not write to the journal.
func TestUnstoredChangesWriteNothing(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		anna, bo := pair(t, open(t, local.Config{Journal: book}), lobby.Plan{})
		entries, bytes := book.weight(anna.now.Code)
		for range 100 {
			bo.refused(lobby.Perform(t.Context(), bo, lobby.Start{}), "Only the host")
			_ = lobby.Perform(t.Context(), bo, lobby.Say{Text: "hello"}) // sometimes refused by the rate limit
			if err := lobby.Perform(t.Context(), bo, lobby.ListLegal{}); err != nil {
				t.Fatal(err)
			}
		}
		if after, size := book.weight(anna.now.Code); after != entries || size != bytes {
			t.Errorf("%d entries with %d bytes have become %d with %d", entries, bytes, after, size)
		}
	})
}
