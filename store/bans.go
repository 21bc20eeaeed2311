package store

import (
	"context"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/cluster/stream"
	"parlor/ratelimit"
)

var _ ratelimit.BanStore = Bans{}

// Bans stores bans.
type Bans struct{ db *sqliteDB }

// Bans implements ratelimit.BanStore.
func (b Bans) Bans(ctx context.Context) ([]ratelimit.Ban, error) {
	return b.bans(ctx, "ORDER BY who")
}

// bans returns the bans selected by a condition.
func (b Bans) bans(ctx context.Context, which string, args ...any) (all []ratelimit.Ban, err error) {
	err = b.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			all = append(all, ratelimit.Ban{
				Who: row.ColumnText(0), Made: moment(row.ColumnInt64(1)), Until: moment(row.ColumnInt64(2)), Note: row.ColumnText(3),
			})
			return nil
		}, "SELECT who, made, until, note FROM ban "+which, args...)
	})
	return all, err
}

// SaveBan implements ratelimit.BanStore. The ban has not been announced to other nodes.
func (b Bans) SaveBan(ctx context.Context, ban ratelimit.Ban) error {
	return b.db.write(ctx, func(conn *sqlite.Conn) error { return keepBan(conn, ban, 0) })
}

func keepBan(conn *sqlite.Conn, ban ratelimit.Ban, told int) error {
	return exec(conn, "INSERT OR REPLACE INTO ban (who, made, until, note, told) VALUES (?, ?, ?, ?, ?)",
		ban.Who, stamp(ban.Made), stamp(ban.Until), ban.Note, told)
}

// DeleteBan implements ratelimit.BanStore.
func (b Bans) DeleteBan(ctx context.Context, who string) error {
	return b.db.write(ctx, func(conn *sqlite.Conn) error { return liftBan(conn, who) })
}

func liftBan(conn *sqlite.Conn, who string) error {
	return exec(conn, "DELETE FROM ban WHERE who = ?", who)
}

// DeleteExpiredBans implements ratelimit.BanStore.
func (b Bans) DeleteExpiredBans(ctx context.Context, over time.Time) error {
	return b.db.write(ctx, func(conn *sqlite.Conn) error { return dropBans(conn, over) })
}

func dropBans(conn *sqlite.Conn, over time.Time) error {
	return exec(conn, "DELETE FROM ban WHERE until <= ?", stamp(over))
}

// applyBan stores a ban announced to all nodes and deletes expired ones. No other change depends on the bans, so the
// nodes may differ in them.
func applyBan(conn *sqlite.Conn, at time.Time, ban stream.Ban) error {
	if err := dropBans(conn, at); err != nil {
		return err
	}
	return keepBan(conn, ratelimit.Ban(ban), 1)
}
