package store_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"parlor/cluster/stream"
	"parlor/lobby"
	"parlor/store"
)

// filesIn returns the names of the files in a directory, except the lock.
func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	must(t, err)
	for _, one := range files {
		if one.Name() != "parlor.lock" {
			names = append(names, one.Name())
		}
	}
	return names
}

// lentBy copies the backup of a store to a draft in another directory.
func lentBy(t *testing.T, s *store.Store, backupDir store.BackupDir) (draft string) {
	t.Helper()
	backup, size, err := s.OpenBackup(t.Context())
	must(t, err)
	to, err := backupDir.Draft()
	must(t, err)
	if n, err := io.Copy(to, backup); err != nil || n != size {
		t.Errorf("of %d bytes %d can be read (%v)", size, n, err)
	}
	must(t, errors.Join(backup.Close(), to.Close()))
	return to.Name()
}

// TestABackupTakesThePlaceOfADatabase checks that the old database is kept unless it was empty.
func TestABackupTakesThePlaceOfADatabase(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, s.Replica.SetPosition(t.Context(), stream.Position{Origin: "the log", Number: 7}))
	must(t, s.Journal.Append(t.Context(), "A", ending(1, finished("m1", 1))))
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	dir := t.TempDir()
	backupDir, now := store.BackupDir{Dir: dir}, time.Date(2026, 11, 23, 7, 49, 54, 0, time.UTC)
	for n, before := range []string{"", filepath.Join(dir, "parlor.before-20261123-074954.db")} {
		one := open(t, dir)
		must(t, one.Replica.SetPosition(t.Context(), stream.Position{Origin: "the log", Number: uint64(n)}))
		if n > 0 {
			must(t, one.Accounts.Save(t.Context(), account("bo")))
		}
		draft := lentBy(t, s, backupDir)
		if mode := modeOf(t, draft); mode != 0o600 {
			t.Errorf("the draft has the mode %04o", mode)
		}
		contents, err := backupDir.Examine(t.Context(), draft)
		want := stream.Contents{Place: stream.Position{Origin: "the log", Number: 7}, People: 1, Matches: 1}
		if err != nil || contents != want {
			t.Errorf("in the backup there is %+v (%v)", contents, err)
		}
		_, err = backupDir.Replace(draft, now)
		says(t, err, "another parlor has the folder")
		closeStore(t, one)
		if kept, err := backupDir.Replace(draft, now); err != nil || kept != before {
			t.Errorf("the database of before is kept as %q (%v)", kept, err)
		}
	}
	one := open(t, dir)
	isAccount(t, one, "ann", account("ann"))
	wants(t, lobby.ErrUnknown, second(one.Accounts.Account(t.Context(), "bo")))
	closeStore(t, one)
	if mode := modeOf(t, filepath.Join(dir, store.File)); mode != 0o600 {
		t.Errorf("the database has the mode %04o", mode)
	}
	if names := filesIn(t, dir); !slices.Equal(names, []string{"parlor.before-20261123-074954.db", "parlor.db"}) {
		t.Errorf("there is %v", names)
	}

	// If it fails, the old database stays: the new name is taken, or there is no draft.
	draft := lentBy(t, s, backupDir)
	_, err := backupDir.Replace(draft, now)
	says(t, err, "already exists")
	_, err = backupDir.Replace(filepath.Join(dir, "gone"), now.Add(time.Second))
	wants(t, os.ErrNotExist, err)
	alone := store.BackupDir{Dir: t.TempDir()} // only the log of its database is left
	must(t, os.WriteFile(filepath.Join(alone.Dir, "parlor.db-wal"), []byte("a log"), 0o600))
	_, err = alone.Replace(lentBy(t, s, alone), now)
	says(t, err, "parlor.db-wal: move that away")
	isAccount(t, open(t, dir), "ann", account("ann")) // which deletes what is left of the draft
	if left, _ := filepath.Glob(filepath.Join(dir, "*-[0-9]*.db")); len(left) != 1 {
		t.Errorf("there is %v", left)
	}
	wants(t, os.ErrNotExist, second(os.Stat(draft)))
}

func modeOf(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Mode().Perm()
}

// TestWhatIsLentIsRemoved checks that temporary files are deleted when closed, also after an error.
func TestWhatIsLentIsRemoved(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	must(t, s.Accounts.Save(t.Context(), account("ann")))
	before := filesIn(t, dir)
	backup, _, err := s.OpenBackup(t.Context())
	must(t, err)
	must(t, s.Accounts.Save(t.Context(), account("bo"))) // the store stays usable meanwhile
	must(t, backup.Close())
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = s.OpenBackup(gone)
	wants(t, context.Canceled, err)
	if names := filesIn(t, dir); !slices.Equal(names, before) {
		t.Errorf("there is %v", names)
	}
	closeStore(t, s)
	_, _, err = s.OpenBackup(t.Context())
	says(t, err, "closed")
}
