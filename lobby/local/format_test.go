package local_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// oldEntries returns the journal of two rooms in an old format version: one with a match
// from which a player has left, and one that gathers.
func oldEntries(t *testing.T, file string) *memJournal {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rooms map[string][]struct {
		Number uint64
		Whole  bool
		Data   json.RawMessage
	}
	if err := json.Unmarshal(data, &rooms); err != nil {
		t.Fatal(err)
	}
	book := newMemJournal()
	for code, entries := range rooms {
		for _, entry := range entries {
			book.rooms[code] = append(book.rooms[code], lobby.Entry{Number: entry.Number, Whole: entry.Whole, Data: entry.Data})
		}
	}
	return book
}

// TestEntriesOfVersion1AreRead restores rooms of format version 1, and writes them in the
// current one.
func TestEntriesOfVersion1AreRead(t *testing.T) {
	in(t, func(t *testing.T) {
		book := oldEntries(t, "testdata/format1.json")
		known := &lobbytest.MemStore{}
		l := open(t, local.Config{Games: []engine.Game{cupsGame(nil, nil)}, Journal: book, Accounts: known})
		if n, err := l.Restore(t.Context()); n != 2 || err != nil {
			t.Fatalf("%d rooms came back (%v); aside: %v", n, err, book.aside)
		}
		anna, bo := back(t, l, "anna"), back(t, l, "bo")
		if view := anna.cups(); len(view.Calls) != 4 || len(view.Hidden) != 3 || !anna.now.Seats[2].Left {
			t.Errorf("the match has come back as %+v", anna.now)
		}
		eve := enter(t, l, "eve")
		_, err := lobby.Ask(t.Context(), eve, lobby.Watch{Code: "AAAAAA"})
		anna.refused(err, "has banned you")
		for _, entry := range book.crash().rooms["AAAAAA"] {
			if !bytes.Contains(entry.Data, []byte(`"version":3`)) || bytes.Contains(entry.Data, []byte("key:eve")) {
				t.Errorf("the journal still has %s", entry.Data)
			}
		}
		bo.do("call 1")
		if bo.look(); len(bo.cups().Calls) != 5 {
			t.Errorf("the match does not go on: %+v", bo.now.Match)
		}
		// Version 1 did not record that the title was made from anna's name.
		if err := lobby.Perform(t.Context(), anna, lobby.Leave{}); err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), enter(t, l, "anna"), lobby.DeleteAccount{}); err != nil {
			t.Fatal(err)
		}
		if bo.look(); bo.now.Plan.Title != "somebody's table" {
			t.Errorf("the title is %q", bo.now.Plan.Title)
		}
		if dan := seated(t)(lobby.Ask(t.Context(), enter(t, l, "dan"), lobby.Join{Code: "CCCCCC"})); dan.now.Plan.Title != "Dan & co" {
			t.Errorf("the title is %q", dan.now.Plan.Title)
		}
	})
}

// TestEntriesOfNewerVersionAreKept: the message names the readable versions.
func TestEntriesOfNewerVersionAreKept(t *testing.T) {
	in(t, func(t *testing.T) {
		for _, version := range []string{"0", "4"} {
			book := oldEntries(t, "testdata/format1.json")
			for code, entries := range book.rooms {
				newest := &entries[len(entries)-1]
				newest.Data = bytes.Replace(newest.Data, []byte(`"version":1`), []byte(`"version":`+version), 1)
				if code == "CCCCCC" {
					delete(book.rooms, code)
				}
			}
			l := open(t, local.Config{Games: []engine.Game{cupsGame(nil, nil)}, Journal: book})
			if n, err := l.Restore(t.Context()); n != 0 || err != nil || !strings.Contains(book.aside["AAAAAA"], "has version "+version+"; this server reads versions 1 to 3") {
				t.Errorf("%d rooms came back (%v); aside: %v", n, err, book.aside)
			}
		}
	})
}
