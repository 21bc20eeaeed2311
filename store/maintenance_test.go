package store_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlor/internal/traces"
	"parlor/lobby"
	"parlor/store"
)

// sizeOf returns the size in bytes of the database in a directory.
func sizeOf(t *testing.T, dir string) int64 {
	t.Helper()
	info, err := os.Stat(filepath.Join(dir, store.File))
	must(t, err)
	return info.Size()
}

// patience bounds waiting in a synctest bubble.
const patience = 15 * time.Minute

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v it does not hold that %s", patience, what)
		}
	}
}

// grow writes rooms with about four megabytes of entries, and ends them.
func grow(t *testing.T, s *store.Store) {
	t.Helper()
	for i := range 10 {
		for number := range uint64(4) {
			data := bytes.Repeat([]byte("0123456789"), 10_000)
			must(t, s.Journal.Append(t.Context(), roomName(i), lobby.Entry{Number: number + 1, Data: data}))
		}
	}
	for i := range 10 {
		must(t, s.Journal.Append(t.Context(), roomName(i), last(5)))
	}
}

// TestTheFileShrinks checks that the space of ended rooms is released while the server runs, except a small reserve.
func TestTheFileShrinks(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
	grow(t, s)
	eventually(t, "the file has shrunk", func() bool { return sizeOf(t, dir) < 2<<20 })
	holds(t, s.Journal, "A", entry(1))
	must(t, s.Journal.Append(t.Context(), "A", entry(2)))
	eventually(t, "the log is small", func() bool {
		log, err := os.Stat(filepath.Join(dir, store.File+"-wal"))
		return err == nil && log.Size() < 1<<20
	})
}

// TestVacuum shrinks a database of every version, and one that releases pages by itself, without changing their
// versions.
func TestVacuum(t *testing.T) {
	for i := range store.Migrations() {
		version := i + 1
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) {
			dir := t.TempDir()
			oldDatabase(t, dir, version)
			path := filepath.Join(dir, store.File)
			script(t, path, `CREATE TABLE big (data BLOB); INSERT INTO big
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT zeroblob(1000) FROM n; DROP TABLE big`)
			was := sizeOf(t, dir)
			before, after, err := store.Vacuum(t.Context(), dir)
			must(t, err)
			if before != was || after != sizeOf(t, dir) || before < 4<<20 || after > 1<<20 {
				t.Errorf("of %d bytes it says %d, and of %d now %d", was, before, sizeOf(t, dir), after)
			}
			if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
				t.Errorf("in the folder are %v (%v)", files, err)
			}
			s := open(t, dir)
			isAllThere(t, s, version)
			grow(t, s)
			eventually(t, "the file shrinks by itself now", func() bool { return sizeOf(t, dir) < 2<<20 })
		})
	}
}

func TestVacuumIsRefused(t *testing.T) {
	nothing := filepath.Join(t.TempDir(), "none")
	_, _, err := store.Vacuum(t.Context(), nothing)
	says(t, err, "no database in the folder")
	if _, err := os.Stat(nothing); err == nil {
		t.Error("the folder was made")
	}
	dir := t.TempDir()
	s := open(t, dir)
	_, _, err = store.Vacuum(t.Context(), dir)
	says(t, err, "another parlor has the folder")
	closeStore(t, s)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err = store.Vacuum(gone, dir); err == nil {
		t.Error("it was not interrupted")
	}
	closeStore(t, open(t, dir)) // still usable
	foreign := t.TempDir()
	script(t, filepath.Join(foreign, store.File), "CREATE TABLE t (a)")
	_, _, err = store.Vacuum(t.Context(), foreign)
	says(t, err, "belongs to another program")
}

