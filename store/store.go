// Package store persists rooms, finished matches and account data in a SQLite database.
package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/cluster/stream"
)

// Store is the database in one directory, locked against other processes while it is open. Its methods, and those of
// its parts, may be called concurrently.
type Store struct {
	Journal    *Journal
	GameNights GameNights
	History    History
	Ratings    Ratings
	Accounts   Accounts
	Relations  Relations
	Reports    Reports
	Webhooks   Webhooks
	Bans       Bans
	Replica    Replica

	db     *sqliteDB
	folder *os.File // holds the lock
	close  func() error
}

// Open opens the database in dir and upgrades it to the newest version. It creates directory and database if needed,
// accessible to their owner only.
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
	conn, err := openFile(path, log)
	if err != nil {
		return nil, errors.Join(err, folder.Close())
	}
	s := &Store{db: &sqliteDB{writer: newWriter(conn, filepath.Dir(path), log)}, folder: folder}
	if err := s.begin(path, conn); err != nil {
		return nil, errors.Join(explain(filepath.Dir(path), "used", err), conn.Close(), folder.Close())
	}
	s.close = sync.OnceValue(s.end)
	return s, nil
}

// begin creates the parts, takes over the rooms of the process before, and starts the writer.
func (s *Store) begin(path string, conn *sqlite.Conn) error {
	now, db := time.Now(), s.db
	journal, err := newJournal(db, now)
	if err != nil {
		return err
	}
	place, err := placeOf(conn)
	if err != nil {
		return err
	}
	maintenance, err := newMaintenance(db.writer, place.Origin != "")
	if err != nil {
		return err
	}
	db.idle = maintenance.step
	accounts := Accounts{db}
	s.Journal, s.GameNights, s.History, s.Ratings, s.Accounts = journal, GameNights{db}, History{db}, Ratings{db}, accounts
	s.Relations, s.Reports, s.Webhooks, s.Bans = Relations{db}, Reports{db}, Webhooks{db}, Bans{db}
	s.Replica = Replica{db, accounts, &maintenance.expiry}
	first := &change{apply: func(conn *sqlite.Conn) error {
		return errors.Join(journal.releaseAll(conn, now), foldNames(conn), trimQuarantine(conn, now), trimReports(conn, now))
	}}
	_, err = db.together([]*change{first})
	if err := errors.Join(err, first.err); err != nil {
		return err
	}
	return db.start(path)
}

// Close closes the store after all accepted changes are written and answered. Later calls return an error.
func (s *Store) Close() error { return s.close() }

func (s *Store) end() error {
	if err := errors.Join(s.db.close(), s.folder.Close()); err != nil {
		return fmt.Errorf("the database could not be closed properly: %w", err)
	}
	return nil
}

// Book returns the account data, as the nodes of a cluster share it.
func (s *Store) Book() stream.Store {
	return stream.Store{Accounts: s.Accounts, Relations: s.Relations, History: s.History, Bans: s.Bans, Replica: s.Replica}
}

// Backup writes a consistent copy of the database to a new file while the store is in use. On an error there is no
// file.
func (s *Store) Backup(ctx context.Context, file string) error {
	return writeBackup(file, s.copyTo(ctx))
}

// OpenBackup implements stream.BackupSource. It writes the backup to a temporary file.
func (s *Store) OpenBackup(ctx context.Context) (io.ReadCloser, int64, error) {
	return peerBackup(s.db.dir, s.copyTo(ctx))
}

func (s *Store) copyTo(ctx context.Context) func(draft string) error {
	return func(draft string) error {
		return s.db.lend(ctx, func(conn *sqlite.Conn) error { return copyOut(conn, draft) })
	}
}

// Watch sets a function to be called after each commit, while the writer waits for it. Secret changes are never
// reported, not even as a later sum, which would reveal their number.
func (s *Store) Watch(told func(Commit)) { s.db.health.watch.Store(&told) }

// Unhealthy returns a readable reason why the database cannot be written, or nil if it can.
func (s *Store) Unhealthy() error { return s.db.health.ill() }
