// Package store keeps what outlives the process in one SQLite database: rooms
// as they stand, matches that have ended, and people.
package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/budget"
	"parlor/lobby"
)

// File is the name of the database in its folder.
const File = "parlor.db"

// readers is how many goroutines can read at the same time.
const readers = 4

// Store is one folder's database, kept from all other processes while it is
// open. All methods may be called from any goroutine.
type Store struct {
	log     *slog.Logger
	process string        // tells this process from others that claim rooms
	alive   time.Time     // as it was found on opening
	opened  time.Time     // by this process
	stood   time.Duration // for how long nobody had it open before
	folder  *os.File      // holds the lock
	held    held          // the writer's
	writer  *writer
	readers *sqlitex.Pool
	misread atomic.Bool // reading failed last
	close   func() error
}

var (
	_ lobby.Journal  = (*Store)(nil)
	_ lobby.History  = (*Store)(nil)
	_ lobby.Accounts = (*Store)(nil)
	_ lobby.Ratings  = (*Store)(nil)
	_ lobby.Ties     = (*Store)(nil)
	_ budget.Keeper  = (*Store)(nil)
)

var errClosed = errors.New("the database is closed: the server is stopping")

// Open opens the database of a folder and brings it to the newest version.
// Folder and database are made where they are missing, for their owner only.
func Open(dir string, log *slog.Logger) (*Store, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	folder, err := lockFolder(dir)
	if err != nil {
		return nil, err
	}
	path, err := filepath.Abs(filepath.Join(dir, File))
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	if err := removePeerDrafts(filepath.Dir(path)); err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	conn, err := openDatabase(path, log)
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	s := &Store{log: log, process: rand.Text(), folder: folder, held: held{}}
	if err := s.begin(path, conn); err != nil {
		return nil, errors.Join(explain(filepath.Dir(path), "used", err), conn.Close(), folder.Close())
	}
	s.close = sync.OnceValue(s.end)
	return s, nil
}

// begin remembers when a process was here last, takes the rooms from it, and
// starts to write.
func (s *Store) begin(path string, conn *sqlite.Conn) (err error) {
	if s.alive, err = readAlive(conn); err != nil {
		return err
	}
	now := time.Now()
	s.opened = now.UTC()
	if !s.alive.IsZero() {
		s.stood = max(0, now.Sub(s.alive))
	}
	s.writer = newWriter(conn, filepath.Dir(path), s.log)
	s.writer.undone = s.held.forgetAll
	if s.writer.gives, err = givesBack(conn); err != nil {
		return err
	}
	place, err := placeOf(conn)
	if err != nil {
		return err
	}
	s.writer.expiry.shared = place.Origin != ""
	void := &change{apply: func(conn *sqlite.Conn) error {
		return errors.Join(voidClaims(conn, now, s.stood), foldNames(conn), trimAside(conn, now), trimReports(conn, now))
	}}
	_, err = s.writer.together([]*change{void})
	if err := errors.Join(err, void.err); err != nil {
		return err
	}
	s.readers, err = sqlitex.NewPool(path, sqlitex.PoolOptions{Flags: sqlite.OpenReadOnly, PoolSize: readers})
	if err != nil {
		return err
	}
	go s.writer.run()
	return nil
}

// Close ends the store after everything it has taken is written and answered.
// Whatever is asked of it from then on is an error.
func (s *Store) Close() error { return s.close() }

func (s *Store) end() error {
	written := s.writer.stop()
	// The writer's connection goes last: it leaves one file behind, without a log.
	err := errors.Join(written, s.readers.Close(), s.writer.conn.Close(), s.folder.Close())
	if err != nil {
		return fmt.Errorf("the database could not be closed properly: %w", err)
	}
	return nil
}

// read shows the database as it is at one moment, however long that takes.
func (s *Store) read(ctx context.Context, look func(*sqlite.Conn) error) error {
	return s.glance(ctx, func(conn *sqlite.Conn) (err error) {
		defer sqlitex.Transaction(conn)(&err)
		return look(conn)
	})
}

// glance is read for what is one statement, which sees one moment by itself.
func (s *Store) glance(ctx context.Context, look func(*sqlite.Conn) error) error {
	err := s.lend(ctx, look)
	told := faultOf(s.writer.dir, errNotRead, err)
	// The operator is told when trouble begins, and not for every look.
	if broken := told != err; s.misread.Swap(broken) != broken && broken { //nolint:errorlint // whether it is another one
		s.log.Error("the database cannot be read", "error", told)
	}
	return told
}

// lend hands out a connection for reading.
func (s *Store) lend(ctx context.Context, use func(*sqlite.Conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.writer.stopped() {
		return errClosed
	}
	conn, err := s.readers.Take(ctx)
	if err == nil {
		err = use(conn)
		s.readers.Put(conn)
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case s.writer.stopped():
		return errClosed
	}
	return err
}
