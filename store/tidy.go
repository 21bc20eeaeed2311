package store

import (
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const (
	// calm is how long nobody has asked for a change before the writer tidies up.
	calm = 50 * time.Millisecond
	// tidyPages is how many pages are given back in one step: it takes a few
	// milliseconds, and that is the most that a change waits for it.
	tidyPages = 64
	// sparePages are left free: a table in play needs them again soon.
	sparePages = 256
)

// tidy does one step of what keeps the files small, and reports whether there is
// more to do: guests are forgotten who have not come for long, empty pages are given
// back, and the log is emptied after that, and after somebody was forgotten. A
// database of before that could not give pages back keeps them until Vacuum.
func (w *writer) tidy() (more bool, err error) {
	if more, err := w.expire(); more || err != nil {
		return more, err
	}
	if w.scrub {
		busy, err := emptyLog(w.conn)
		w.scrub = busy
		return true, err
	}
	spare, err := number(w.conn, "PRAGMA freelist_count")
	if err != nil || spare <= sparePages || !w.gives {
		return false, err
	}
	// The file itself is cut where the log is written into it.
	w.scrub = spare-tidyPages <= sparePages
	// It gives back no more than is asked for, and needs to be stepped to its end.
	err = sqlitex.ExecuteTransient(w.conn, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", tidyPages), nil)
	return true, err
}

// emptyLog writes the log into the database and cuts it to nothing. It waits for
// nobody: busy says that somebody still reads from the log.
func emptyLog(conn *sqlite.Conn) (busy bool, err error) {
	conn.SetBusyTimeout(0)
	defer conn.SetBlockOnBusy()
	blocked, err := number(conn, "PRAGMA wal_checkpoint(TRUNCATE)")
	return blocked != 0, err
}

// givesBack reports whether a database can give empty pages back.
func givesBack(conn *sqlite.Conn) (bool, error) {
	mode, err := number(conn, "PRAGMA auto_vacuum")
	return mode == incremental, err
}

// incremental is what PRAGMA auto_vacuum answers for a database that gives empty
// pages back when asked to.
const incremental = 2
