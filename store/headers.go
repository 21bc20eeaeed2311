package store

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

// Headers claims the rooms as lobby.Journal says, all of them with one flush of
// the disk, and returns their headers.
func (s *Store) Headers(ctx context.Context) (headers map[string]lobby.Header, err error) {
	err = s.writer.write(ctx, func(conn *sqlite.Conn) error { return s.claimAll(conn) })
	if err != nil {
		return nil, err
	}
	headers = map[string]lobby.Header{}
	err = s.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			headers[row.ColumnText(0)] = lobby.Header{
				Data: blob(row, 1), Stood: time.Duration(row.ColumnInt64(2)), Since: moment(row.ColumnInt64(3)), Opened: s.opened,
			}
			return nil
		}, `SELECT c.room, h.data, c.stood, c.since FROM claim AS c LEFT JOIN header AS h ON h.room = c.room
			WHERE c.process = ? ORDER BY c.room`, s.process)
	})
	if err != nil {
		return nil, err
	}
	return headers, nil
}

// claimAll claims the rooms that nobody has.
func (s *Store) claimAll(conn *sqlite.Conn) error {
	now := time.Now()
	if err := run(conn, "UPDATE claim SET process = ?, at = ? WHERE process = ''", s.process, stamp(now)); err != nil {
		return err
	}
	return run(conn, `INSERT INTO claim (room, process, at, stood, since)
		SELECT room, ?, ?, ?, ? FROM (SELECT DISTINCT room FROM entry) WHERE room NOT IN (SELECT room FROM claim)`,
		s.process, stamp(now), int64(s.stood), stamp(now))
}

// voidClaims takes the rooms from the process that had them, and adds to each for
// how long nobody had the database open. It is for whoever has the lock: no other
// process is there any more.
func voidClaims(conn *sqlite.Conn, now time.Time, stood time.Duration) error {
	if err := run(conn, "DELETE FROM claim WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.room = claim.room)"); err != nil {
		return err
	}
	return run(conn, `UPDATE claim SET process = '', stood = stood + ?1, since = CASE since WHEN 0 THEN ?2 ELSE since + ?1 END`,
		int64(stood), stamp(now))
}

// putHeader keeps the header of a room's newest entry.
func putHeader(conn *sqlite.Conn, room string, header []byte) error {
	if header == nil {
		return run(conn, "DELETE FROM header WHERE room = ?", room)
	}
	return run(conn, "INSERT INTO header (room, data) VALUES (?, ?) ON CONFLICT (room) DO UPDATE SET data = excluded.data", room, header)
}
