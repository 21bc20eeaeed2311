package store

import (
	"context"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

var _ lobby.Diary = (*Store)(nil)

// KeepEvening implements lobby.Diary.
func (s *Store) KeepEvening(ctx context.Context, code string, data []byte) error {
	return s.writer.write(ctx, func(conn *sqlite.Conn) error {
		return run(conn, "INSERT OR REPLACE INTO evening (code, data) VALUES (?, ?)", code, data)
	})
}

// DropEvening implements lobby.Diary.
func (s *Store) DropEvening(ctx context.Context, code string) error {
	return s.writer.write(ctx, func(conn *sqlite.Conn) error {
		s.writer.scrub = true // people are named in it
		return run(conn, "DELETE FROM evening WHERE code = ?", code)
	})
}

// Evenings implements lobby.Diary.
func (s *Store) Evenings(ctx context.Context) (map[string][]byte, error) {
	all := map[string][]byte{}
	err := s.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			all[row.ColumnText(0)] = blob(row, 1)
			return nil
		}, "SELECT code, data FROM evening")
	})
	return all, err
}
