package store

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"
)

const (
	// keptCopies is the number of copies from before upgrades that are kept.
	keptCopies = 3
	// copyAge is how long copies from before upgrades are kept. They still contain data that people
	// have deleted since.
	copyAge = 30 * 24 * time.Hour
)

// newerError is returned for a database of a newer version.
type newerError struct{ version, newest int }

// Error explains what the operator can do.
func (e *newerError) Error() string {
	return fmt.Sprintf("it has version %d, and this parlor knows only version %d: start the newer parlor that wrote it", e.version, e.newest)
}

// copyName returns the name of the copy made before a database of some version is upgraded.
func copyName(version int) string { return fmt.Sprintf("parlor.v%d.db", version) }

// copies returns the versions of which there is a copy in a directory, oldest first.
func copies(dir string) ([]int, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var versions []int
	for _, file := range files {
		var version int
		if _, err := fmt.Sscanf(file.Name(), "parlor.v%d.db", &version); err == nil && file.Name() == copyName(version) && file.Type().IsRegular() {
			versions = append(versions, version)
		}
	}
	slices.Sort(versions)
	return versions, nil
}

// copyBefore copies a database before an upgrade, so that the older program can be started again. It replaces an
// earlier copy of the same version.
func copyBefore(conn *sqlite.Conn, path string, from, to int, log *slog.Logger) error {
	kept := filepath.Join(filepath.Dir(path), copyName(from))
	log.Info("upgrading the database", "from", from, "to", to, "copy", kept)
	err := draftOf(kept, func(draft string) error { return copyOut(conn, draft) })
	if err != nil {
		return fmt.Errorf("it has to be upgraded from version %d to %d, and the copy %s cannot be made before that: %w", from, to, kept, err)
	}
	return nil
}

// trimCopies deletes surplus and old copies of the database.
func trimCopies(dir string, now time.Time) error {
	versions, err := copies(dir)
	if err != nil {
		return err
	}
	var failed []error
	for i, version := range versions {
		path := filepath.Join(dir, copyName(version))
		info, err := os.Lstat(path)
		if err == nil && (i < len(versions)-keptCopies || now.Sub(info.ModTime()) > copyAge) {
			err = os.Remove(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// wayBack adds to a newerError which copy an older program can use, and how. It returns other errors unchanged.
func wayBack(dir string, err error) error {
	newer := (*newerError)(nil)
	if !errors.As(err, &newer) {
		return err
	}
	versions, listErr := copies(dir)
	usable := slices.DeleteFunc(versions, func(version int) bool { return version > newer.newest })
	if listErr != nil || len(usable) == 0 {
		return err
	}
	kept := filepath.Join(dir, copyName(usable[len(usable)-1]))
	return fmt.Errorf("%w; or go back to %s, which was copied before the upgrade and has nothing of what came after it: move %s away, with %s-wal if that is there, and run  parlor restore %s --data %s",
		err, kept, filepath.Join(dir, File), File, kept, dir)
}