// TestWhatIsSetAsideIsBounded puts more rooms into quarantine than are kept, and one that is too old.
func TestWhatIsSetAsideIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	for i := range 120 {
		must(t, s.Journal.Append(t.Context(), roomName(i), entry(1)))
		must(t, s.Journal.Append(t.Context(), roomName(i), entry(2)))
		must(t, s.Journal.SetAside(t.Context(), roomName(i), "damaged", nil))
	}
	isAside := func(want int64, rooms string) {
		t.Helper()
		if n, err := s.Count("SELECT count(*) FROM aside WHERE " + rooms); err != nil || n != want {
			t.Errorf("%d entries are set aside where %s (%v), not %d", n, rooms, err, want)
		}
	}
	isAside(200, "true")
	isAside(0, "room < 'ROOM020'")
	must(t, s.Do(fmt.Sprintf("UPDATE aside SET at = %d WHERE room = 'ROOM100'", time.Now().Add(-31*24*time.Hour).UnixNano())))
	closeStore(t, s)
	s = open(t, dir)
	isAside(198, "true")
	isAside(0, "room = 'ROOM100'")
}

// TestForgottenInEveryFile checks that after a deletion no file contains an ID or the name of the person, whatever
// was stored and deleted before.
func TestForgottenInEveryFile(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	names := []string{"key:of-bella", "key:of-bellas-laptop", "Bella Donna", "Arabella"}
	must(t, s.Accounts.Save(t.Context(), lobby.Account{ID: names[0], Name: names[2], Chosen: true, Settings: []byte(`{"of":"key:of-bella"}`)}))
	must(t, s.Accounts.Link(t.Context(), names[0], names[1]))
	must(t, s.Accounts.Save(t.Context(), lobby.Account{ID: "ann", Name: "ann"}))
	muteAndReport(t, s, names[0], names[2])
	named := fmt.Sprintf(`{"table":{"plan":{"title":"%s's table"},"titled":%q,"seats":[{"id":%q,"name":%q}]}}`, names[2], names[0], names[1], names[2])
	old := fmt.Sprintf(`{"table":{"plan":{"title":"%s's table"},"seats":[]}}`, names[3])
	others := `{"table":{"plan":{"title":"ann's table"},"seats":[{"id":"ann"}]}}`
	for i, data := range []string{named, old, others} {
		must(t, s.Journal.Append(t.Context(), roomName(i), lobby.Entry{Number: 1, Whole: true, Data: []byte(data)}))
		must(t, s.Journal.SetAside(t.Context(), roomName(i), "damaged", nil))
	}
	for i := range 40 { // a room that continues without her
		number := uint64(i) * 5
		must(t, s.Journal.Append(t.Context(), "LONG", lobby.Entry{Number: number + 1, Whole: true, Data: []byte(named)}))
		for n := range uint64(4) {
			must(t, s.Journal.Append(t.Context(), "LONG", lobby.Entry{Number: number + 2 + n, Data: []byte(strings.Repeat(named, 1+i))}))
		}
		match := finished(fmt.Sprint("m", i), i, names[i%2], "ann")
		match.Players[0].Name = names[2+i/20]
		match.Title, match.Titled = names[2+i/20]+"'s table", names[0]
		if i%3 == 0 {
			match.Titled = "" // as before version 4
		}
		if i%3 == 1 {
			match.Players[0] = lobby.Player{ID: "bob", Name: "bob"} // she only created the room
		}
		must(t, s.Journal.Append(t.Context(), roomName(100+i), lobby.Entry{Number: 1, Whole: true, Data: []byte(named), Ended: match}))
		must(t, s.Journal.Append(t.Context(), roomName(100+i), last(2)))
	}
	must(t, s.Journal.Append(t.Context(), "LONG", lobby.Entry{Number: 201, Whole: true, Data: []byte(others)}))
	if found := traces.In(t, dir, names); len(found) == 0 {
		t.Fatal("nothing is found before, so this test looks in the wrong place")
	}
	must(t, s.Accounts.Forget(t.Context(), names[0]))
	eventually(t, "no file names her", func() bool { return len(traces.In(t, dir, names)) == 0 })
	matches, err := s.History.Matches(t.Context(), lobby.MatchFilter{Limit: 100})
	must(t, err)
	for _, match := range matches {
		if match.Title != "somebody's table" {
			t.Errorf("match %s has the title %q", match.ID, match.Title)
		}
	}
	if n, err := s.Count("SELECT count(DISTINCT room) FROM aside"); err != nil || n != 1 {
		t.Errorf("%d rooms are set aside (%v), not 1", n, err)
	}
	closeStore(t, s)
	if found := traces.In(t, dir, names); len(found) > 0 {
		t.Errorf("after the server's end there are %v", found)
	}
}
