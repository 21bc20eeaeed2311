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

// recordName returns the name and salt of a seat in the record of a match. person is the account
// of the seat. Both are empty if that account was deleted.
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

// readRecord reads the record of a match into the match.
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

// An UnsignedRecord is a record that has no signature yet.
type UnsignedRecord struct {
	Match string // its ID
	Text  string
}

// Unsigned returns the newest records without a signature that name a host key. It returns
// at most the given number.
func (h History) Unsigned(ctx context.Context, key string, most int) (records []UnsignedRecord, err error) {
	err = h.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			records = append(records, UnsignedRecord{row.ColumnText(0), row.ColumnText(1)})
			return nil
		}, `SELECT f.id, r.text FROM record AS r JOIN finished AS f ON f.number = r.finished
			WHERE r.signature = '' AND instr(r.text, ?1) > 0 ORDER BY r.finished DESC LIMIT ?2`, "\nkey "+key+"\n", most)
	})
	return records, err
}

// SignRecord stores the signature of a record. It does nothing if the record already has one.
func (h History) SignRecord(ctx context.Context, match, signature string) error {
	return h.db.write(ctx, func(conn *sqlite.Conn) error {
		return exec(conn, "UPDATE record SET signature = ?2 WHERE signature = '' AND finished = (SELECT number FROM finished WHERE id = ?1)", match, signature)
	})
}
