package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/cluster/stream"
)

var _ stream.BackupDir = BackupDir{}

// peerDrafts matches the temporary backup files exchanged between nodes. Leftovers of a killed process are deleted at
// the next start.
const peerDrafts = ".peer-*"

// peerBackup writes a backup to a temporary file in dir and opens it.
func peerBackup(dir string, write func(path string) error) (backup io.ReadCloser, size int64, err error) {
	draft, err := newPeerDraft(dir)
	if err != nil {
		return nil, 0, fmt.Errorf("there can be no file for a backup: %w", err)
	}
	path := draft.Name()
	if err := draft.Close(); err != nil {
		return nil, 0, errors.Join(err, os.Remove(path))
	}
	if err := write(path); err != nil {
		return nil, 0, errors.Join(fmt.Errorf("a backup cannot be written: %w", err), os.Remove(path))
	}
	file, err := os.Open(path) //nolint:gosec // made a moment ago
	if err != nil {
		return nil, 0, errors.Join(err, os.Remove(path))
	}
	size, err = file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, 0, errors.Join(err, file.Close(), os.Remove(path))
	}
	_ = os.Remove(path) // where an open file can be deleted, nothing is left behind after a crash
	return tempFile{file}, size, nil
}

// tempFile is a file that is deleted when it is closed.
type tempFile struct{ *os.File }

func (l tempFile) Close() error {
	err := l.File.Close()
	if removed := os.Remove(l.Name()); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

func newPeerDraft(dir string) (*os.File, error) { return os.CreateTemp(dir, peerDrafts) }

// removePeerDrafts deletes leftover temporary backup files. The caller holds the lock of dir.
func removePeerDrafts(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, peerDrafts))
	for _, file := range left {
		err = errors.Join(err, os.Remove(file))
	}
	return err
}

// BackupDir implements stream.BackupDir for the directory of a database.
type BackupDir struct{ Dir string }

// Draft implements stream.BackupDir.
func (s BackupDir) Draft() (*os.File, error) { return newPeerDraft(s.Dir) }

// Examine implements stream.BackupDir.
func (BackupDir) Examine(ctx context.Context, file string) (contents stream.Contents, err error) {
	if err := checkBackup(file); err != nil {
		return contents, err
	}
	conn, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		return contents, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	conn.SetInterrupt(ctx.Done())
	if contents.Place, err = placeOf(conn); err != nil {
		return contents, err
	}
	if contents.People, err = number(conn, "SELECT count(*) FROM account"); err != nil {
		return contents, err
	}
	contents.Matches, err = number(conn, "SELECT count(*) FROM finished")
	return contents, err
}

// Replace makes a draft the database, which no process may have open. It returns the name under which the old
// database is kept, or "" if that was empty. On an error the old database stays in place.
func (s BackupDir) Replace(draft string, now time.Time) (kept string, err error) {
	folder, err := lockFolder(s.Dir)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	path, err := filepath.Abs(filepath.Join(s.Dir, File))
	if err != nil {
		return "", err
	}
	if kept, err = putAside(path, now); err != nil {
		return "", fmt.Errorf("the database %s cannot be kept beside another one: %w", path, err)
	}
	if err := settle(draft, path); err != nil {
		if kept != "" {
			err = errors.Join(err, os.Rename(kept, path))
		}
		return "", fmt.Errorf("a backup cannot take the place of %s: %w", path, err)
	}
	return kept, nil
}

// putAside renames a database unless it is empty.
func putAside(path string, now time.Time) (kept string, err error) {
	empty, err := isEmpty(path)
	if errors.Is(err, fs.ErrNotExist) {
		empty, err = true, nil
	}
	// A remaining log would be replayed into the new database.
	if info, statErr := os.Stat(path + "-wal"); err == nil && statErr == nil && info.Size() > 0 {
		err = fmt.Errorf("a part of it is in %s-wal: move that away first", path)
	}
	if err != nil || empty {
		return "", err
	}
	kept = filepath.Join(filepath.Dir(path), now.UTC().Format("parlor.before-20060102-150405.db"))
	if err := mustBeNew(kept); err != nil {
		return "", err
	}
	return kept, os.Rename(path, kept)
}

// isEmpty reports whether a database contains nothing but its heartbeat and position. It returns an error if the
// database is incomplete without its log.
func isEmpty(path string) (empty bool, err error) {
	if _, err := os.Stat(path); err != nil {
		return false, err
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if busy, err := truncateLog(conn); err != nil || busy {
		return false, errors.Join(errors.New("something is reading it, perhaps a backup: wait until that has finished"), err)
	}
	var tables []string
	err = each(conn, func(row *sqlite.Stmt) error {
		tables = append(tables, row.ColumnText(0))
		return nil
	}, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('alive', 'stream') AND name NOT LIKE 'sqlite%'")
	empty = true
	for _, table := range tables {
		rows := int64(0)
		if err == nil {
			rows, err = number(conn, fmt.Sprintf("SELECT EXISTS (SELECT 1 FROM %q)", table))
		}
		empty = empty && rows == 0
	}
	return empty && err == nil, err
}
