package store

import (
	"strings"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

// selection is the query for a filter. One person's matches come from the
// index of players, all others from those of matches; both are in order, so
// that a page costs what it shows.
func selection(conn *sqlite.Conn, filter lobby.Filter) (query string, args map[string]any, err error) {
	args = map[string]any{":limit": limit(filter.Limit)}
	if filter.Person == "" {
		filter.Person, filter.Against = filter.Against, ""
	}
	from, game, ended, number := "finished AS f", "f.game", "f.ended", "f.number"
	var conditions []string
	if filter.Person != "" {
		from = "player AS p CROSS JOIN finished AS f ON f.number = p.finished" // CROSS keeps the order
		game, ended, number = "p.game", "p.ended", "p.finished"
		conditions, err = ofPerson(conn, filter, args)
		if err != nil {
			return "", nil, err
		}
	}
	if filter.Game != "" {
		conditions = append(conditions, game+" = :game")
		args[":game"] = filter.Game
	}
	if filter.Public {
		conditions = append(conditions, "f.public = 1")
	}
	if filter.Before != "" {
		conditions = append(conditions, "("+ended+", "+number+") < (:ended, :number)")
		if args[":ended"], args[":number"], err = position(conn, filter.Before); err != nil {
			return "", nil, err
		}
	}
	if len(conditions) == 0 {
		conditions = []string{"true"}
	}
	query = "SELECT " + columns + " FROM " + from + " WHERE " + strings.Join(conditions, " AND ") +
		" ORDER BY " + ended + " DESC, " + number + " DESC LIMIT :limit"
	return query, args, nil
}

// ofPerson lets a match through once for a person, whatever seats they had, and
// only against somebody if that is asked for. Naming ended, too, leads into one
// spot of the index, where finished alone might read all of a person's matches.
func ofPerson(conn *sqlite.Conn, filter lobby.Filter, args map[string]any) (conditions []string, err error) {
	conditions = []string{"p.person = :person", `NOT EXISTS (SELECT 1 FROM player AS e
		WHERE e.person = p.person AND e.ended = p.ended AND e.finished = p.finished AND e.seat < p.seat)`}
	if args[":person"], err = personOf(conn, filter.Person); err != nil {
		return nil, err
	}
	if filter.Against == "" {
		return conditions, nil
	}
	args[":against"], err = personOf(conn, filter.Against)
	return append(conditions, `EXISTS (SELECT 1 FROM player AS o
		WHERE o.person = :against AND o.ended = p.ended AND o.finished = p.finished AND o.seat <> p.seat)`), err
}

// position is where a match stands among all.
func position(conn *sqlite.Conn, id string) (ended, number int64, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		ended, number = row.ColumnInt64(0), row.ColumnInt64(1)
		return nil
	}, "SELECT ended, number FROM finished WHERE id = ?", id)
	if err == nil && number == 0 {
		err = lobby.ErrUnknown
	}
	return ended, number, err
}

func limit(asked int) int {
	if asked <= 0 {
		return usualLimit
	}
	return min(asked, highestLimit)
}
