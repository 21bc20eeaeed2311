package store

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/lobby"
)

// exec executes a statement that returns no rows.
func exec(conn *sqlite.Conn, query string, args ...any) error {
	return sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args})
}

// each calls row for each row that a query returns.
func each(conn *sqlite.Conn, row func(*sqlite.Stmt) error, query string, args ...any) error {
	return sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: row})
}

// number returns the number that a query yields, or 0.
func number(conn *sqlite.Conn, query string, args ...any) (n int64, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		n = row.ColumnInt64(0)
		return nil
	}, query, args...)
	return n, err
}

// text returns the text that a query yields, or "".
func text(conn *sqlite.Conn, query string, args ...any) (s string, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		s = row.ColumnText(0)
		return nil
	}, query, args...)
	return s, err
}

// blob returns a copy of a column, or nil if it is NULL.
func blob(row *sqlite.Stmt, column int) []byte {
	if row.ColumnIsNull(column) {
		return nil
	}
	data := make([]byte, row.ColumnLen(column))
	row.ColumnBytes(column, data)
	return data
}

// orNull returns value, or nil if there is false, for binding a parameter.
func orNull[T string | []byte](value T, there bool) any {
	if !there {
		return nil
	}
	return value
}

// stamp returns a time as Unix nanoseconds, 0 for the zero time.
func stamp(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// moment returns the time encoded by stamp.
func moment(nanoseconds int64) time.Time {
	if nanoseconds == 0 {
		return time.Time{}
	}
	return time.Unix(0, nanoseconds).UTC()
}

// isOfDisk reports whether an error is due to the disk or the machine, rather than to the change.
func isOfDisk(err error) bool {
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultFull, sqlite.ResultIOErr, sqlite.ResultNoMem, sqlite.ResultCantOpen, sqlite.ResultReadOnly:
		return true
	default:
		return false
	}
}

// isOfDatabase reports whether an error comes from SQLite, rather than from this package. Some
// errors of SQLite can be recognized only by their text.
func isOfDatabase(err error) bool {
	code := sqlite.ErrCode(err).ToPrimary()
	if code == sqlite.ResultError {
		return strings.HasPrefix(err.Error(), "sqlite")
	}
	return code != sqlite.ResultOK
}

func isFull(err error) bool { return errors.Is(err, lobby.ErrNoRoom) }

// The errors shown to users if the database fails. The cause goes to the operator's log only.
var (
	errNotWritten = errors.New("the server's database cannot be written just now; try again in a moment")
	errNotRead    = errors.New("the server's database cannot be read just now; try again in a moment")
)

// faultOf returns the error to show to users. For an error of SQLite or the system that is told, or
// ErrNoRoom if the disk is full; other errors are returned unchanged.
func faultOf(dir string, told, err error) error {
	var known *lobby.Fault
	switch {
	case err == nil, errors.As(err, &known), !isOfDatabase(err) && !isNoRoom(err):
		return err
	case noRoomFor(dir, err):
		told = lobby.ErrNoRoom
	}
	return &lobby.Fault{Told: told, Cause: err}
}

// noRoomFor reports whether an error is due to a full disk. If the error does not show that by
// itself, noRoomFor tries to write a file.
func noRoomFor(dir string, err error) bool {
	full := sqlite.ErrCode(err).ToPrimary() == sqlite.ResultFull || isNoRoom(err)
	return full || isOfDisk(err) && !hasRoom(dir)
}

// explain adds advice for the operator to an error about the database in dir.
func explain(dir, what string, err error) error {
	if noRoomFor(dir, err) {
		return fmt.Errorf("%w (%w)", lobby.ErrNoRoom, err)
	}
	return fmt.Errorf("the database %s cannot be %s: %w", filepath.Join(dir, File), what, err)
}

// personOf returns the account of an authenticated ID, or the ID itself if it has none.
func personOf(conn *sqlite.Conn, id string) (string, error) {
	account, err := text(conn, "SELECT account FROM identity WHERE id = ?", id)
	if err != nil || account != "" {
		return account, err
	}
	return id, nil
}

// idsOf returns an account's ID and all IDs linked to it.
func idsOf(conn *sqlite.Conn, account string) ([]string, error) {
	ids := []string{account}
	err := each(conn, func(row *sqlite.Stmt) error {
		ids = append(ids, row.ColumnText(0))
		return nil
	}, "SELECT id FROM identity WHERE account = ?1 AND id <> ?1", account)
	return ids, err
}

// truncateLog checkpoints and truncates the log without waiting. It reports busy if readers still use the log.
func truncateLog(conn *sqlite.Conn) (busy bool, err error) {
	conn.SetBusyTimeout(0)
	defer conn.SetBlockOnBusy()
	blocked, err := number(conn, "PRAGMA wal_checkpoint(TRUNCATE)")
	return blocked != 0, err
}

const (
	usualLimit   = 50
	highestLimit = 1000
)

func limit(asked int) int {
	if asked <= 0 {
		return usualLimit
	}
	return min(asked, highestLimit)
}

// statement is SQL that returns no rows, with its parameters.
type statement struct {
	query string
	args  []any
}
