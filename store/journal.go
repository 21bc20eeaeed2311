package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

// Journal stores the journals of rooms and which of them this process owns.
type Journal struct {
	db      *sqliteDB
	process string        // identifies this process among those that claim rooms
	alive   time.Time     // last heartbeat of the process before
	opened  time.Time     // when this process opened the database
	stood   time.Duration // how long no process had the database open before this one
	last    lastEntries   // used by the writer only
}

var (
	_ lobby.Journal = (*Journal)(nil)

	errUnclaimed = errors.New("the room has to be claimed before it goes on here")
)

// newJournal reads when a process was last alive.
func newJournal(db *sqliteDB, now time.Time) (*Journal, error) {
	alive, err := readAlive(db.conn)
	if err != nil {
		return nil, err
	}
	j := &Journal{db: db, process: rand.Text(), alive: alive, opened: now.UTC(), last: lastEntries{}}
	if !alive.IsZero() {
		j.stood = max(0, now.Sub(alive))
	}
	db.undone = j.last.forgetAll
	return j, nil
}

// releaseAll ends the claims of the process before and adds the downtime to each room. The caller holds the lock, so
// no other process is running.
func (j *Journal) releaseAll(conn *sqlite.Conn, now time.Time) error {
	if err := exec(conn, "DELETE FROM claim WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.room = claim.room)"); err != nil {
		return err
	}
	return exec(conn, `UPDATE claim SET process = '', stood = stood + ?1, since = CASE since WHEN 0 THEN ?2 ELSE since + ?1 END`,
		int64(j.stood), stamp(now))
}

// Append implements lobby.Journal. It claims a new room.
func (j *Journal) Append(ctx context.Context, room string, entry lobby.Entry) error {
	ended, err := flatten(entry.Ended)
	if err != nil {
		return err
	}
	write := j.db.write
	if entry.Secret {
		write = j.db.writeSecret
	}
	return write(ctx, func(conn *sqlite.Conn) error {
		if err := j.mayAppend(conn, room, entry.Number); err != nil {
			return unlessThere(conn, room, entry, err)
		}
		j.last.forget(room) // until it is written
		if err := ended.insert(conn); err != nil {
			return err
		}
		if entry.Last {
			return clearRoom(conn, room)
		}
		if err := putEntry(conn, room, entry); err != nil {
			return err
		}
		j.last.wrote(room, entry.Number)
		return nil
	})
}

// putEntry stores an entry and its header. A snapshot replaces all entries before it.
func putEntry(conn *sqlite.Conn, room string, entry lobby.Entry) error {
	if entry.Whole {
		if err := exec(conn, "DELETE FROM entry WHERE room = ?", room); err != nil {
			return err
		}
	}
	if err := putHeader(conn, room, entry.Header); err != nil {
		return err
	}
	return exec(conn, "INSERT INTO entry (room, number, whole, data) VALUES (?, ?, ?, ?)",
		room, entry.Number, entry.Whole, entry.Data)
}

// putHeader stores the header of a room's newest entry.
func putHeader(conn *sqlite.Conn, room string, header []byte) error {
	if header == nil {
		return exec(conn, "DELETE FROM header WHERE room = ?", room)
	}
	return exec(conn, "INSERT INTO header (room, data) VALUES (?, ?) ON CONFLICT (room) DO UPDATE SET data = excluded.data", room, header)
}

// unlessThere returns nil if why is lobby.ErrSequence and the entry was already written, and otherwise why.
func unlessThere(conn *sqlite.Conn, room string, entry lobby.Entry, why error) error {
	if !errors.Is(why, lobby.ErrSequence) {
		return why
	}
	there, err := hasEntry(conn, room, entry)
	if there || err != nil {
		return err
	}
	return why
}

