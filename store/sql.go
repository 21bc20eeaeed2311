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

// exec executes one statement that answers nothing.
func exec(conn *sqlite.Conn, query string, args ...any) error {
	return sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args})
}

// each calls a function for every row that a query answers.
func each(conn *sqlite.Conn, row func(*sqlite.Stmt) error, query string, args ...any) error {
	return sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: row})
}

// number is the one number that a query answers, 0 where it answers none.
func number(conn *sqlite.Conn, query string, args ...any) (n int64, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		n = row.ColumnInt64(0)
		return nil
	}, query, args...)
	return n, err
}

// text is the one text that a query answers, empty where it answers none.
func text(conn *sqlite.Conn, query string, args ...any) (s string, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		s = row.ColumnText(0)
		return nil
	}, query, args...)
	return s, err
}

// blob copies a column; it is nil where the column is NULL.
func blob(row *sqlite.Stmt, column int) []byte {
	if row.ColumnIsNull(column) {
		return nil
	}
	data := make([]byte, row.ColumnLen(column))
	row.ColumnBytes(column, data)
	return data
}

// orNull is what to bind for something that may be absent.
func orNull[T string | []byte](value T, there bool) any {
	if !there {
		return nil
	}
	return value
}

// stamp is how a moment is written down; 0 is none.
func stamp(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// moment reads what stamp writes.
func moment(nanoseconds int64) time.Time {
	if nanoseconds == 0 {
		return time.Time{}
	}
	return time.Unix(0, nanoseconds).UTC()
}

// isOfDisk tells errors of the disk and of the machine from those of one change.
func isOfDisk(err error) bool {
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultFull, sqlite.ResultIOErr, sqlite.ResultNoMem, sqlite.ResultCantOpen, sqlite.ResultReadOnly:
		return true
	default:
		return false
	}
}

// isOfDatabase tells errors of SQLite from the store's own. Of those of SQLite
// that are of no kind only the text says where they come from.
func isOfDatabase(err error) bool {
	code := sqlite.ErrCode(err).ToPrimary()
	if code == sqlite.ResultError {
		return strings.HasPrefix(err.Error(), "sqlite")
	}
	return code != sqlite.ResultOK
}

func isFull(err error) bool { return errors.Is(err, lobby.ErrNoRoom) }

// What people are told where the database fails. Why it does is for the
// operator's log alone.
var (
	errNotWritten = errors.New("the server's database cannot be written just now; try again in a moment")
	errNotRead    = errors.New("the server's database cannot be read just now; try again in a moment")
)

// faultOf hides the cause of an error from people, where SQLite or the system
// is the cause; told is what they hear unless the disk is full.
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

// noRoomFor reports whether a full disk is what is wrong. SQLite tells a full
// one from a broken one only in part, so it is tried out.
func noRoomFor(dir string, err error) bool {
	full := sqlite.ErrCode(err).ToPrimary() == sqlite.ResultFull || isNoRoom(err)
	return full || isOfDisk(err) && !hasRoom(dir)
}

// explain says what an operator can do where the database of a folder could not
// be used.
func explain(dir, what string, err error) error {
	if noRoomFor(dir, err) {
		return fmt.Errorf("%w (%w)", lobby.ErrNoRoom, err)
	}
	return fmt.Errorf("the database %s cannot be %s: %w", filepath.Join(dir, File), what, err)
}

// personOf is the account that a proved ID leads to, or the ID itself where it
// leads to none.
func personOf(conn *sqlite.Conn, id string) (string, error) {
	account, err := text(conn, "SELECT account FROM identity WHERE id = ?", id)
	if err != nil || account != "" {
		return account, err
	}
	return id, nil
}

// idsOf are an account's ID and all others that lead to it.
func idsOf(conn *sqlite.Conn, account string) ([]string, error) {
	ids := []string{account}
	err := each(conn, func(row *sqlite.Stmt) error {
		ids = append(ids, row.ColumnText(0))
		return nil
	}, "SELECT id FROM identity WHERE account = ?1 AND id <> ?1", account)
	return ids, err
}

// truncateLog writes the log into the database and cuts it to nothing. It waits for
// nobody: busy says that somebody still reads from the log.
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

// statement is SQL that answers nothing, and what stands for its parameters.
type statement struct {
	query string
	args  []any
}
