package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
)

// Copy writes a backup, like Store.Backup, of the database in dir, whether or not a server has it open.
func Copy(ctx context.Context, dir, file string) error {
	path := filepath.Join(dir, File)
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("there is nothing to back up in the folder %s: %w", dir, err)
	}
	return writeBackup(file, func(draft string) (err error) {
		// Read-only, because only the server may write and checkpoint the log.
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

// writeBackup creates a draft with write and renames it.
func writeBackup(file string, write func(draft string) error) error {
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

// Restore creates the database in dir from a backup. No server may be running there, and there must
// not be a database yet.
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

// mayRestore returns an error if a database exists or the backup has a log of its own. A stale log next to the new
// database would be replayed into it.
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

// checkBackup reads and verifies the whole file.
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
