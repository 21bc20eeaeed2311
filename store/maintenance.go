package store

import (
	"encoding/json"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/lobby"
)

const (
	// vacuumPages is the number of pages released in one step, which delays a change by a few milliseconds at most.
	vacuumPages = 64
	// sparePages is the number of free pages kept for rooms in play, which will need them soon.
	sparePages = 256
	// guestTime is how long an absent guest is remembered.
	guestTime = 30 * 24 * time.Hour
	// expirePace is the interval between searches for expired guests.
	expirePace = 6 * time.Hour
	// expireLook bounds the guests examined in one step, and expireMatches the matches from which a guest is removed
	// in one step. Either takes a few milliseconds.
	expireLook    = 64
	expireMatches = 100
)

// incremental is the value of PRAGMA auto_vacuum for a database that releases pages on request.
const incremental = 2

// maintenance runs while the writer is idle: it deletes expired guests, releases free pages, and deletes copies from
// before upgrades.
type maintenance struct {
	*writer
	vacuums bool      // the database can release pages
	trimmed time.Time // when the copies were last examined
	expiry  expiry
}

func newMaintenance(w *writer, shared bool) (*maintenance, error) {
	mode, err := number(w.conn, "PRAGMA auto_vacuum")
	return &maintenance{writer: w, vacuums: mode == incremental, expiry: expiry{shared: shared}}, err
}

// step does one step and reports whether there is more to do.
func (m *maintenance) step() (more bool, err error) {
	m.trim()
	return m.tidy()
}

// trim deletes copies from before upgrades once an hour, if they are old or too many.
func (m *maintenance) trim() {
	now := time.Now()
	if now.Sub(m.trimmed) < time.Hour {
		return
	}
	m.trimmed = now
	if err := trimCopies(m.dir, now); err != nil {
		m.log.Warn("cannot remove a database copy made before an upgrade", "error", err)
	}
}

