package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/engine"
	"parlor/lobby"
)

var _ lobby.History = History{}

// History stores finished matches.
type History struct{ db *sqliteDB }

// flat is a finished match with its nested parts encoded as JSON.
type flat struct {
	match                          *lobby.Finished // nil if there is none
	winners, totals, record, moves string
}

func flatten(match *lobby.Finished) (flat, error) {
	if match == nil {
		return flat{}, nil
	}
	f := flat{match: match}
	record := match.Record
	record.Moves = nil
	for _, part := range []struct {
		into  *string
		value any
	}{
		{&f.winners, match.Winners},
		{&f.totals, match.Totals},
		{&f.record, record},
		{&f.moves, match.Record.Moves},
	} {
		data, err := json.Marshal(part.value)
		if err != nil {
			return flat{}, fmt.Errorf("match %s cannot be stored: %w", match.ID, err)
		}
		*part.into = string(data)
	}
	return f, nil
}

// insert stores a match, rates its players and records the rating changes in it. It ignores a match that is already
// stored.
func (f flat) insert(conn *sqlite.Conn) error {
	if f.match == nil {
		return nil
	}
	m := f.match
	titled, err := personOf(conn, m.Titled)
	if err != nil {
		return err
	}
	err = exec(conn, `INSERT INTO finished (id, room, title, game, began, ended, rated, public, winners, totals, record, titled, void)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
		m.ID, m.Room, m.Title, m.Record.Game, stamp(m.Began), stamp(m.Ended), m.Rated, m.Public, f.winners, f.totals, f.record,
		orNull(titled, titled != ""), m.Void)
	if err != nil || conn.Changes() == 0 {
		return err
	}
	finished := conn.LastInsertRowID()
	if err := exec(conn, "INSERT INTO moves (finished, moves) VALUES (?, ?)", finished, f.moves); err != nil {
		return err
	}
	if err := insertRecord(conn, finished, m); err != nil {
		return err
	}
	persons := make([]string, len(m.Players))
	for seat, player := range m.Players {
		person, err := personOf(conn, player.ID)
		if err != nil {
			return err
		}
		moves, err := packBotMoves(player.BotMoves)
		if err != nil {
			return err
		}
		named, salt := recordName(m, seat, person)
		if err := exec(conn, `INSERT INTO player (finished, seat, person, name, guest, level, game, ended, program, claimed, substitute, bot_moves, record_name, record_salt)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, finished, seat, orNull(person, person != ""),
			player.Name, player.Guest, player.Level, m.Record.Game, stamp(m.Ended), player.Program, player.Claimed, player.Substitute, moves, named, salt); err != nil {
			return err
		}
		persons[seat] = person
	}
	m.Moved, err = rate(conn, m, persons)
	return err
}

// Match returns a finished match with its moves. Its players have the IDs of their accounts.
func (h History) Match(ctx context.Context, id string) (match lobby.Finished, err error) {
	err = h.db.read(ctx, func(conn *sqlite.Conn) error {
		listed, err := list(conn, "SELECT "+columns+" FROM finished AS f WHERE f.id = :id", map[string]any{":id": id})
		if err != nil {
			return err
		}
		if len(listed) == 0 {
			return lobby.ErrUnknown
		}
		match = listed[0]
		moves, err := text(conn, "SELECT moves FROM moves JOIN finished ON number = finished WHERE id = ?", id)
		if err != nil {
			return err
		}
		return errors.Join(unpack(id, moves, &match.Record.Moves), readRecord(conn, &match))
	})
	return match, err
}

// ErrNoResult is returned for a match that cannot be made void.
var ErrNoResult = errors.New("there is no match of that ID that has a result")

// VoidMatch makes a finished match void for a reason. It returns ErrNoResult if there is no such match with a result.
// Ratings do not change, because those of later matches depend on them.
func (h History) VoidMatch(ctx context.Context, id, reason string) error {
	return h.db.write(ctx, func(conn *sqlite.Conn) error {
		err := exec(conn, "UPDATE finished SET void = ?, rated = 0, winners = '[]' WHERE id = ? AND void = ''", reason, id)
		if err == nil && conn.Changes() == 0 {
			err = ErrNoResult
		}
		return err
	})
}

