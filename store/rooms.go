package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

var errUnclaimed = errors.New("the room has to be claimed before it goes on here")

// Append writes an entry as lobby.Journal says. A new room is claimed by the way.
func (s *Store) Append(ctx context.Context, room string, entry lobby.Entry) error {
	ended, err := flatten(entry.Ended)
	if err != nil {
		return err
	}
	write := s.writer.write
	if entry.Secret {
		write = s.writer.writeSecret
	}
	return write(ctx, func(conn *sqlite.Conn) error {
		if err := s.mayAppend(conn, room, entry.Number); err != nil {
			return unlessThere(conn, room, entry, err)
		}
		s.held.forget(room) // until it is written
		if err := ended.insert(conn); err != nil {
			return err
		}
		if entry.Last {
			return clearRoom(conn, room)
		}
		if err := putEntry(conn, room, entry); err != nil {
			return err
		}
		s.held.wrote(room, entry.Number)
		return nil
	})
}

// putEntry writes an entry with its header; a whole one takes the place of all
// before it.
func putEntry(conn *sqlite.Conn, room string, entry lobby.Entry) error {
	if entry.Whole {
		if err := run(conn, "DELETE FROM entry WHERE room = ?", room); err != nil {
			return err
		}
	}
	if err := putHeader(conn, room, entry.Header); err != nil {
		return err
	}
	return run(conn, "INSERT INTO entry (room, number, whole, data) VALUES (?, ?, ?, ?)",
		room, entry.Number, entry.Whole, entry.Data)
}

// unlessThere returns why an entry may not be appended, nil where it is out of
// sequence because it is there already.
func unlessThere(conn *sqlite.Conn, room string, entry lobby.Entry, why error) error {
	if !errors.Is(why, lobby.ErrSequence) {
		return why
	}
	there, err := has(conn, room, entry)
	if there || err != nil {
		return err
	}
	return why
}

// has reports whether an entry is there already, with the match that ended with
// it: it is the newest one of its room, or the last one of a room that is gone.
func has(conn *sqlite.Conn, room string, entry lobby.Entry) (there bool, err error) {
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

// mayAppend refuses what does not follow the newest entry of a room, or is of a
// room that this process does not have. Of rooms to which it has appended before
// the database need not be asked.
func (s *Store) mayAppend(conn *sqlite.Conn, room string, next uint64) error {
	switch follows, known := s.held.next(room, next); {
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
	case holder != "" && holder != s.process:
		return lobby.ErrClaimed
	case uint64(last)+1 != next: //nolint:gosec // no number in the table is below 1
		return lobby.ErrSequence
	case holder == "" && next > 1:
		return errUnclaimed
	case holder == "":
		return s.claim(conn, room)
	case rested:
		return run(conn, "UPDATE claim SET stood = 0, since = 0 WHERE room = ?", room)
	}
	return nil
}

// Load answers the entries of a room, none for a room that is not there. Where
// one is missing in between it answers an error.
func (s *Store) Load(ctx context.Context, room string) (entries []lobby.Entry, err error) {
	err = s.read(ctx, func(conn *sqlite.Conn) error {
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

// follows says whether an entry can stand after others.
func follows(before []lobby.Entry, entry lobby.Entry) bool {
	if len(before) == 0 {
		return entry.Whole || entry.Number == 1
	}
	return entry.Number == before[len(before)-1].Number+1
}

// SetAside keeps the entries of a room where only an operator finds them, and the
// match that was played there with those that have ended.
func (s *Store) SetAside(ctx context.Context, room, why string, void *lobby.Finished) error {
	ended, err := flatten(void)
	if err != nil {
		return err
	}
	return s.writer.write(ctx, func(conn *sqlite.Conn) error {
		if err := s.mayTouch(conn, room); err != nil {
			return err
		}
		s.held.forget(room)
		if err := ended.insert(conn); err != nil {
			return err
		}
		if err := run(conn, `INSERT INTO aside (room, number, whole, data, why, at)
			SELECT room, number, whole, data, ?2, ?3 FROM entry WHERE room = ?1 ORDER BY number`,
			room, why, stamp(time.Now())); err != nil {
			return err
		}
		if err := trimAside(conn, time.Now()); err != nil {
			return err
		}
		return clearRoom(conn, room)
	})
}

// Of the rooms set aside the newest are kept, for as long as an operator may
// need to find out what was wrong.
const (
	mostAside = 100
	asideTime = 30 * 24 * time.Hour
)

// trimAside removes rooms that were set aside long ago, or before many others.
func trimAside(conn *sqlite.Conn, now time.Time) error {
	return run(conn, `DELETE FROM aside WHERE at < ? OR (room, at) NOT IN
		(SELECT room, at FROM aside GROUP BY room, at ORDER BY at DESC LIMIT ?)`, stamp(now.Add(-asideTime)), mostAside)
}

// mayTouch refuses a room that another process has.
func (s *Store) mayTouch(conn *sqlite.Conn, room string) error {
	holder, err := claimant(conn, room)
	if err == nil && holder != "" && holder != s.process {
		err = lobby.ErrClaimed
	}
	return err
}

func (s *Store) claim(conn *sqlite.Conn, room string) error {
	return run(conn, `INSERT INTO claim (room, process, at) VALUES (?, ?, ?)
		ON CONFLICT (room) DO UPDATE SET process = excluded.process, at = excluded.at WHERE process = ''`,
		room, s.process, stamp(time.Now()))
}

// claimant is the process that has a room, empty for none.
func claimant(conn *sqlite.Conn, room string) (holder string, err error) {
	holder, _, err = claimOf(conn, room)
	return holder, err
}

// claimOf is who has a room, empty for nobody, and whether the database was
// opened anew since the room's newest entry.
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
		if err := run(conn, query, room); err != nil {
			return err
		}
	}
	return nil
}

func readAlive(conn *sqlite.Conn) (time.Time, error) {
	at, err := number(conn, "SELECT at FROM alive")
	return moment(at), err
}

func writeAlive(conn *sqlite.Conn, now time.Time) error {
	return run(conn, "INSERT INTO alive (only, at) VALUES (1, ?) ON CONFLICT (only) DO UPDATE SET at = excluded.at",
		stamp(now))
}
