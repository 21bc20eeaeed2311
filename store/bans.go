package store

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/budget"
	"parlor/cluster/stream"
)

var _ budget.Keeper = Bans{}

// Bans is who may do nothing.
type Bans struct{ db *sqliteDB }

// Bans implements budget.Keeper.
func (b Bans) Bans(ctx context.Context) ([]budget.Ban, error) {
	return b.bans(ctx, "ORDER BY who")
}

// bans reads some of them.
func (b Bans) bans(ctx context.Context, which string, args ...any) (all []budget.Ban, err error) {
	err = b.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			all = append(all, budget.Ban{
				Who: row.ColumnText(0), Made: moment(row.ColumnInt64(1)), Until: moment(row.ColumnInt64(2)), Note: row.ColumnText(3),
			})
			return nil
		}, "SELECT who, made, until, note FROM ban "+which, args...)
	})
	return all, err
}

// KeepBan implements budget.Keeper. No other machine has been told of it.
func (b Bans) KeepBan(ctx context.Context, ban budget.Ban) error {
	return b.db.write(ctx, func(conn *sqlite.Conn) error { return keepBan(conn, ban, 0) })
}

func keepBan(conn *sqlite.Conn, ban budget.Ban, told int) error {
	return exec(conn, "INSERT OR REPLACE INTO ban (who, made, until, note, told) VALUES (?, ?, ?, ?, ?)",
		ban.Who, stamp(ban.Made), stamp(ban.Until), ban.Note, told)
}

// LiftBan implements budget.Keeper.
func (b Bans) LiftBan(ctx context.Context, who string) error {
	return b.db.write(ctx, func(conn *sqlite.Conn) error { return liftBan(conn, who) })
}

func liftBan(conn *sqlite.Conn, who string) error {
	return exec(conn, "DELETE FROM ban WHERE who = ?", who)
}

// DropBans implements budget.Keeper.
func (b Bans) DropBans(ctx context.Context, over time.Time) error {
	return b.db.write(ctx, func(conn *sqlite.Conn) error { return dropBans(conn, over) })
}

func dropBans(conn *sqlite.Conn, over time.Time) error {
	return exec(conn, "DELETE FROM ban WHERE until <= ?", stamp(over))
}

// applyBan has a ban hold that all machines are told of, and drops those that are over.
// Nothing else follows from which bans there are, so that machines may differ in those.
func applyBan(conn *sqlite.Conn, at time.Time, ban stream.Ban) error {
	if err := dropBans(conn, at); err != nil {
		return err
	}
	return keepBan(conn, budget.Ban(ban), 1)
}
