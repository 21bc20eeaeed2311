package store

import (
	"context"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

var _ lobby.GameNightStore = GameNights{}

// GameNights stores running game nights.
type GameNights struct{ db *sqliteDB }

// SaveGameNight implements lobby.GameNightStore.
func (g GameNights) SaveGameNight(ctx context.Context, code string, data []byte) error {
	return g.db.write(ctx, func(conn *sqlite.Conn) error {
		return exec(conn, "INSERT OR REPLACE INTO evening (code, data) VALUES (?, ?)", code, data)
	})
}

// DeleteGameNight implements lobby.GameNightStore.
func (g GameNights) DeleteGameNight(ctx context.Context, code string) error {
	return g.db.write(ctx, func(conn *sqlite.Conn) error {
		g.db.emptyLog = true // it contains names
		return exec(conn, "DELETE FROM evening WHERE code = ?", code)
	})
}

// GameNights implements lobby.GameNightStore.
func (g GameNights) GameNights(ctx context.Context) (map[string][]byte, error) {
	all := map[string][]byte{}
	err := g.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			all[row.ColumnText(0)] = blob(row, 1)
			return nil
		}, "SELECT code, data FROM evening")
	})
	return all, err
}
