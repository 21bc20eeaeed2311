package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

var _ lobby.Reports = Reports{}

// Reports stores reports about people.
type Reports struct{ db *sqliteDB }

const (
	// mostReports bounds the stored reports, mostByGuests those by guests, mostBy those by one person, and mostAbout
	// those about one person.
	mostReports, mostByGuests, mostBy, mostAbout = 1000, 500, 20, 100
	// reportTime is how long a report is kept.
	reportTime = 180 * 24 * time.Hour
)

// ErrNoReport is returned if a report does not exist.
var ErrNoReport = errors.New("there is no report of that number")

// KeepReport implements lobby.Reports.
func (r Reports) KeepReport(ctx context.Context, report lobby.Report) (number uint64, err error) {
	heard, err := json.Marshal(report.Heard)
	if err != nil {
		return 0, fmt.Errorf("a report cannot be stored: %w", err)
	}
	err = r.db.write(ctx, func(conn *sqlite.Conn) error {
		by, err := personOf(conn, report.By)
		if err != nil {
			return err
		}
		about, err := personOf(conn, report.About)
		if err != nil {
			return err
		}
		if err := exec(conn, `INSERT INTO report (at, person, name, about, about_name, words, room, game, played, heard)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, stamp(report.At), by, report.ByName, about, report.AboutName,
			report.Words, report.Room, report.Game, report.Match, string(heard)); err != nil {
			return err
		}
		number = uint64(conn.LastInsertRowID()) //nolint:gosec // numbers begin with 1
		return trimReports(conn, time.Now())
	})
	return number, err
}

// ReportsBy implements lobby.Reports.
func (r Reports) ReportsBy(ctx context.Context, person string) (all []lobby.Report, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		person, err := personOf(conn, person)
		if err == nil {
			all, err = reports(conn, "WHERE person = ? ORDER BY number DESC", person)
		}
		return err
	})
	return all, err
}

// All returns all reports, open ones first, newest first.
func (r Reports) All(ctx context.Context) (all []lobby.Report, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		all, err = reports(conn, "WHERE at >= ? ORDER BY done > 0, number DESC", stamp(time.Now().Add(-reportTime)))
		return err
	})
	return all, err
}

// Done marks a report as done. It returns ErrNoReport if it does not exist.
func (r Reports) Done(ctx context.Context, number uint64) error {
	return r.db.write(ctx, func(conn *sqlite.Conn) error {
		err := exec(conn, "UPDATE report SET done = ? WHERE number = ?", stamp(time.Now()), int64(number)) //nolint:gosec // no number is so large
		if err == nil && conn.Changes() == 0 {
			err = ErrNoReport
		}
		return err
	})
}

// reports returns the reports selected by a condition.
func reports(conn *sqlite.Conn, which string, args ...any) (all []lobby.Report, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		one := lobby.Report{
			Number: uint64(row.ColumnInt64(0)), At: moment(row.ColumnInt64(1)), By: row.ColumnText(2), ByName: row.ColumnText(3), //nolint:gosec // numbers begin with 1
			About: row.ColumnText(4), AboutName: row.ColumnText(5), Words: row.ColumnText(6), Room: row.ColumnText(7),
			Game: row.ColumnText(8), Match: row.ColumnText(9), Done: moment(row.ColumnInt64(11)),
		}
		if err := json.Unmarshal([]byte(row.ColumnText(10)), &one.Heard); err != nil {
			return fmt.Errorf("report %d is damaged in the database: %w", one.Number, err)
		}
		all = append(all, one)
		return nil
	}, "SELECT number, at, person, name, about, about_name, words, room, game, played, heard, done FROM report "+which, args...)
	return all, err
}

// trimReports deletes reports that are too old or too many. Of too many, it first deletes those that are done, and
// then those of the most active reporters, so that a few people cannot drive out the reports of others. Guests, whose
// identities are free, drive out only reports of guests.
func trimReports(conn *sqlite.Conn, now time.Time) error {
	if err := exec(conn, "DELETE FROM report WHERE at < ?", stamp(now.Add(-reportTime))); err != nil {
		return err
	}
	return exec(conn, `DELETE FROM report WHERE number NOT IN (
		WITH ranked AS (SELECT number, done > 0 AS done, person LIKE 'guest:%' AS guest,
			row_number() OVER (PARTITION BY person ORDER BY done > 0, number DESC) AS by_rank,
			row_number() OVER (PARTITION BY about ORDER BY done > 0, person LIKE 'guest:%', number DESC) AS about_rank
			FROM report),
		placed AS (SELECT *, row_number() OVER (PARTITION BY guest ORDER BY done, by_rank, number DESC) AS place
			FROM ranked WHERE by_rank <= ?1 AND about_rank <= ?2)
		SELECT number FROM placed WHERE NOT guest OR place <= ?3
		ORDER BY done, by_rank, number DESC LIMIT ?4)`, mostBy, mostAbout, mostByGuests, mostReports)
}

// mergeReports attributes the reports by and about a person to an account.
func mergeReports(conn *sqlite.Conn, account, other string) error {
	if err := exec(conn, "UPDATE report SET person = ?1 WHERE person = ?2", account, other); err != nil {
		return err
	}
	return exec(conn, "UPDATE report SET about = ?1 WHERE about = ?2", account, other)
}

// forgetReports deletes reports by and about a person, and quoted chat of theirs in other reports, found by their IDs
// in the JSON.
func forgetReports(conn *sqlite.Conn, account string, traces []string) (removed int, err error) {
	if err := exec(conn, "DELETE FROM report WHERE person = ?1 OR about = ?1", account); err != nil {
		return 0, err
	}
	removed = conn.Changes()
	for _, trace := range traces {
		if err := exec(conn, "UPDATE report SET heard = '[]' WHERE instr(heard, ?) > 0", trace); err != nil {
			return 0, err
		}
		removed += conn.Changes()
	}
	return removed, nil
}
