// Package store keeps what outlives the process in one SQLite database: rooms
// as they stand, matches that have ended, and people.
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

// Store is one folder's database by its parts, kept from all other processes while it is
// open. All methods, and those of its parts, may be called from any goroutine.
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

// begin makes the parts, takes the rooms from the process that was here last, and starts
// to write.
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

// Close ends the store after everything it has taken is written and answered.
// Whatever is asked of it from then on is an error.
func (s *Store) Close() error { return s.close() }

func (s *Store) end() error {
	if err := errors.Join(s.db.close(), s.folder.Close()); err != nil {
		return fmt.Errorf("the database could not be closed properly: %w", err)
	}
	return nil
}

// Book is what is kept of people, as the nodes of a cluster share it.
func (s *Store) Book() stream.Book {
	return stream.Book{Accounts: s.Accounts, Relations: s.Relations, History: s.History, Bans: s.Bans, Replica: s.Replica}
}

// Backup writes all that is kept at this moment into a new file, while the
// store goes on. The file is there whole or not at all.
func (s *Store) Backup(ctx context.Context, file string) error {
	return writeBackup(file, s.copyTo(ctx))
}

// Lend implements stream.Keeper: it is Backup into a file of the store's own.
func (s *Store) Lend(ctx context.Context) (io.ReadCloser, int64, error) {
	return peerBackup(s.db.dir, s.copyTo(ctx))
}

func (s *Store) copyTo(ctx context.Context) func(draft string) error {
	return func(draft string) error {
		return s.db.lend(ctx, func(conn *sqlite.Conn) error { return copyOut(conn, draft) })
	}
}

// Watch has a function told of each commit, while the writer waits for it. What was
// done in secret is never told, not even later: that would tell how much it was.
func (s *Store) Watch(told func(Commit)) { s.db.health.watch.Store(&told) }

// Ill is a sentence that says why nothing can be written, nil where it can.
func (s *Store) Ill() error { return s.db.health.ill() }