// hasEntry reports whether an entry was already written, together with the match that it ended: it is the newest one
// of its room, or the last one of a deleted room.
func hasEntry(conn *sqlite.Conn, room string, entry lobby.Entry) (there bool, err error) {
	gone := true
	err = each(conn, func(row *sqlite.Stmt) error {
		gone = false
		there = !entry.Last && uint64(row.ColumnInt64(0)) == entry.Number && //nolint:gosec // no number in the table is below 1
			row.ColumnBool(1) == entry.Whole && bytes.Equal(blob(row, 2), entry.Data)
		return nil
	}, "SELECT number, whole, data FROM entry WHERE room = ? ORDER BY number DESC LIMIT 1", room)
	if there = there || gone && entry.Last; !there || err != nil || entry.Ended == nil {
		return there, err
	}
	kept, err := number(conn, "SELECT count(*) FROM finished WHERE id = ?", entry.Ended.ID)
	return kept > 0, err
}

// mayAppend returns an error unless an entry follows the newest one of its room and this process owns the room. It
// queries the database only for rooms not in j.last.
func (j *Journal) mayAppend(conn *sqlite.Conn, room string, next uint64) error {
	switch follows, known := j.last.next(room, next); {
	case known && !follows:
		return lobby.ErrSequence
	case known:
		return nil
	}
	holder, rested, err := claimOf(conn, room)
	if err != nil {
		return err
	}
	last, err := number(conn, "SELECT max(number) FROM entry WHERE room = ?", room)
	switch {
	case err != nil:
		return err
	case holder != "" && holder != j.process:
		return lobby.ErrClaimed
	case uint64(last)+1 != next: //nolint:gosec // no number in the table is below 1
		return lobby.ErrSequence
	case holder == "" && next > 1:
		return errUnclaimed
	case holder == "":
		return j.claim(conn, room)
	case rested:
		return exec(conn, "UPDATE claim SET stood = 0, since = 0 WHERE room = ?", room)
	}
	return nil
}

// Headers implements lobby.Journal. It claims all rooms in one commit.
func (j *Journal) Headers(ctx context.Context) (headers map[string]lobby.Header, err error) {
	err = j.db.write(ctx, func(conn *sqlite.Conn) error { return j.claimAll(conn) })
	if err != nil {
		return nil, err
	}
	headers = map[string]lobby.Header{}
	err = j.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			headers[row.ColumnText(0)] = lobby.Header{
				Data: blob(row, 1), Stood: time.Duration(row.ColumnInt64(2)), Since: moment(row.ColumnInt64(3)), Opened: j.opened,
			}
			return nil
		}, `SELECT c.room, h.data, c.stood, c.since FROM claim AS c LEFT JOIN header AS h ON h.room = c.room
			WHERE c.process = ? ORDER BY c.room`, j.process)
	})
	if err != nil {
		return nil, err
	}
	return headers, nil
}

// claimAll claims the rooms without an owner.
func (j *Journal) claimAll(conn *sqlite.Conn) error {
	now := time.Now()
	if err := exec(conn, "UPDATE claim SET process = ?, at = ? WHERE process = ''", j.process, stamp(now)); err != nil {
		return err
	}
	return exec(conn, `INSERT INTO claim (room, process, at, stood, since)
		SELECT room, ?, ?, ?, ? FROM (SELECT DISTINCT room FROM entry) WHERE room NOT IN (SELECT room FROM claim)`,
		j.process, stamp(now), int64(j.stood), stamp(now))
}

// Load returns the entries of a room, none if it does not exist, and an error if one is missing in between.
func (j *Journal) Load(ctx context.Context, room string) (entries []lobby.Entry, err error) {
	err = j.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			entry := lobby.Entry{
				Number: uint64(row.ColumnInt64(0)), //nolint:gosec // as it was written
				Whole:  row.ColumnBool(1),
				Data:   blob(row, 2),
			}
			if entry.Whole {
				entries = nil
			}
			if !follows(entries, entry) {
				return fmt.Errorf("some entries of room %s before number %d are missing", room, entry.Number)
			}
			entries = append(entries, entry)
			return nil
		}, "SELECT number, whole, data FROM entry WHERE room = ? ORDER BY number", room)
	})
	if err != nil {
		return nil, err
	}
	return entries, nil
}

