package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/store"
)

// TestUpgradesKeepACopy opens a database of every earlier version and checks that the copy has that version, is
// private, and is complete. A restored copy can be upgraded again.
func TestUpgradesKeepACopy(t *testing.T) {
	newest := len(store.MigrationFiles())
	for version := 1; version < newest; version++ {
		t.Run(fmt.Sprint("of version ", version), func(t *testing.T) {
			dir := t.TempDir()
			oldDatabase(t, dir, version)
			s := open(t, dir)
			must(t, s.Journal.Append(t.Context(), "LATER", entry(1)))
			closeStore(t, s)

			kept := filepath.Join(dir, fmt.Sprintf("parlor.v%d.db", version))
			info, err := os.Stat(kept)
			must(t, err)
			if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("the copy has mode %v", info.Mode())
			}
			if got := versionOf(t, kept); got != version {
				t.Errorf("the copy has version %d", got)
			}
			back := t.TempDir()
			must(t, store.Restore(kept, back))
			isAllThere(t, open(t, back), version)
		})
	}
}

// versionOf returns the schema version in a database's header.
func versionOf(t *testing.T, path string) int {
	t.Helper()
	data, err := os.ReadFile(path)
	must(t, err)
	return int(data[60])<<24 | int(data[61])<<16 | int(data[62])<<8 | int(data[63])
}

// TestWhatIsNotUpgradedIsNotCopied checks that a new database and one of the newest version are not copied.
func TestWhatIsNotUpgradedIsNotCopied(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		closeStore(t, open(t, dir))
		if copies, _ := filepath.Glob(filepath.Join(dir, "parlor.v*")); len(copies) > 0 {
			t.Fatalf("%v was made", copies)
		}
	}
}

// TestAnOlderParlorSaysTheWayBack follows the advice of the error.
func TestAnOlderParlorSaysTheWayBack(t *testing.T) {
	dir, newest := t.TempDir(), len(store.MigrationFiles())
	oldDatabase(t, dir, 1)
	closeStore(t, open(t, dir))
	path := filepath.Join(dir, store.File)
	must(t, os.Rename(filepath.Join(dir, "parlor.v1.db"), filepath.Join(dir, fmt.Sprintf("parlor.v%d.db", newest))))
	for _, other := range []string{fmt.Sprintf("parlor.v%d.db", newest+1), "parlor.v01.db", "parlor.v1.db.old"} {
		write(t, filepath.Join(dir, other), []byte("not for this one"))
	}
	script(t, path, fmt.Sprintf("PRAGMA user_version = %d", newest+1))
	before, err := os.ReadFile(path)
	must(t, err)

	_, err = store.Open(dir, quiet())
	says(t, err, fmt.Sprintf("it has version %d, and this parlor knows only version %d", newest+1, newest))
	if after, readErr := os.ReadFile(path); readErr != nil || !slices.Equal(before, after) {
		t.Error("the file has changed")
	}
	way := regexp.MustCompile(`move (\S+) away, .* and run  parlor restore (\S+) --data (\S+)$`).FindStringSubmatch(err.Error())
	if way == nil || way[1] != path || way[3] != dir {
		t.Fatalf("no way back: %v", err)
	}
	must(t, os.Rename(way[1], way[1]+".newer"))
	must(t, store.Restore(way[2], way[3]))
	isAllThere(t, open(t, dir), 1)

	alone := t.TempDir()
	script(t, filepath.Join(alone, store.File), fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = 99", store.AppID))
	if _, err := store.Open(alone, quiet()); err == nil || regexp.MustCompile("restore").MatchString(err.Error()) {
		t.Errorf("without a copy it says %v", err)
	}
}

// TestCopiesAreBounded checks that three copies are kept, for at most 30 days.
func TestCopiesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		for version := range 12 {
			path := filepath.Join(dir, fmt.Sprintf("parlor.v%d.db", version+1))
			write(t, path, []byte("a copy"))
			must(t, os.Chtimes(path, time.Time{}, time.Now()))
		}
		must(t, os.Chtimes(filepath.Join(dir, "parlor.v11.db"), time.Time{}, time.Now().Add(-20*24*time.Hour)))
		other := filepath.Join(dir, "parlor.v3.db.mine")
		write(t, other, nil)
		left := func(want ...string) {
			t.Helper()
			synctest.Wait()
			found, err := filepath.Glob(filepath.Join(dir, "parlor.v*"))
			must(t, err)
			for i := range found {
				found[i] = filepath.Base(found[i])
			}
			if want = append(want, filepath.Base(other)); !slices.Equal(found, want) {
				t.Errorf("%v is left, not %v", found, want)
			}
		}
		s := open(t, dir)
		time.Sleep(time.Second)
		left("parlor.v10.db", "parlor.v11.db", "parlor.v12.db")
		closeStore(t, s)
		time.Sleep(10*24*time.Hour - 30*time.Minute)
		s = open(t, dir)
		time.Sleep(time.Second)
		left("parlor.v10.db", "parlor.v11.db", "parlor.v12.db")
		time.Sleep(time.Hour) // while it is open
		left("parlor.v10.db", "parlor.v12.db")
		closeStore(t, s)
		time.Sleep(20 * 24 * time.Hour)
		s = open(t, dir)
		time.Sleep(time.Second)
		left()
		closeStore(t, s)
	})
}

// TestNoUpgradeWithoutACopy checks that the database stays unchanged and the operator is told why if the copy fails.
func TestNoUpgradeWithoutACopy(t *testing.T) {
	dir := t.TempDir()
	oldDatabase(t, dir, 2)
	kept := filepath.Join(dir, "parlor.v2.db")
	must(t, os.MkdirAll(filepath.Join(kept, "in the way"), 0o700))
	_, err := store.Open(dir, quiet())
	says(t, err, "from version 2 to")
	says(t, err, kept)
	if errors.Is(err, lobby.ErrNoRoom) || versionOf(t, filepath.Join(dir, store.File)) != 2 {
		t.Errorf("after %v the database has version %d", err, versionOf(t, filepath.Join(dir, store.File)))
	}
	must(t, os.RemoveAll(kept))
	isAllThere(t, open(t, dir), 2)
}
