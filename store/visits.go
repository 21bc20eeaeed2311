package store

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

// acquaintance looks at the first and at the last of a person's matches, not at all of
// them: it is asked of everybody who comes.
const acquaintance = `WITH
	who AS (SELECT coalesce((SELECT account FROM identity WHERE id = ?1), ?1) AS id),
	own AS (SELECT made, seen FROM account WHERE id = (SELECT id FROM who)),
	played AS (SELECT
		(SELECT ended FROM player WHERE person = (SELECT id FROM who) ORDER BY ended LIMIT 1) AS first,
		(SELECT ended FROM player WHERE person = (SELECT id FROM who) ORDER BY ended DESC LIMIT 1) AS newest)
	SELECT min(coalesce((SELECT made FROM own), first, 0), coalesce(first, (SELECT made FROM own), 0)),
		coalesce((SELECT seen FROM own), (SELECT at FROM visited WHERE person = (SELECT id FROM who)), newest, 0), first IS NOT NULL
	FROM played`

// Acquaintance is how well a person is known.
func (s *Store) Acquaintance(ctx context.Context, id string) (known lobby.Acquaintance, err error) {
	err = s.glance(ctx, func(conn *sqlite.Conn) error {
		_, deleted, err := protectedOf(conn, id, time.Now())
		if err != nil {
			return err
		}
		return each(conn, func(row *sqlite.Stmt) error {
			known = lobby.Acquaintance{
				Deleted: deleted != "",
				Since:   moment(row.ColumnInt64(0)), Seen: moment(row.ColumnInt64(1)), Played: row.ColumnBool(2),
			}
			return nil
		}, acquaintance, id)
	})
	return known, err
}

// Visited notes that a person was here, if anything is kept about them. What is kept about
// an account of theirs that they deleted is about them again.
func (s *Store) Visited(ctx context.Context, id string, at time.Time) error {
	return s.writer.write(ctx, func(conn *sqlite.Conn) error { return noteVisit(conn, id, at) })
}

func noteVisit(conn *sqlite.Conn, id string, at time.Time) error {
	person, err := personOf(conn, id)
	if err != nil {
		return err
	}
	if err := giveBack(conn, id, person, at); err != nil {
		return err
	}
	if err := run(conn, "UPDATE account SET seen = max(seen, ?2) WHERE id = ?1", person, stamp(at)); err != nil || conn.Changes() > 0 {
		return err
	}
	return run(conn, `INSERT INTO visited (person, at) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM player WHERE person = ?1)
		ON CONFLICT (person) DO UPDATE SET at = max(at, excluded.at)`, person, stamp(at))
}