// follows reports whether an entry may come after others.
func follows(before []lobby.Entry, entry lobby.Entry) bool {
	if len(before) == 0 {
		return entry.Whole || entry.Number == 1
	}
	return entry.Number == before[len(before)-1].Number+1
}

// SetAside moves the entries of a room to quarantine, where only an operator finds them, and stores
// its unfinished match as void.
func (j *Journal) SetAside(ctx context.Context, room, why string, void *lobby.Finished) error {
	ended, err := flatten(void)
	if err != nil {
		return err
	}
	return j.db.write(ctx, func(conn *sqlite.Conn) error {
		if err := j.mayTouch(conn, room); err != nil {
			return err
		}
		j.last.forget(room)
		if err := ended.insert(conn); err != nil {
			return err
		}
		if err := exec(conn, `INSERT INTO aside (room, number, whole, data, why, at)
			SELECT room, number, whole, data, ?2, ?3 FROM entry WHERE room = ?1 ORDER BY number`,
			room, why, stamp(time.Now())); err != nil {
			return err
		}
		if err := trimQuarantine(conn, time.Now()); err != nil {
			return err
		}
		return clearRoom(conn, room)
	})
}

// The newest rooms in quarantine are kept, as long as an operator may need them for diagnosis.
const (
	mostQuarantined = 100
	quarantineTime  = 30 * 24 * time.Hour
)

// trimQuarantine deletes rooms that have been in quarantine for too long or are too many.
func trimQuarantine(conn *sqlite.Conn, now time.Time) error {
	return exec(conn, `DELETE FROM aside WHERE at < ? OR (room, at) NOT IN
		(SELECT room, at FROM aside GROUP BY room, at ORDER BY at DESC LIMIT ?)`, stamp(now.Add(-quarantineTime)), mostQuarantined)
}

// mayTouch returns an error for a room that another process owns.
func (j *Journal) mayTouch(conn *sqlite.Conn, room string) error {
	holder, err := claimant(conn, room)
	if err == nil && holder != "" && holder != j.process {
		err = lobby.ErrClaimed
	}
	return err
}

func (j *Journal) claim(conn *sqlite.Conn, room string) error {
	return exec(conn, `INSERT INTO claim (room, process, at) VALUES (?, ?, ?)
		ON CONFLICT (room) DO UPDATE SET process = excluded.process, at = excluded.at WHERE process = ''`,
		room, j.process, stamp(time.Now()))
}

// claimant returns the process that owns a room, or "".
func claimant(conn *sqlite.Conn, room string) (holder string, err error) {
	holder, _, err = claimOf(conn, room)
	return holder, err
}

// claimOf returns the owner of a room, or "", and whether the database was reopened after the room's newest entry.
func claimOf(conn *sqlite.Conn, room string) (holder string, rested bool, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		holder, rested = row.ColumnText(0), row.ColumnInt64(1) != 0
		return nil
	}, "SELECT process, since FROM claim WHERE room = ?", room)
	return holder, rested, err
}

func clearRoom(conn *sqlite.Conn, room string) error {
	for _, query := range []string{
		"DELETE FROM entry WHERE room = ?", "DELETE FROM header WHERE room = ?", "DELETE FROM claim WHERE room = ?",
	} {
		if err := exec(conn, query, room); err != nil {
			return err
		}
	}
	return nil
}

// lastEntries caches the number of the newest entry of each room that this process owns. Only the writer uses it,
// inside its transactions, and drops what may not have been written.
type lastEntries map[string]uint64

// next reports whether a room is cached, and whether an entry with the given number follows its newest one.
func (l lastEntries) next(room string, number uint64) (follows, known bool) {
	last, known := l[room]
	return last+1 == number, known
}

// wrote records an entry that is about to be written.
func (l lastEntries) wrote(room string, number uint64) { l[room] = number }

// forget drops a room from the cache.
func (l lastEntries) forget(room string) { delete(l, room) }

// forgetAll drops all rooms.
func (l lastEntries) forgetAll() { clear(l) }