// tidy does one step of keeping the files small, and reports whether there is more to do: it deletes expired guests,
// releases free pages, and then truncates the log. A database from a version that could not release pages keeps them
// until Vacuum.
func (m *maintenance) tidy() (more bool, err error) {
	if more, err := m.expire(); more || err != nil {
		return more, err
	}
	if m.emptyLog {
		busy, err := truncateLog(m.conn)
		m.emptyLog = busy
		return true, err
	}
	spare, err := number(m.conn, "PRAGMA freelist_count")
	if err != nil || spare <= sparePages || !m.vacuums {
		return false, err
	}
	// The file is truncated only when the log is written back.
	m.emptyLog = spare-vacuumPages <= sparePages
	// The pragma returns a row for each page and must be stepped to its end.
	err = sqlitex.ExecuteTransient(m.conn, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", vacuumPages), nil)
	return true, err
}

// expire does one step of a round and reports whether there is more to do.
func (m *maintenance) expire() (more bool, err error) {
	x, now := &m.expiry, time.Now()
	if !x.running {
		if now.Before(x.next) {
			return false, nil
		}
		*x = expiry{shared: x.shared, next: now.Add(expirePace), running: true, begins: true}
	}
	step := &change{apply: func(conn *sqlite.Conn) error {
		if x.begins {
			x.begins = false
			dropped, err := dropDeleted(conn, now)
			if err != nil {
				return err
			}
			m.emptyLog = m.emptyLog || dropped
			if err := trimReports(conn, now); err != nil {
				return err
			}
		}
		if x.shared {
			x.running = false
			return nil
		}
		forgot, err := x.step(conn, now.Add(-guestTime))
		m.emptyLog = m.emptyLog || forgot
		return err
	}}
	before := *x
	_, err = m.together([]*change{step})
	if err == nil {
		err = step.err
	}
	if err != nil {
		*x = before
		x.running = false // the next round starts from the beginning
	}
	return x.running, err
}

// expiry is a round of deleting expired guests. It visits guests with an account first, and then those with matches
// only, in the order of their last visits.
type expiry struct {
	shared  bool      // in a cluster guests expire by changes, and not by rounds
	next    time.Time // no round begins before
	running bool
	begins  bool   // the first step of the round is still to come
	matches bool   // visiting guests without an account
	at      int64  // last visit of the last guest examined
	person  string // and the guest's ID
}

// step examines some guests last seen before the given time, and deletes one, or a part of one's data.
func (x *expiry) step(conn *sqlite.Conn, before time.Time) (forgot bool, err error) {
	guests, err := x.candidates(conn, stamp(before))
	if err != nil {
		return false, err
	}
	for _, guest := range guests {
		last := *x
		x.at, x.person = guest.at, guest.person
		expired, err := hasExpired(conn, guest.person, stamp(before))
		if err != nil {
			return false, err
		}
		if !expired {
			continue
		}
		whole, err := forgetGuest(conn, guest.person)
		if !whole {
			*x = last // to continue with it
		}
		return true, err
	}
	if len(guests) < expireLook {
		x.running, x.matches, x.at, x.person = !x.matches, true, 0, ""
	}
	return false, nil
}

// candidate is a guest with their last visit according to one row.
type candidate struct {
	at     int64
	person string
}

// candidates returns the next guests of the round.
func (x *expiry) candidates(conn *sqlite.Conn, before int64) (guests []candidate, err error) {
	query := "SELECT seen, id FROM account WHERE guest = 1 AND seen < ?1 AND (seen, id) > (?2, ?3) ORDER BY seen, id LIMIT ?4"
	if x.matches {
		query = `SELECT DISTINCT ended, person FROM player WHERE guest = 1 AND person IS NOT NULL AND ended < ?1 AND (ended, person) > (?2, ?3)
			ORDER BY ended, person LIMIT ?4`
	}
	err = each(conn, func(row *sqlite.Stmt) error {
		guests = append(guests, candidate{row.ColumnInt64(0), row.ColumnText(1)})
		return nil
	}, query, before, x.at, x.person, expireLook)
	return guests, err
}

// hasExpired reports whether a person is a guest who was not seen since the given time and has no seat in a stored
// room.
func hasExpired(conn *sqlite.Conn, person string, before int64) (bool, error) {
	since, err := number(conn, `SELECT (SELECT count(*) FROM account WHERE id = ?1 AND (guest = 0 OR seen >= ?2))
		+ (SELECT count(*) FROM visited WHERE person = ?1 AND at >= ?2)
		+ (SELECT count(*) FROM player WHERE person = ?1 AND (guest = 0 OR ended >= ?2))`, person, before)
	if err != nil || since > 0 {
		return false, err
	}
	ids := []string{person}
	err = each(conn, func(row *sqlite.Stmt) error {
		ids = append(ids, row.ColumnText(0))
		return nil
	}, "SELECT id FROM identity WHERE account = ?", person)
	if err != nil {
		return false, err
	}
	for _, id := range ids {
		trace, err := json.Marshal(id)
		if err != nil {
			return false, fmt.Errorf("%q cannot be stored: %w", id, err)
		}
		// The header of a room names all persons in its entries. Rooms of old versions have no header.
		rooms, err := number(conn, `SELECT EXISTS (SELECT 1 FROM header WHERE instr(data, CAST(?1 AS BLOB)) > 0)
			OR EXISTS (SELECT 1 FROM entry WHERE room NOT IN (SELECT room FROM header) AND instr(data, CAST(?1 AS BLOB)) > 0)`, string(trace))
		if err != nil || rooms > 0 {
			return false, err
		}
	}
	return true, nil
}

// forgetGuest deletes a guest, and reports whether nothing is left. If the guest has many matches,
// it only removes them from some of the matches.
func forgetGuest(conn *sqlite.Conn, person string) (whole bool, err error) {
	matches, err := number(conn, "SELECT count(*) FROM (SELECT 1 FROM player WHERE person = ? LIMIT ?)", person, expireMatches+1)
	if err != nil {
		return false, err
	}
	if matches > expireMatches {
		return false, leaveMatches(conn, person)
	}
	if _, err := forgetQuarantined(conn, person); err != nil {
		return false, err
	}
	for _, change := range forgetting(person) {
		if err := exec(conn, change.query, change.args...); err != nil {
			return false, err
		}
	}
	return true, nil
}

// leaveMatches removes a person from some of their matches, and from the titles of those matches.
func leaveMatches(conn *sqlite.Conn, person string) error {
	const some = "(SELECT finished FROM player WHERE person = ?1 ORDER BY ended LIMIT ?4)"
	if err := exec(conn, `UPDATE finished SET title = ?2, titled = NULL WHERE number IN `+some+` AND (titled = ?1
		OR title IN (SELECT name || ?3 FROM player WHERE finished = finished.number AND person = ?1))`,
		person, lobby.DefaultTitle(forgottenName), lobby.DefaultTitle(""), expireMatches); err != nil {
		return err
	}
	return exec(conn, `UPDATE player SET person = NULL, name = ?2, record_name = '', record_salt = '' WHERE person = ?1 AND finished IN
		(SELECT finished FROM player WHERE person = ?1 ORDER BY ended LIMIT ?3)`, person, forgottenName, expireMatches)
}
