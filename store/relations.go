package store

import (
	"context"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

var _ lobby.Relations = Relations{}

// Relations stores friends and mutes.
type Relations struct{ db *sqliteDB }

// Relations implements lobby.Relations. Names are those of the accounts, if any. Deleted accounts are left out.
func (t Relations) Relations(ctx context.Context, person string) (ties []lobby.Relation, err error) {
	err = t.db.readOne(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			ties = append(ties, lobby.Relation{
				Person: row.ColumnText(0), Name: row.ColumnText(1), Friend: row.ColumnBool(2), Muted: row.ColumnBool(3),
				Since: moment(row.ColumnInt64(4)),
			})
			return nil
		}, `SELECT t.other, coalesce(nullif(a.name, ''), t.name) AS called, t.friend, t.muted, t.since
			FROM tie AS t LEFT JOIN account AS a ON a.id = t.other WHERE t.person = ? AND t.other NOT GLOB ? ORDER BY called, t.other`, person, deletedMark+"*")
	})
	return ties, err
}

// SaveRelation implements lobby.Relations.
func (t Relations) SaveRelation(ctx context.Context, person string, tie lobby.Relation) error {
	return t.db.write(ctx, func(conn *sqlite.Conn) error { return saveRelation(conn, person, tie) })
}

func saveRelation(conn *sqlite.Conn, person string, tie lobby.Relation) error {
	one, err := personOf(conn, person)
	if err != nil {
		return err
	}
	other, err := personOf(conn, tie.Person)
	if err != nil {
		return err
	}
	if !tie.Friend && !tie.Muted {
		return exec(conn, "DELETE FROM tie WHERE person = ? AND other = ?", one, other)
	}
	return exec(conn, "INSERT OR REPLACE INTO tie (person, other, name, friend, muted, since) VALUES (?, ?, ?, ?, ?, ?)",
		one, other, tie.Name, tie.Friend, tie.Muted, stamp(tie.Since))
}

// mergeRelations attributes relations of and to a person to an account, whose own choices win. It deletes relations
// of the account to itself.
func mergeRelations(conn *sqlite.Conn, account, other string) error {
	for _, query := range []string{
		"UPDATE OR IGNORE tie SET person = ?1 WHERE person = ?2",
		"UPDATE OR IGNORE tie SET other = ?1 WHERE other = ?2",
	} {
		if err := exec(conn, query, account, other); err != nil {
			return err
		}
	}
	return exec(conn, "DELETE FROM tie WHERE person = ?2 OR other = ?2 OR person = ?1 AND other = ?1", account, other)
}
