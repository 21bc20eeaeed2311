package store

import (
	"context"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitemigration"
	"zombiezen.com/go/sqlite/sqlitex"
)

// appID marks a file as a database of this program: "prlr".
const appID = 0x70726c72

// settings returns the pragmas of the writing connection. FULL and fullfsync make a commit survive a loss of power,
// temporary data stays in memory, and deleted data is overwritten.
func settings() []string {
	return []string{
		// Takes effect only before a new database has content.
		"auto_vacuum = incremental",
		"journal_mode = wal",
		"synchronous = full",
		"fullfsync = on",
		"checkpoint_fullfsync = on",
		"foreign_keys = on",
		"temp_store = memory",
		"secure_delete = on",
		"journal_size_limit = 16777216",
		// The log is written back before it reaches 1 MiB, as users can make it grow.
		"wal_autocheckpoint = 200",
	}
}

//go:embed migrations/*.sql
var migrations embed.FS

// schema returns the migrations in the order of their versions.
func schema() (sqlitemigration.Schema, error) {
	files, err := fs.Glob(migrations, "migrations/*.sql") // sorted
	if err != nil {
		return sqlitemigration.Schema{}, err
	}
	schema := sqlitemigration.Schema{AppID: appID}
	for _, file := range files {
		text, err := migrations.ReadFile(file)
		if err != nil {
			return sqlitemigration.Schema{}, err
		}
		schema.Migrations = append(schema.Migrations, string(text))
	}
	return schema, nil
}

// openFile opens a database for writing and upgrades it to the newest version. It does not touch a file that is no
// such database or that is of a newer version. Before an upgrade it makes a copy.
func openFile(path string, log *slog.Logger) (*sqlite.Conn, error) {
	if err := makeFile(path); err != nil {
		return nil, explain(filepath.Dir(path), "created", err)
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, explain(filepath.Dir(path), "opened", err)
	}
	if err := prepare(conn, path, log); err != nil {
		return nil, errors.Join(explain(filepath.Dir(path), "used", err), conn.Close())
	}
	return conn, nil
}

func prepare(conn *sqlite.Conn, path string, log *slog.Logger) error {
	schema, err := schema()
	if err != nil {
		return err
	}
	newest := len(schema.Migrations)
	if err := checkOrigin(conn, newest); err != nil {
		return wayBack(filepath.Dir(path), err)
	}
	version, err := number(conn, "PRAGMA user_version")
	if err != nil {
		return err
	}
	if from := int(version); from > 0 && from < newest {
		if err := copyBefore(conn, path, from, newest, log); err != nil {
			return err
		}
	}
	for _, setting := range settings() {
		if err := sqlitex.ExecuteTransient(conn, "PRAGMA "+setting, nil); err != nil {
			return err
		}
	}
	return sqlitemigration.Migrate(context.Background(), conn, schema)
}

// makeFile creates a file readable by its owner only, or restricts the permissions of an existing one. SQLite gives
// the files next to it the same mode.
func makeFile(path string) error {
	_, err := os.Stat(path)
	isNew := errors.Is(err, fs.ErrNotExist)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the operator names the folder
	if err != nil {
		return err
	}
	if err := errors.Join(file.Chmod(0o600), file.Close()); err != nil || !isNew {
		return err
	}
	return flushFolder(filepath.Dir(path))
}

// checkOrigin returns an error for a file that is no database of this program or has an unknown newer version.
func checkOrigin(conn *sqlite.Conn, newest int) error {
	id, err := number(conn, "PRAGMA application_id")
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultNotADB {
		return errors.New("it is not a database at all: move the file away, or restore a backup")
	}
	if err != nil {
		return err
	}
	tables, err := number(conn, "SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	if id != appID && (id != 0 || tables > 0) {
		return errors.New("it belongs to another program: move the file away, or name another folder")
	}
	version, err := number(conn, "PRAGMA user_version")
	if err == nil && version > int64(newest) {
		err = &newerError{int(version), newest}
	}
	return err
}