// Matches returns the newest matches that pass a filter, without moves. It returns lobby.ErrUnknown if filter.Before
// does not exist.
func (h History) Matches(ctx context.Context, filter lobby.MatchFilter) (matches []lobby.Finished, err error) {
	err = h.db.read(ctx, func(conn *sqlite.Conn) error {
		query, args, err := selection(conn, filter)
		if err != nil {
			return err
		}
		matches, err = list(conn, query, args)
		return err
	})
	return matches, err
}

// selection returns the query for a filter. A person's matches come from the index of players and all others from
// that of matches. Both are ordered, so the cost of a page is proportional to its size.
func selection(conn *sqlite.Conn, filter lobby.MatchFilter) (query string, args map[string]any, err error) {
	args = map[string]any{":limit": limit(filter.Limit)}
	if filter.Person == "" {
		filter.Person, filter.Against = filter.Against, ""
	}
	from, game, ended, number := "finished AS f", "f.game", "f.ended", "f.number"
	var conditions []string
	if filter.Person != "" {
		from = "player AS p CROSS JOIN finished AS f ON f.number = p.finished" // CROSS keeps the join order
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

// ofPerson adds the conditions that select a match once for a person, whatever seats they had, and, if asked for,
// only against an opponent. Comparing ended as well lets SQLite seek in the index.
func ofPerson(conn *sqlite.Conn, filter lobby.MatchFilter, args map[string]any) (conditions []string, err error) {
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

// position returns the position of a match in the order of all matches.
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

const columns = "f.number, f.id, f.room, f.title, f.began, f.ended, f.rated, f.winners, f.totals, f.record, f.public, f.void"

// list reads matches without moves.
func list(conn *sqlite.Conn, query string, args map[string]any) (matches []lobby.Finished, err error) {
	err = sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Named: args, ResultFunc: func(row *sqlite.Stmt) error {
		match := lobby.Finished{
			ID: row.ColumnText(1), Room: row.ColumnText(2), Title: row.ColumnText(3),
			Began: moment(row.ColumnInt64(4)), Ended: moment(row.ColumnInt64(5)), Rated: row.ColumnBool(6), Public: row.ColumnBool(10), Void: row.ColumnText(11),
		}
		err := errors.Join(
			unpack(match.ID, row.ColumnText(7), &match.Winners),
			unpack(match.ID, row.ColumnText(8), &match.Totals),
			unpack(match.ID, row.ColumnText(9), &match.Record),
		)
		if err != nil {
			return err
		}
		match.Players, err = players(conn, row.ColumnInt64(0))
		matches = append(matches, match)
		return err
	}})
	return matches, err
}

func players(conn *sqlite.Conn, finished int64) (players []lobby.Player, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		player := lobby.Player{
			ID: row.ColumnText(0), Name: row.ColumnText(1), Guest: row.ColumnBool(2),
			Level: engine.Level(row.ColumnInt(3)), Program: row.ColumnBool(4), Claimed: row.ColumnInt(5), Substitute: row.ColumnBool(6),
		}
		if moves := row.ColumnText(7); moves != "" {
			if err := json.Unmarshal([]byte(moves), &player.BotMoves); err != nil {
				return fmt.Errorf("the moves of a substitute bot are damaged in the database: %w", err)
			}
		}
		players = append(players, player)
		return nil
	}, "SELECT person, name, guest, level, program, claimed, substitute, bot_moves FROM player WHERE finished = ? ORDER BY seat", finished)
	return players, err
}

// packBotMoves encodes lobby.Player.BotMoves, "" if there are none.
func packBotMoves(moves []int) (string, error) {
	if len(moves) == 0 {
		return "", nil
	}
	data, err := json.Marshal(moves)
	return string(data), err
}

func unpack(id, data string, into any) error {
	if err := json.Unmarshal([]byte(data), into); err != nil {
		return fmt.Errorf("match %s is damaged in the database: %w", id, err)
	}
	return nil
}
