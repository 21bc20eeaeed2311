package store_test

import (
	"reflect"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/store"
)

// recorded returns a finished match whose record names a host key.
func recorded(id string, number int, key string) *lobby.Finished {
	match := finished(id, number, "ann", "bob")
	match.Text = "parlor match 2\nserver -\nkey " + key + "\nend\n"
	match.Names = []lobby.RecordName{{Seat: engine.Seat(0), Name: "Ann", Salt: "aa"}, {Seat: engine.Seat(1), Name: "Bob", Salt: "bb"}}
	return match
}

// TestUnsignedRecordsOfKey checks that only the records that a key can sign are returned, and
// none that has been signed.
func TestUnsignedRecordsOfKey(t *testing.T) {
	s := open(t, t.TempDir())
	m1, m3 := recorded("m1", 1, "SHA256:new"), recorded("m3", 3, "SHA256:new")
	for i, match := range []*lobby.Finished{m1, recorded("m2", 2, "SHA256:old"), m3, finished("m4", 4, "ann")} {
		must(t, s.Journal.Append(t.Context(), "A", ending(uint64(i+1), match)))
	}
	unsigned := func(most int, want ...store.UnsignedRecord) {
		t.Helper()
		if got, err := s.History.Unsigned(t.Context(), "SHA256:new", most); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("unsigned records are %v (%v), not %v", got, err, want)
		}
	}
	unsigned(9, store.UnsignedRecord{Match: "m3", Text: m3.Text}, store.UnsignedRecord{Match: "m1", Text: m1.Text})
	unsigned(1, store.UnsignedRecord{Match: "m3", Text: m3.Text})
	must(t, s.History.SignRecord(t.Context(), "m3", "signature"))
	must(t, s.History.SignRecord(t.Context(), "m3", "another signature"))
	unsigned(9, store.UnsignedRecord{Match: "m1", Text: m1.Text})
	m3.Signature = "signature"
	if got, err := s.History.Match(t.Context(), "m3"); err != nil || !reflect.DeepEqual(got, *m3) {
		t.Errorf("the match came back as %+v (%v), not %+v", got, err, *m3)
	}
}
