package store_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/lobby"
	"parlor/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestTwoCannotHaveOneFolder(t *testing.T) {
	dir := t.TempDir()
	first := open(t, dir)
	if _, err := store.Open(dir, quiet()); err == nil || !strings.Contains(err.Error(), "another parlor has the folder") {
		t.Errorf("opening a folder twice: %v", err)
	}
	closeStore(t, first)
	closeStore(t, open(t, dir))
}

func TestOnlyTheOwnerReadsTheDatabase(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps its rights elsewhere")
	}
	dir := filepath.Join(t.TempDir(), "new", "folder")
	s := open(t, dir)
	must(t, s.Journal.Append(t.Context(), "ROOM", entry(1)))
	files, err := os.ReadDir(dir)
	must(t, err)
	for _, file := range files {
		info, err := file.Info()
		must(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", file.Name(), info.Mode())
		}
	}
	if len(files) < 2 {
		t.Errorf("%v is not all that a database needs", files)
	}
}

func TestForeignFilesStayAsTheyAre(t *testing.T) {
	for _, c := range []struct{ name, sql, says string }{
		{"newer", "CREATE TABLE t (a); PRAGMA application_id = 1886547058; PRAGMA user_version = 99", "start the newer parlor"},
		{"of another program", "CREATE TABLE t (a); PRAGMA application_id = 7", "belongs to another program"},
		{"of a program without an ID", "CREATE TABLE t (a)", "belongs to another program"},
		{"no database", "", "not a database at all"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, store.File)
			if c.sql == "" {
				must(t, os.WriteFile(path, []byte(strings.Repeat("a letter to somebody ", 100)), 0o600))
			} else {
				script(t, path, c.sql)
			}
			before, err := os.ReadFile(path)
			must(t, err)
			if _, err := store.Open(dir, quiet()); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, which does not say %q", err, c.says)
			}
			after, err := os.ReadFile(path)
			must(t, err)
			if string(before) != string(after) {
				t.Error("the file has changed")
			}
		})
	}
}

// TestAlive checks that a store finds the last heartbeat of the one before, written every five seconds even when
// idle.
func TestAlive(t *testing.T) {
	dir, copied := t.TempDir(), t.TempDir()
	if at, err := open(t, dir).Alive(t.Context()); err != nil || !at.IsZero() {
		t.Errorf("a new journal was alive at %v (%v)", at, err)
	}
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s := open(t, dir)
		time.Sleep(12 * time.Second)
		synctest.Wait()
		must(t, os.CopyFS(copied, os.DirFS(dir)))
		if at, err := s.Alive(t.Context()); err != nil || !at.IsZero() {
			t.Errorf("Alive changed to %v (%v) while the store is open", at, err)
		}
		began := time.Now()
		closeStore(t, s)
		if at, _ := open(t, dir).Alive(t.Context()); !at.Equal(began) {
			t.Errorf("it was closed at %v, and alive at %v", began, at)
		}
	})
	at, err := open(t, copied).Alive(t.Context())
	if want := time.Date(2000, 1, 1, 0, 0, 10, 0, time.UTC); err != nil || !at.Equal(want) {
		t.Errorf("after 12 seconds it was alive at %v (%v), not at %v", at, err, want)
	}
}

func TestClosed(t *testing.T) {
	s := open(t, t.TempDir())
	closeStore(t, s)
	closeStore(t, s)
	for name, err := range map[string]error{
		"Append":  s.Journal.Append(t.Context(), "ROOM", entry(1)),
		"Headers": second(s.Journal.Headers(t.Context())),
		"Rooms":   second(s.Rooms(t.Context())),
		"Matches": second(s.History.Matches(t.Context(), lobby.MatchFilter{})),
		"Save":    s.Accounts.Save(t.Context(), lobby.Account{ID: "a"}),
	} {
		if err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("%s after Close: %v", name, err)
		}
	}
}

// TestCloseAnswersAll closes the store during appends. Each is either refused or durable.
func TestCloseAnswersAll(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	const rooms = 50
	type outcome struct {
		room    string
		written uint64
	}
	outcomes := make(chan outcome)
	for i := range rooms {
		go func() {
			o := outcome{room: roomName(i)}
			for s.Journal.Append(context.Background(), o.room, entry(o.written+1)) == nil {
				o.written++
			}
			outcomes <- o
		}()
	}
	time.Sleep(50 * time.Millisecond)
	closeStore(t, s)
	reopened := open(t, dir)
	for range rooms {
		o := <-outcomes
		if entries, err := reopened.Journal.Load(t.Context(), o.room); err != nil || uint64(len(entries)) != o.written {
			t.Errorf("%d entries of %s were acknowledged and %d are there (%v)", o.written, o.room, len(entries), err)
		}
	}
}

func open(t testing.TB, dir string) *store.Store {
	t.Helper()
	s, err := store.Open(dir, quiet())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func closeStore(t testing.TB, s *store.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// script creates or modifies a database as another program would.
func script(t testing.TB, path, sql string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	must(t, err)
	must(t, sqlitex.ExecScript(conn, sql))
	must(t, conn.Close())
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wants(t testing.TB, want, got error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("got the answer %v, not %v", got, want)
	}
}

func second[T any](_ T, err error) error { return err }
