package store_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"parlor/lobby"
	"parlor/store"
)

// TestFullDisk fills a real file system of 2 MB, half of which is used at first.
func TestFullDisk(t *testing.T) {
	dir := smallDisk(t, "size=2m")
	s := open(t, dir)
	must(t, s.Journal.Append(t.Context(), "EARLY", ending(1, finished("m1", 1))))
	must(t, os.WriteFile(filepath.Join(dir, "other"), make([]byte, 1<<20), 0o600))

	written := fill(t, s)
	t.Logf("%d entries fit into each room", written)
	wants(t, lobby.ErrNoRoom, s.Accounts.Save(t.Context(), lobby.Account{ID: "ann", Settings: make([]byte, 200_000)}))
	holds(t, s.Journal, "EARLY", entry(1))
	if err := s.Backup(t.Context(), filepath.Join(dir, "backup")); err == nil {
		t.Error("a backup fits on a full disk")
	}
	if _, _, err := s.OpenBackup(t.Context()); err == nil {
		t.Error("a backup for another node fits on a full disk")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".peer-*")); len(left) > 0 {
		t.Errorf("%v is left over", left)
	}
	_, err := s.History.Match(t.Context(), "m1")
	must(t, err)

	must(t, os.Remove(filepath.Join(dir, "other")))
	goesOn(t, s, dir, written)
}

// TestFullAtTheEnd closes and opens the store while the disk is full.
func TestFullAtTheEnd(t *testing.T) {
	dir := smallDisk(t, "size=1m")
	s := open(t, dir)
	written := fill(t, s)
	stuff(t, filepath.Join(dir, "other"))
	err := s.Close()
	if again, openErr := store.Open(dir, quiet()); openErr == nil {
		err = errors.Join(err, again.Close())
	} else {
		wants(t, lobby.ErrNoRoom, openErr)
	}
	if err != nil {
		wants(t, lobby.ErrNoRoom, err)
	}
	must(t, os.Remove(filepath.Join(dir, "other")))
	must(t, unix.Mount("", dir, "", unix.MS_REMOUNT, "size=3m"))
	goesOn(t, claimed(t, dir), dir, written)
}

func claimed(t *testing.T, dir string) *store.Store {
	t.Helper()
	s := open(t, dir)
	for i := range fullRooms {
		must(t, s.Claim(t.Context(), roomName(i)))
	}
	return s
}

// stuff writes to a file until not a byte fits.
func stuff(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	must(t, err)
	for piece := bytes.Repeat([]byte{1}, 4096); err == nil; {
		_, err = file.Write(piece)
	}
	wants(t, unix.ENOSPC, err)
	if err := file.Close(); err != nil && !errors.Is(err, unix.ENOSPC) {
		t.Error(err)
	}
}

func smallDisk(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("parlor-test", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestNoRoomForTheCopy checks that an upgrade without room for a copy fails with a clear error and leaves the
// database unchanged.
func TestNoRoomForTheCopy(t *testing.T) {
	dir := smallDisk(t, "size=1m,mode=700")
	oldDatabase(t, dir, 1)
	script(t, filepath.Join(dir, store.File), "CREATE TABLE large (data); INSERT INTO large VALUES (zeroblob(600000))")
	_, err := store.Open(dir, quiet())
	wants(t, lobby.ErrNoRoom, err)
	says(t, err, "parlor.v1.db")
	if version := versionOf(t, filepath.Join(dir, store.File)); version != 1 {
		t.Errorf("the database has version %d", version)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".parlor-*")); len(left) > 0 {
		t.Errorf("%v is left over", left)
	}
	must(t, unix.Mount("", dir, "", unix.MS_REMOUNT, "size=8m"))
	isAllThere(t, open(t, dir), 1)
}
