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

// settings hold for the connection that writes. FULL and fullfsync make a
// commit last through a loss of power; temporary data must not need a disk; what
// is deleted is written over.
func settings() []string {
	return []string{
		// Of a new database only, before anything is in it.
		"auto_vacuum = incremental",
		"journal_mode = wal",
		"synchronous = full",
		"fullfsync = on",
		"checkpoint_fullfsync = on",
		"foreign_keys = on",
		"temp_store = memory",
		"secure_delete = on",
		"journal_size_limit = 16777216",
		// The log is written into the database before it has 1 MiB: it is a part of what
		// somebody can make the files grow by.
		"wal_autocheckpoint = 200",
	}
}

//go:embed migrations/*.sql
var migrations embed.FS

// schema is the SQL of each version, the first one first.
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

// openFile answers a connection for writing to a database of the newest
// version. A file that is not such a database, or of a newer parlor, stays as
// it is. Of one of an older parlor a copy is kept beside it.
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

// makeFile makes a file that only its owner can read, or sees to it that an old
// one is such. The files that SQLite puts beside it get the same mode.
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

// checkOrigin refuses what is not a database of this program, or one of a newer
// version than it knows.
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
