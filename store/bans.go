package store

import (
	"context"

	"zombiezen.com/go/sqlite"

	"parlor/budget"
)

// Bans implements budget.Keeper.
func (s *Store) Bans(ctx context.Context) (all []budget.Ban, err error) {
	err = s.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			all = append(all, budget.Ban{
				Who: row.ColumnText(0), Made: moment(row.ColumnInt64(1)), Until: moment(row.ColumnInt64(2)), Note: row.ColumnText(3),
			})
			return nil
		}, "SELECT who, made, until, note FROM ban ORDER BY who")
	})
	return all, err
}

// KeepBan implements budget.Keeper.
func (s *Store) KeepBan(ctx context.Context, ban budget.Ban) error {
	return s.writer.write(ctx, func(conn *sqlite.Conn) error {
		return run(conn, "INSERT OR REPLACE INTO ban (who, made, until, note) VALUES (?, ?, ?, ?)",
			ban.Who, stamp(ban.Made), stamp(ban.Until), ban.Note)
	})
}

// DropBans implements budget.Keeper.
func (s *Store) DropBans(ctx context.Context, subjects []string) error {
	return s.writer.write(ctx, func(conn *sqlite.Conn) error {
		for _, who := range subjects {
			if err := run(conn, "DELETE FROM ban WHERE who = ?", who); err != nil {
				return err
			}
		}
		return nil
	})
}
