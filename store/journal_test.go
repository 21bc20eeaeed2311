package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"parlor/lobby"
	"parlor/store"
	"parlor/store/storetest"
)

// TestJournal runs the tests of all journals on the store.
func TestJournal(t *testing.T) {
	t.Parallel()
	storetest.Run(t, storetest.Backend{Machines: func(t *testing.T) storetest.Machines { return &disk{dir: t.TempDir()} }})
}

// disk is a directory used by one process after the other.
type disk struct {
	dir  string
	open *store.Store
}

func (d *disk) Next(t *testing.T, killed bool) lobby.Journal {
	t.Helper()
	if d.open != nil && killed {
		d.dir = copied(t, d.dir)
	} else if d.open != nil {
		closeStore(t, d.open)
	}
	d.open = open(t, d.dir)
	return d.open.Journal
}

func (d *disk) TakeOver(*testing.T) lobby.Journal { return nil }

func (d *disk) Kept(t *testing.T, id string) bool {
	t.Helper()
	_, err := d.open.History.Match(context.Background(), id)
	if err != nil && !errors.Is(err, lobby.ErrUnknown) {
		t.Fatal(err)
	}
	return err == nil
}

// copied returns a copy of a directory, as a process killed now would leave it.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	files, err := os.ReadDir(dir)
	must(t, err)
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(dir, file.Name()))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(to, file.Name()), data, 0o600))
	}
	return to
}
