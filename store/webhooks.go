package store

import (
	"context"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

var _ lobby.Webhooks = Webhooks{}

// Webhooks stores the webhooks of people.
type Webhooks struct{ db *sqliteDB }

// Webhook implements lobby.Webhooks.
func (w Webhooks) Webhook(ctx context.Context, person string) (hook lobby.Webhook, err error) {
	err = w.db.read(ctx, func(conn *sqlite.Conn) error {
		return each(conn, func(row *sqlite.Stmt) error {
			hook = lobby.Webhook{
				URL: row.ColumnText(0), Since: moment(row.ColumnInt64(1)), Failures: row.ColumnInt(2), Stopped: moment(row.ColumnInt64(3)),
			}
			return nil
		}, `SELECT url, since, failures, stopped FROM webhook
			WHERE person = coalesce((SELECT account FROM identity WHERE id = ?1), ?1)`, person)
	})
	return hook, err
}

// SaveWebhook implements lobby.Webhooks.
func (w Webhooks) SaveWebhook(ctx context.Context, person string, hook lobby.Webhook) error {
	return w.db.write(ctx, func(conn *sqlite.Conn) error {
		one, err := personOf(conn, person)
		if err != nil {
			return err
		}
		w.db.emptyLog = true // so that no file has the previous secret
		if hook.URL == "" {
			return exec(conn, "DELETE FROM webhook WHERE person = ?", one)
		}
		return exec(conn, "INSERT OR REPLACE INTO webhook (person, url, since, failures, stopped) VALUES (?, ?, ?, ?, ?)",
			one, hook.URL, stamp(hook.Since), hook.Failures, stamp(hook.Stopped))
	})
}

// NoteWebhook implements lobby.Webhooks.
func (w Webhooks) NoteWebhook(ctx context.Context, person string, hook lobby.Webhook) error {
	return w.db.write(ctx, func(conn *sqlite.Conn) error {
		one, err := personOf(conn, person)
		if err != nil {
			return err
		}
		return exec(conn, "UPDATE webhook SET failures = ?, stopped = ? WHERE person = ? AND url = ? AND since = ?",
			hook.Failures, stamp(hook.Stopped), one, hook.URL, stamp(hook.Since))
	})
}

// mergeWebhooks attributes a person's webhook to an account that has none.
func mergeWebhooks(conn *sqlite.Conn, account, other string) error {
	if err := exec(conn, "UPDATE OR IGNORE webhook SET person = ?1 WHERE person = ?2", account, other); err != nil {
		return err
	}
	return exec(conn, "DELETE FROM webhook WHERE person = ?", other)
}
