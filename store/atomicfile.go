package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func mustBeNew(file string) error {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s already exists and stays as it is: name another file", file), err)
	}
	return nil
}

// draftOf creates a draft with write and moves it to file.
func draftOf(file string, write func(draft string) error) error {
	draft, err := newDraft(file)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft) }()
	if err := write(draft); err != nil {
		return err
	}
	return settle(draft, file)
}

// newDraft creates an empty file in the directory of file, readable by its owner only.
func newDraft(file string) (path string, err error) {
	path, err = filepath.Abs(file)
	if err != nil {
		return "", err
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".parlor-*")
	if err != nil {
		return "", err
	}
	return draft.Name(), draft.Close()
}

func copyInto(draft, file string) error {
	from, err := os.Open(file) //nolint:gosec // the operator names it
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	to, err := os.OpenFile(draft, os.O_WRONLY, 0o600) //nolint:gosec // made a moment ago
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// settle syncs a draft and renames it to file.
func settle(draft, file string) error {
	written, err := os.OpenFile(draft, os.O_RDWR, 0o600) //nolint:gosec // made a moment ago
	if err != nil {
		return err
	}
	if err := errors.Join(written.Sync(), written.Close()); err != nil {
		return err
	}
	if err := os.Rename(draft, file); err != nil {
		return err
	}
	return flushFolder(filepath.Dir(file))
}

func copyOut(conn *sqlite.Conn, draft string) error {
	return sqlitex.ExecuteTransient(conn, "VACUUM INTO ?", &sqlitex.ExecOptions{Args: []any{draft}})
}
