package store

import (
	"context"
	"errors"
	"sync/atomic"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// readConns is how many goroutines can read at the same time.
const readConns = 4

// sqliteDB is one SQLite file that one goroutine writes and several read. All methods may
// be called from any goroutine.
type sqliteDB struct {
	*writer
	readers *sqlitex.Pool
	misread atomic.Bool // reading failed last
}

// start has the database read, too, and its writer take changes.
func (db *sqliteDB) start(path string) (err error) {
	db.readers, err = sqlitex.NewPool(path, sqlitex.PoolOptions{Flags: sqlite.OpenReadOnly, PoolSize: readConns})
	if err == nil {
		go db.run()
	}
	return err
}

// close ends the database after everything it has taken is written and answered.
func (db *sqliteDB) close() error {
	written := db.stop()
	// The writer's connection goes last: it leaves one file behind, without a log.
	return errors.Join(written, db.readers.Close(), db.conn.Close())
}

// read shows the database as it is at one moment, however long that takes.
func (db *sqliteDB) read(ctx context.Context, look func(*sqlite.Conn) error) error {
	return db.readOne(ctx, func(conn *sqlite.Conn) (err error) {
		defer sqlitex.Transaction(conn)(&err)
		return look(conn)
	})
}

// readOne is read for what is one statement, which sees one moment by itself.
func (db *sqliteDB) readOne(ctx context.Context, look func(*sqlite.Conn) error) error {
	err := db.lend(ctx, look)
	told := faultOf(db.dir, errNotRead, err)
	// The operator is told when trouble begins, and not for every look.
	if broken := told != err; db.misread.Swap(broken) != broken && broken { //nolint:errorlint // whether it is another one
		db.log.Error("the database cannot be read", "error", told)
	}
	return told
}

// lend hands out a connection for reading.
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
