package store_test

import (
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"parlor/lobby"
	"parlor/store"
)

// TestHeaders checks that the newest header of each room is kept as long as the room.
func TestHeaders(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for _, e := range []struct {
		room  string
		entry lobby.Entry
	}{
		{"A", headed(whole(1), "one")},
		{"A", headed(entry(2), "two")},
		{"B", headed(whole(1), "one")},
		{"B", entry(2)}, // by an older program
		{"C", headed(whole(1), "one")},
		{"C", last(2)},
		{"D", headed(whole(1), "one")},
	} {
		must(t, s.Journal.Append(t.Context(), e.room, e.entry))
	}
	must(t, s.Journal.SetAside(t.Context(), "D", "it broke", nil))
	closeStore(t, s)

	s = open(t, dir)
	headers, err := s.Journal.Headers(t.Context())
	must(t, err)
	if len(headers) != 2 || string(headers["A"].Data) != "two" || headers["B"].Data != nil {
		t.Errorf("the headers are %+v", headers)
	}
	must(t, s.Journal.Append(t.Context(), "A", headed(entry(3), "three"))) // it is claimed
	wants(t, nil, s.Journal.Append(t.Context(), "B", headed(entry(3), "three")))
	if n, err := s.Count("SELECT count(*) FROM header"); n != 2 || err != nil {
		t.Errorf("%d headers are kept (%v)", n, err)
	}
}

// TestHeadersOfAnother checks that rooms of another process are left out.
func TestHeadersOfAnother(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Journal.Append(t.Context(), "A", headed(whole(1), "one")))
	must(t, s.Journal.Append(t.Context(), "B", headed(whole(1), "one")))
	must(t, s.Do("UPDATE claim SET process = 'another' WHERE room = 'A'"))
	headers, err := s.Journal.Headers(t.Context())
	if _, mine := headers["B"]; err != nil || len(headers) != 1 || !mine {
		t.Errorf("the headers are %+v (%v)", headers, err)
	}
	wants(t, lobby.ErrClaimed, s.Journal.Append(t.Context(), "A", entry(2)))
}

// TestHeadersStood checks that downtime adds up until the room is written again.
func TestHeadersStood(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Journal.Append(t.Context(), "A", headed(whole(1), "one")))
	var before lobby.Header
	for n := range 3 {
		closeStore(t, s)
		ago := time.Now().Add(-time.Hour).UnixNano()
		script(t, filepath.Join(dir, store.File), "UPDATE alive SET at = "+strconv.FormatInt(ago, 10))
		opened := time.Now()
		s = open(t, dir)
		headers, err := s.Journal.Headers(t.Context())
		must(t, err)
		header := headers["A"]
		if want := time.Duration(n+1) * time.Hour; header.Stood < want || header.Stood > want+time.Minute {
			t.Errorf("it stood for %v, not %v", header.Stood, want)
		}
		if n == 0 && header.Since.Before(opened) || n > 0 && header.Since.Sub(before.Since) < time.Hour {
			t.Errorf("it is open since %v, and before since %v", header.Since, before.Since)
		}
		before = header
	}
	must(t, s.Journal.Append(t.Context(), "A", headed(entry(2), "two")))
	closeStore(t, s)
	s = open(t, dir)
	headers, err := s.Journal.Headers(t.Context())
	if header := headers["A"]; err != nil || header.Stood > time.Minute || string(header.Data) != "two" {
		t.Errorf("it stood for %v (%v)", header.Stood, err)
	}
}

func headed(entry lobby.Entry, header string) lobby.Entry {
	entry.Header = []byte(header)
	return entry
}
