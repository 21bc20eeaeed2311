package store_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"parlor/lobby"
	"parlor/store"
)

// TestBackup makes a backup while rooms are written. It includes everything acknowledged before, and all rooms end at
// one moment.
func TestBackup(t *testing.T) {
	for name, take := range map[string]func(s *store.Store, dir, file string) error{
		"by the server":       func(s *store.Store, _, file string) error { return s.Backup(t.Context(), file) },
		"by somebody besides": func(_ *store.Store, dir, file string) error { return store.Copy(t.Context(), dir, file) },
	} {
		t.Run(name, func(t *testing.T) { testBackup(t, take) })
	}
}

func testBackup(t *testing.T, take func(s *store.Store, dir, file string) error) {
	t.Helper()
	from := t.TempDir()
	s := open(t, from)
	const rooms, before = 10, 30
	var all sync.WaitGroup
	going, stop := context.WithCancel(t.Context())
	begun := make(chan struct{}, rooms)
	for i := range rooms {
		all.Go(func() {
			for number := uint64(1); going.Err() == nil; number++ {
				err := s.Journal.Append(going, roomName(i), ending(number, finished(matchName(i, number), int(number))))
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("number %d: %v", number, err)
				}
				if number == before {
					begun <- struct{}{}
				}
			}
		})
	}
	for range rooms {
		<-begun
	}
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	file, dir := filepath.Join(t.TempDir(), "evening.backup"), filepath.Join(t.TempDir(), "restored")
	must(t, take(s, from, file))
	stop()
	all.Wait()

	must(t, store.Restore(file, dir))
	isPartOf(t, open(t, dir), s, rooms, before)
	for _, folder := range []string{filepath.Dir(file), dir} {
		if left, _ := filepath.Glob(filepath.Join(folder, ".parlor-*")); len(left) > 0 {
			t.Errorf("%v is left over", left)
		}
	}
}

func isPartOf(t *testing.T, restored, s *store.Store, rooms, least int) {
	t.Helper()
	for i := range rooms {
		got, err := restored.Journal.Load(t.Context(), roomName(i))
		must(t, err)
		live, err := s.Journal.Load(t.Context(), roomName(i))
		must(t, err)
		if len(got) < least || len(got) > len(live) || !reflect.DeepEqual(got, live[:len(got)]) {
			t.Errorf("%s has %d entries restored and %d live", roomName(i), len(got), len(live))
		}
		last := matchName(i, uint64(len(got)))
		want, err := s.History.Match(t.Context(), last)
		must(t, err)
		if match, err := restored.History.Match(t.Context(), last); err != nil || !reflect.DeepEqual(match, want) {
			t.Errorf("%s is %+v (%v) in the backup", last, match, err)
		}
	}
	isAccount(t, restored, "ann", account("ann"))
	if at, err := restored.Alive(t.Context()); err != nil || at.IsZero() {
		t.Errorf("the backup was alive at %v (%v)", at, err)
	}
}

func TestBackupIsRefused(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Journal.Append(t.Context(), "A", entry(1)))
	file := filepath.Join(t.TempDir(), "backup")
	must(t, os.WriteFile(file, []byte("a letter"), 0o600))
	says(t, s.Backup(t.Context(), file), "already exists")
	if data, err := os.ReadFile(file); err != nil || string(data) != "a letter" {
		t.Errorf("the file that was there holds %q (%v)", data, err)
	}
	says(t, s.Backup(t.Context(), filepath.Join(t.TempDir(), "no", "such", "folder")), "cannot be written")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	wants(t, context.Canceled, s.Backup(gone, file+"2"))
	closeStore(t, s)
	says(t, s.Backup(t.Context(), file+"3"), "closed")
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("%v is left (%v)", left, err)
	}
}

func TestRestoreIsRefused(t *testing.T) {
	source := t.TempDir()
	s := open(t, source)
	for i := range 50 {
		must(t, s.Journal.Append(t.Context(), roomName(i), lobby.Entry{Number: 1, Data: make([]byte, 5000)}))
	}
	backup := filepath.Join(t.TempDir(), "backup")
	must(t, s.Backup(t.Context(), backup))

	says(t, store.Restore(backup, source), "another parlor")
	says(t, store.Restore(filepath.Join(source, store.File), t.TempDir()), "not a backup")
	closeStore(t, s)
	says(t, store.Restore(backup, source), "already exists")

	log := t.TempDir()
	must(t, os.WriteFile(filepath.Join(log, store.File+"-wal"), []byte("a log"), 0o600))
	says(t, store.Restore(backup, log), "already exists")

	for name, c := range map[string]struct {
		change func(path string, data []byte)
		says   string
	}{
		"damaged":    {func(path string, data []byte) { write(t, path, damage(data)) }, "damaged"},
		"cut off":    {func(path string, data []byte) { write(t, path, data[:len(data)/2]) }, "cannot be used"},
		"empty":      {func(path string, _ []byte) { write(t, path, nil) }, "no database in it"},
		"a letter":   {func(path string, _ []byte) { write(t, path, []byte(strings.Repeat("letter ", 500))) }, "not a database"},
		"another's":  {func(path string, _ []byte) { script(t, path, "CREATE TABLE t (a)") }, "another program"},
		"newer":      {func(path string, data []byte) { write(t, path, data); script(t, path, "PRAGMA user_version = 99") }, "newer parlor"},
		"not there":  {func(string, []byte) {}, "no such file"},
		"unreadable": {func(path string, _ []byte) { must(t, os.Mkdir(path, 0o700)) }, "cannot be copied"},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(backup)
			must(t, err)
			file, dir := filepath.Join(t.TempDir(), "bad"), t.TempDir()
			c.change(file, data)
			says(t, store.Restore(file, dir), c.says)
			left, err := os.ReadDir(dir)
			if err != nil || len(left) != 1 { // the lock file
				t.Errorf("%v is left (%v)", left, err)
			}
			must(t, store.Restore(backup, dir))
		})
	}
}

func matchName(room int, number uint64) string {
	return fmt.Sprintf("match %d of room %d", number, room)
}

// damage overwrites the middle of every page but the first.
func damage(data []byte) []byte {
	for at := 4096; at < len(data); at += 4096 {
		copy(data[at:], "spoilt")
	}
	return data
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	must(t, os.WriteFile(path, data, 0o600))
}

func says(t testing.TB, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("got the answer %v, which does not say %q", err, part)
	}
}
