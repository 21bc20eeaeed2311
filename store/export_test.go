package store

import (
	"context"
	"io/fs"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/lobby"
)

// Migrations returns the SQL of each version.
func Migrations() []string {
	schema, err := schema()
	if err != nil {
		panic(err)
	}
	return schema.Migrations
}

// MigrationFiles returns the names of the migration files.
func MigrationFiles() []string {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err)
	}
	return files
}

const (
	AppID         = appID
	ExpireMatches = expireMatches
	MostReports   = mostReports
	MostByGuests  = mostByGuests
	MostBy        = mostBy
	MostAbout     = mostAbout
	ReportTime    = reportTime
	DeletedTime   = deletedTime
)

// Do runs a statement between two commits, as another process might. The store drops what it had cached of its rooms.
func (s *Store) Do(query string) error {
	return s.db.write(context.Background(), func(conn *sqlite.Conn) error {
		s.Journal.last.forgetAll()
		return sqlitex.ExecuteTransient(conn, query, nil)
	})
}

// DropDeleted deletes expired data about deleted accounts, as the writer does.
func (s *Store) DropDeleted(at time.Time) error {
	return s.db.write(context.Background(), func(conn *sqlite.Conn) error {
		dropped, err := dropDeleted(conn, at)
		s.db.emptyLog = s.db.emptyLog || dropped
		return err
	})
}

// Hold blocks the writer until release is called.
func (s *Store) Hold() (release func()) {
	held, free := make(chan struct{}), make(chan struct{})
	go func() {
		_ = s.db.write(context.Background(), func(*sqlite.Conn) error {
			close(held)
			<-free
			return nil
		})
	}()
	<-held
	return func() { close(free) }
}

// Count returns the number that a query yields.
func (s *Store) Count(query string) (n int64, err error) {
	err = s.db.read(context.Background(), func(conn *sqlite.Conn) error {
		n, err = number(conn, query)
		return err
	})
	return n, err
}

// AppendAnd appends an entry and calls a function as soon as the writer has accepted it.
func (s *Store) AppendAnd(ctx context.Context, call func(), room string, entry lobby.Entry) error {
	return s.db.write(ctx, func(conn *sqlite.Conn) error {
		call()
		return exec(conn, "INSERT INTO entry (room, number, whole, data) VALUES (?, ?, ?, ?)",
			room, entry.Number, entry.Whole, entry.Data)
	})
}

// Rooms returns the rooms that have entries and are not in quarantine.
func (s *Store) Rooms(ctx context.Context) (rooms []string, err error) {
	err = s.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			rooms = append(rooms, row.ColumnText(0))
			return nil
		}, "SELECT DISTINCT room FROM entry ORDER BY room")
	})
	return rooms, err
}

// Claim makes this process the owner of a room. Claims of earlier processes ended when this one opened the database.
func (s *Store) Claim(ctx context.Context, room string) error {
	return s.db.write(ctx, func(conn *sqlite.Conn) error {
		if err := s.Journal.mayTouch(conn, room); err != nil {
			return err
		}
		return s.Journal.claim(conn, room)
	})
}

// Alive returns the last heartbeat of the process that had the database open before.
func (s *Store) Alive(ctx context.Context) (time.Time, error) { return s.Journal.alive, ctx.Err() }

// FamiliarityPlan returns the query plan of familiarity and its bytecode operations.
func (s *Store) FamiliarityPlan(ctx context.Context) (plan, operations []string, err error) {
	err = s.db.read(ctx, func(conn *sqlite.Conn) error {
		err := each(conn, func(row *sqlite.Stmt) error {
			plan = append(plan, row.ColumnText(3))
			return nil
		}, "EXPLAIN QUERY PLAN "+familiarity, "key:anna")
		if err != nil {
			return err
		}
		return each(conn, func(row *sqlite.Stmt) error {
			operations = append(operations, row.ColumnText(1))
			return nil
		}, "EXPLAIN "+familiarity, "key:anna")
	})
	return plan, operations, err
}
