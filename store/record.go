package store

import (
	"context"

	"zombiezen.com/go/sqlite"

	"parlor/engine"
	"parlor/lobby"
)

// insertRecord stores the record of a match, if it has one.
func insertRecord(conn *sqlite.Conn, finished int64, m *lobby.Finished) error {
	if m.Text == "" {
		return nil
	}
	return exec(conn, "INSERT INTO record (finished, text, signature) VALUES (?, ?, ?)", finished, m.Text, m.Signature)
}

// recordName returns the name of a seat in the record of a match, with its salt. person is
// the account that is stored with the seat: a deleted one leaves no name.
func recordName(m *lobby.Finished, seat int, person string) (name, salt string) {
	if person == "" && m.Players[seat].Level == 0 {
		return "", ""
	}
	for _, one := range m.Names {
		if one.Seat == engine.Seat(seat) {
			return one.Name, one.Salt
		}
	}
	return "", ""
}

// readRecord adds its record to a match that was read.
func readRecord(conn *sqlite.Conn, match *lobby.Finished) error {
	err := each(conn, func(row *sqlite.Stmt) error {
		match.Text, match.Signature = row.ColumnText(0), row.ColumnText(1)
		return nil
	}, "SELECT r.text, r.signature FROM record AS r JOIN finished AS f ON f.number = r.finished WHERE f.id = ?", match.ID)
	if err != nil || match.Text == "" {
		return err
	}
	return each(conn, func(row *sqlite.Stmt) error {
		match.Names = append(match.Names, lobby.RecordName{Seat: engine.Seat(row.ColumnInt(0)), Name: row.ColumnText(1), Salt: row.ColumnText(2)})
		return nil
	}, `SELECT p.seat, p.record_name, p.record_salt FROM player AS p JOIN finished AS f ON f.number = p.finished
		WHERE f.id = ? AND p.record_salt <> '' ORDER BY p.seat`, match.ID)
}

// An UnsignedRecord is a stored record without a signature.
type UnsignedRecord struct {
	Match string // its ID
	Text  string
}

// Unsigned returns some of the records without a signature, the newest first.
func (h History) Unsigned(ctx context.Context, most int) (records []UnsignedRecord, err error) {
	err = h.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			records = append(records, UnsignedRecord{row.ColumnText(0), row.ColumnText(1)})
			return nil
		}, `SELECT f.id, r.text FROM record AS r JOIN finished AS f ON f.number = r.finished
			WHERE r.signature = '' ORDER BY r.finished DESC LIMIT ?`, most)
	})
	return records, err
}

// SignRecord stores the signature of a record that has none.
func (h History) SignRecord(ctx context.Context, match, signature string) error {
	return h.db.write(ctx, func(conn *sqlite.Conn) error {
		return exec(conn, "UPDATE record SET signature = ?2 WHERE signature = '' AND finished = (SELECT number FROM finished WHERE id = ?1)", match, signature)
	})
}
