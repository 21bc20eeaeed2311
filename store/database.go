package store

import (
	"context"
	"errors"
	"sync/atomic"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// readConns is the number of concurrent readers.
const readConns = 4

// sqliteDB is a SQLite database with one writer and several readers. Its methods may be called concurrently.
type sqliteDB struct {
	*writer
	readers *sqlitex.Pool
	misread atomic.Bool // the last read failed
}

// start opens the readers and starts the writer.
func (db *sqliteDB) start(path string) (err error) {
	db.readers, err = sqlitex.NewPool(path, sqlitex.PoolOptions{Flags: sqlite.OpenReadOnly, PoolSize: readConns})
	if err == nil {
		go db.run()
	}
	return err
}

// close closes the database after all accepted changes are written and answered.
func (db *sqliteDB) close() error {
	written := db.stop()
	// The writer's connection is closed last and leaves one file without a log.
	return errors.Join(written, db.readers.Close(), db.conn.Close())
}

// read calls look with a consistent snapshot of the database.
func (db *sqliteDB) read(ctx context.Context, look func(*sqlite.Conn) error) error {
	return db.readOne(ctx, func(conn *sqlite.Conn) (err error) {
		defer sqlitex.Transaction(conn)(&err)
		return look(conn)
	})
}

// readOne is like read, for a single statement, which is consistent by itself.
func (db *sqliteDB) readOne(ctx context.Context, look func(*sqlite.Conn) error) error {
	err := db.lend(ctx, look)
	told := faultOf(db.dir, errNotRead, err)
	// Log only the first of a series of failures.
	if broken := told != err; db.misread.Swap(broken) != broken && broken { //nolint:errorlint // whether it is another one
		db.log.Error("cannot read the database", "error", told)
	}
	return told
}

// lend calls use with a reading connection.
func (db *sqliteDB) lend(ctx context.Context, use func(*sqlite.Conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if db.stopped() {
		return errClosed
	}
	conn, err := db.readers.Take(ctx)
	if err == nil {
		err = use(conn)
		db.readers.Put(conn)
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case db.stopped():
		return errClosed
	}
	return err
}
