package store

import (
	"context"
	"slices"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
	"parlor/lobby/rating"
)

var _ lobby.Ratings = Ratings{}

// Ratings stores the ratings of players.
type Ratings struct{ db *sqliteDB }

// playerRecord is the record of a player in one game.
type playerRecord struct {
	rating                      rating.Rating
	matches, wins, streak, best int
}

// playerRecordOf returns the record of a player, or that of a new player.
func playerRecordOf(conn *sqlite.Conn, person, game string) (playerRecord, error) {
	k := playerRecord{rating: rating.New()}
	err := each(conn, func(row *sqlite.Stmt) error {
		k = playerRecord{
			rating:  rating.Rating{Mu: row.ColumnFloat(0), Sigma: row.ColumnFloat(1)},
			matches: row.ColumnInt(2), wins: row.ColumnInt(3), streak: row.ColumnInt(4), best: row.ColumnInt(5),
		}
		return nil
	}, "SELECT mu, sigma, matches, wins, streak, best FROM rating WHERE person = ? AND game = ?", person, game)
	return k, err
}

// played counts one more match.
func (k *playerRecord) played(result string) {
	k.matches++
	switch result {
	case lobby.ResultWon:
		k.wins++
		k.streak = max(k.streak, 0) + 1
	case lobby.ResultLost:
		k.streak = min(k.streak, 0) - 1
	default:
		k.streak = 0
	}
	k.best = max(k.best, k.streak)
}

// rate updates the ratings after a rated match and returns the changes by seat. A deleted person has an empty ID and
// counts as a new player.
func rate(conn *sqlite.Conn, m *lobby.Finished, persons []string) ([]lobby.RatingChange, error) {
	ranks := m.Ranks()
	if !counts(m, persons) || ranks == nil {
		return nil, nil
	}
	all, before := make([]playerRecord, len(persons)), make([]rating.Rating, len(persons))
	for seat, person := range persons {
		var err error
		if all[seat], err = playerRecordOf(conn, person, m.Record.Game); err != nil {
			return nil, err
		}
		before[seat] = all[seat].rating
	}
	moved := make([]lobby.RatingChange, len(persons))
	for seat, after := range rating.Rate(before, ranks) {
		if persons[seat] == "" {
			continue
		}
		k := all[seat]
		moved[seat] = lobby.RatingChange{Before: k.rating.Points(), After: after.Points()}
		k.rating = after
		k.played(m.Result(seat))
		if err := k.keep(conn, m, persons[seat], m.Players[seat]); err != nil {
			return nil, err
		}
	}
	return moved, nil
}

// counts reports whether a match is rated: the room asked for it, and no person had two seats, by keys linked since.
func counts(m *lobby.Finished, persons []string) bool {
	if !m.Rated || m.Void != "" || len(persons) < 2 {
		return false
	}
	for seat, person := range persons {
		if m.Players[seat].Guest || m.Players[seat].Level > 0 || person != "" && slices.Contains(persons[:seat], person) {
			return false
		}
	}
	return true
}

func (k playerRecord) keep(conn *sqlite.Conn, m *lobby.Finished, person string, player lobby.Player) error {
	return exec(conn, `INSERT OR REPLACE INTO rating
		(person, game, mu, sigma, provisional, doubt, matches, wins, streak, best, name, folded, ended, program)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		person, m.Record.Game, k.rating.Mu, k.rating.Sigma, k.rating.Provisional(), k.rating.Doubt(),
		k.matches, k.wins, k.streak, k.best, player.Name, lobby.FoldName(player.Name), stamp(m.Ended), player.Program)
}

// mergeRatings merges the ratings of another person into those of an account. In each game the record with more
// matches wins.
func mergeRatings(conn *sqlite.Conn, account, other string) error {
	if err := exec(conn, `DELETE FROM rating WHERE person = ?2 AND EXISTS (SELECT 1 FROM rating AS own
		WHERE own.person = ?1 AND own.game = rating.game AND own.matches >= rating.matches)`, account, other); err != nil {
		return err
	}
	return exec(conn, "UPDATE OR REPLACE rating SET person = ?1 WHERE person = ?2", account, other)
}

// standing selects the columns that standingOf reads.
const standing = `SELECT r.person, coalesce(nullif(a.name, ''), r.name), r.game, r.mu, r.sigma, r.matches, r.wins, r.streak, r.best,
	1 + (SELECT count(*) FROM rating AS o WHERE o.game = r.game AND (o.provisional, o.doubt) < (r.provisional, r.doubt)), r.program
	FROM rating AS r LEFT JOIN account AS a ON a.id = r.person`

func standingOf(row *sqlite.Stmt) lobby.Standing {
	known := rating.Rating{Mu: row.ColumnFloat(3), Sigma: row.ColumnFloat(4)}
	return lobby.Standing{
		Person: row.ColumnText(0), Name: row.ColumnText(1), Game: row.ColumnText(2),
		Rating: known.Points(), Deviation: known.Deviation(), Provisional: known.Provisional(),
		Matches: row.ColumnInt(5), Wins: row.ColumnInt(6), Streak: row.ColumnInt(7), Best: row.ColumnInt(8),
		Place: row.ColumnInt(9), Program: row.ColumnBool(10),
	}
}

// Leaders returns the leaderboard of a game. A limit of 0 or less means 50, and the highest limit is 1,000.
func (r Ratings) Leaders(ctx context.Context, game string, most int) (leaders []lobby.Standing, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			leaders = append(leaders, standingOf(row))
			return nil
		}, standing+" WHERE r.game = ? ORDER BY r.provisional, r.doubt, r.person LIMIT ?", game, limit(most))
	})
	return leaders, err
}

// Standings returns the standings of a person, ordered by game.
func (r Ratings) Standings(ctx context.Context, person string) (all []lobby.Standing, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		person, err := personOf(conn, person)
		if err != nil {
			return err
		}
		return each(conn, func(row *sqlite.Stmt) error {
			all = append(all, standingOf(row))
			return nil
		}, standing+" WHERE r.person = ? ORDER BY r.game", person)
	})
	return all, err
}

// Named returns the persons whose account has a similar name, and those without an account who played a rated match
// under one.
func (r Ratings) Named(ctx context.Context, name string) (persons []string, err error) {
	folded := lobby.FoldName(name)
	if folded == "" {
		return nil, ctx.Err()
	}
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			persons = append(persons, row.ColumnText(0))
			return nil
		}, `SELECT id, seen FROM account WHERE folded = ?1
			UNION ALL
			SELECT person, max(ended) FROM rating WHERE folded = ?1
				AND NOT EXISTS (SELECT 1 FROM account WHERE id = person AND name <> '') GROUP BY person
			ORDER BY 2 DESC, 1 LIMIT ?2`, folded, highestLimit)
	})
	return persons, err
}

// foldNames fills the column of folded names in accounts of old versions.
func foldNames(conn *sqlite.Conn) error {
	names := map[string]string{}
	err := each(conn, func(row *sqlite.Stmt) error {
		names[row.ColumnText(0)] = lobby.FoldName(row.ColumnText(1))
		return nil
	}, "SELECT id, name FROM account WHERE folded = '' AND name <> ''")
	for id, folded := range names {
		if err == nil && folded != "" {
			err = exec(conn, "UPDATE account SET folded = ? WHERE id = ?", folded, id)
		}
	}
	return err
}
