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
	// vacuumPages is how many pages are given back in one step: it takes a few
	// milliseconds, and that is the most that a change waits for it.
	vacuumPages = 64
	// sparePages are left free: a table in play needs them again soon.
	sparePages = 256
	// guestTime is for how long a guest is remembered who does not come.
	guestTime = 30 * 24 * time.Hour
	// expirePace is how often guests are looked for who have not come.
	expirePace = 6 * time.Hour
	// expireLook is how many of them are looked at in one step, and expireMatches in
	// how many matches somebody is forgotten in one: either takes a few milliseconds.
	expireLook    = 64
	expireMatches = 100
)

// incremental is what PRAGMA auto_vacuum answers for a database that gives empty
// pages back when asked to.
const incremental = 2

// maintenance is what the writer does while it is idle: guests are forgotten who have not
// come for long, empty pages are given back, and copies of before upgrades are removed.
type maintenance struct {
	*writer
	vacuums bool      // the database can give empty pages back
	trimmed time.Time // when copies of before upgrades were last looked through
	expiry  expiry
}

func newMaintenance(w *writer, shared bool) (*maintenance, error) {
	mode, err := number(w.conn, "PRAGMA auto_vacuum")
	return &maintenance{writer: w, vacuums: mode == incremental, expiry: expiry{shared: shared}}, err
}

// step does one step, and reports whether there is more to do.
func (m *maintenance) step() (more bool, err error) {
	m.trim()
	return m.tidy()
}

// trim removes copies of before upgrades that need not stay, once an hour.
func (m *maintenance) trim() {
	now := time.Now()
	if now.Sub(m.trimmed) < time.Hour {
		return
	}
	m.trimmed = now
	if err := trimCopies(m.dir, now); err != nil {
		m.log.Warn("a copy of the database from before an upgrade cannot be removed", "error", err)
	}
}

// tidy does one step of what keeps the files small, and reports whether there is
// more to do: guests are forgotten who have not come for long, empty pages are given
// back, and the log is emptied after that, and after somebody was forgotten. A
// sqliteDB of before that could not give pages back keeps them until Vacuum.
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
	// The file itself is cut where the log is written into it.
	m.emptyLog = spare-vacuumPages <= sparePages
	// It gives back no more than is asked for, and needs to be stepped to its end.
	err = sqlitex.ExecuteTransient(m.conn, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", vacuumPages), nil)
	return true, err
}

// expire does one step of a round, and reports whether there is more to do.
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
		x.running = false // the next round begins anew
	}
	return x.running, err
}

// expiry is a round in which guests are forgotten who have not come for long. It
// goes through those with an account first, and then through those of whom only
// matches are kept, in the order of when they were here last.
type expiry struct {
	shared  bool      // a cluster's machines agree on who is forgotten: no round does that
	next    time.Time // no round begins before
	running bool
	begins  bool   // its first step is to come
	matches bool   // it has come to those without an account
	at      int64  // the one that was looked at last
	person  string // and who that was
}

// step looks at some guests who were here last before a moment, and forgets one, or
// a part of what there is of one.
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
			*x = last // to go on with it
		}
		return true, err
	}
	if len(guests) < expireLook {
		x.running, x.matches, x.at, x.person = !x.matches, true, 0, ""
	}
	return false, nil
}

// candidate is a guest, and when they were here as far as one row tells.
type candidate struct {
	at     int64
	person string
}

// candidates are those whom the round comes to next.
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

// hasExpired reports whether a person is a guest who was not here since a moment,
// and has no seat anywhere: no room is kept that names them.
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
		// The header of a room names everybody in its entries; a room of before has none.
		rooms, err := number(conn, `SELECT EXISTS (SELECT 1 FROM header WHERE instr(data, CAST(?1 AS BLOB)) > 0)
			OR EXISTS (SELECT 1 FROM entry WHERE room NOT IN (SELECT room FROM header) AND instr(data, CAST(?1 AS BLOB)) > 0)`, string(trace))
		if err != nil || rooms > 0 {
			return false, err
		}
	}
	return true, nil
}

// forgetGuest removes a guest from all that is kept, or from a part of many matches,
// and reports whether nothing is left of them.
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

// leaveMatches takes a person out of some of their matches, and out of the titles of
// these.
func leaveMatches(conn *sqlite.Conn, person string) error {
	const some = "(SELECT finished FROM player WHERE person = ?1 ORDER BY ended LIMIT ?4)"
	if err := exec(conn, `UPDATE finished SET title = ?2, titled = NULL WHERE number IN `+some+` AND (titled = ?1
		OR title IN (SELECT name || ?3 FROM player WHERE finished = finished.number AND person = ?1))`,
		person, lobby.DefaultTitle(forgottenName), lobby.DefaultTitle(""), expireMatches); err != nil {
		return err
	}
	return exec(conn, `UPDATE player SET person = NULL, name = ?2 WHERE person = ?1 AND finished IN
		(SELECT finished FROM player WHERE person = ?1 ORDER BY ended LIMIT ?3)`, person, forgottenName, expireMatches)
}
