package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Backup writes all that is kept at this moment into a new file, while the
// store goes on. The file is there whole or not at all.
func (s *Store) Backup(ctx context.Context, file string) error {
	return backup(file, func(draft string) error {
		return s.lend(ctx, func(conn *sqlite.Conn) error { return copyOut(conn, draft) })
	})
}

// Copy is Backup of a folder that this process has not opened, while a server
// has it open or not.
func Copy(ctx context.Context, dir, file string) error {
	path := filepath.Join(dir, File)
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is nothing to back up in the folder %s: %w", dir, err)
	}
	return backup(file, func(draft string) (err error) {
		// Only reading: the server alone may write, and tidy its log away.
		conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, conn.Close()) }()
		conn.SetInterrupt(ctx.Done())
		schema, err := schema()
		if err != nil {
			return err
		}
		if err := checkOrigin(conn, len(schema.Migrations)); err != nil {
			return err
		}
		return copyOut(conn, draft)
	})
}

func copyOut(conn *sqlite.Conn, draft string) error {
	return sqlitex.ExecuteTransient(conn, "VACUUM INTO ?", &sqlitex.ExecOptions{Args: []any{draft}})
}

// backup has a draft written and gives it its name.
func backup(file string, write func(draft string) error) error {
	if err := mustBeNew(file); err != nil {
		return err
	}
	err := draftOf(file, func(draft string) error {
		if err := write(draft); err != nil {
			return err
		}
		return mustBeNew(file)
	})
	if err != nil {
		return fmt.Errorf("the backup %s cannot be written: %w", file, err)
	}
	return nil
}

// Restore makes the database of a folder from a backup. No server can have the
// folder open, and there must be no database in it yet.
func Restore(file, dir string) (err error) {
	folder, err := lockFolder(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	path := filepath.Join(dir, File)
	if err := mayRestore(file, path); err != nil {
		return err
	}
	draft, err := newDraft(path)
	if err != nil {
		return fmt.Errorf("the backup cannot be copied into the folder %s: %w", dir, err)
	}
	defer func() { _ = os.Remove(draft) }()
	if err := copyInto(draft, file); err != nil {
		return fmt.Errorf("the backup cannot be copied into the folder %s: %w", dir, err)
	}
	if err := checkBackup(draft); err != nil {
		return fmt.Errorf("the backup %s cannot be used: %w", file, err)
	}
	if err := settle(draft, path); err != nil {
		return fmt.Errorf("the backup cannot be copied into the folder %s: %w", dir, err)
	}
	return nil
}

// mayRestore refuses to write over a database, and to take one that is more
// than one file. A log that lies beside an absent database would be played into
// the new one.
func mayRestore(file, path string) error {
	for _, part := range []string{path, path + "-wal"} {
		info, err := os.Stat(part)
		if err == nil && info.Size() > 0 {
			return fmt.Errorf("%s already exists: move it away first, or name another folder", part)
		}
		if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the empty %s cannot be removed: %w", part, err)
		}
	}
	if info, err := os.Stat(file + "-wal"); err == nil && info.Size() > 0 {
		return fmt.Errorf("%s is not a backup: it is a server's own database, part of which is in %s-wal", file, file)
	}
	return nil
}

// checkBackup reads the whole file.
func checkBackup(path string) (err error) {
	schema, err := schema()
	if err != nil {
		return err
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := checkOrigin(conn, len(schema.Migrations)); err != nil {
		return err
	}
	if id, err := number(conn, "PRAGMA application_id"); err != nil || id != appID {
		return errors.Join(errors.New("there is no database in it"), err)
	}
	verdict, err := text(conn, "PRAGMA quick_check(1)")
	if err == nil && verdict != "ok" {
		err = fmt.Errorf("it is damaged (%s): use an older one", verdict)
	}
	return err
}

func mustBeNew(file string) error {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s already exists and stays as it is: name another file", file), err)
	}
	return nil
}

// draftOf has a draft written and puts it in the place of a file.
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

// newDraft makes an empty file beside another, for its owner only.
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

// settle makes a draft last and gives it its name.
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
