package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Vacuum rewrites the database in dir without free pages, and enables incremental release of pages
// from then on. It returns the size in bytes before and after. No server may be running, and the
// disk must have room for a second file. After an error the database is unchanged.
func Vacuum(ctx context.Context, dir string) (before, after int64, err error) {
	path, err := filepath.Abs(filepath.Join(dir, File))
	if err != nil {
		return 0, 0, err
	}
	if _, err := os.Stat(path); err != nil {
		return 0, 0, fmt.Errorf("there is no database in the folder %s: %w", dir, err)
	}
	folder, err := lockFolder(dir)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	if before, after, err = vacuum(ctx, path); err != nil {
		return 0, 0, explain(dir, "rewritten", err)
	}
	return before, after, nil
}

// vacuum replaces a database with a copy without free pages.
func vacuum(ctx context.Context, path string) (before, after int64, err error) {
	draft, err := newDraft(path)
	if err != nil {
		return 0, 0, err
	}
	defer func() { _ = os.Remove(draft) }()
	if before, err = compactInto(ctx, path, draft); err != nil {
		return 0, 0, err
	}
	if err := settle(draft, path); err != nil {
		return 0, 0, err
	}
	after, err = size(path)
	return before, after, err
}

// compactInto copies a database to a draft. Afterwards the old database has no log, which could be taken for one of the
// new database.
func compactInto(ctx context.Context, path, draft string) (before int64, err error) {
	schema, err := schema()
	if err != nil {
		return 0, err
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	conn.SetInterrupt(ctx.Done())
	if err := checkOrigin(conn, len(schema.Migrations)); err != nil {
		return 0, err
	}
	if busy, err := truncateLog(conn); err != nil || busy {
		return 0, errors.Join(errors.New("something is reading it, perhaps a backup: wait until that has finished"), err)
	}
	if before, err = size(path); err != nil {
		return 0, err
	}
	// Sets the mode of the copy; a database with content keeps its own.
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA auto_vacuum = incremental", nil); err != nil {
		return 0, err
	}
	return before, copyOut(conn, draft)
}

func size(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
