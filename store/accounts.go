package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

var _ lobby.Accounts = Accounts{}

// Accounts stores the accounts of people.
type Accounts struct{ db *sqliteDB }

// Account returns the account behind an authenticated ID.
func (a Accounts) Account(ctx context.Context, id string) (account lobby.Account, err error) {
	err = a.db.read(ctx, func(conn *sqlite.Conn) error {
		if account, err = accountOf(conn, id); err != nil {
			return err
		}
		return each(conn, func(row *sqlite.Stmt) error {
			account.IDs = append(account.IDs, row.ColumnText(0))
			return nil
		}, "SELECT id FROM identity WHERE account = ?1 ORDER BY id <> ?1, id", account.ID)
	})
	return account, err
}

// Save writes an account except its IDs, which Link adds. It returns lobby.ErrUnknown for an account that was merged
// into another.
func (a Accounts) Save(ctx context.Context, account lobby.Account) error {
	if account.ID == "" {
		return errors.New("an account needs an ID")
	}
	return a.db.write(ctx, func(conn *sqlite.Conn) error { return saveAccount(conn, account) })
}

func saveAccount(conn *sqlite.Conn, account lobby.Account) error {
	leads, err := personOf(conn, account.ID)
	if err != nil {
		return err
	}
	if leads != account.ID {
		return fmt.Errorf("this account is now part of another one: %w", lobby.ErrUnknown)
	}
	if err := exec(conn, `INSERT INTO account (id, name, chosen, guest, settings, made, seen, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, chosen = excluded.chosen, guest = excluded.guest,
		settings = excluded.settings, made = excluded.made, seen = excluded.seen`,
		account.ID, account.Name, account.Chosen, account.Guest, orNull(account.Settings, account.Settings != nil),
		stamp(account.Made), stamp(account.Seen), lobby.FoldName(account.Name)); err != nil {
		return err
	}
	return exec(conn, "INSERT INTO identity (id, account) VALUES (?1, ?1) ON CONFLICT (id) DO NOTHING", account.ID)
}

// Link adds an authenticated ID to an account, with all data of that ID. The account keeps its own name and settings.
func (a Accounts) Link(ctx context.Context, account, id string) error {
	return a.db.write(ctx, func(conn *sqlite.Conn) error { return linkAccount(conn, account, id) })
}

// Holder returns the person who owns a name. A person with an account counts as last seen when the account was last
// saved or their last match ended. A person without matches owns no name here.
func (a Accounts) Holder(ctx context.Context, name string, since time.Time) (person string, err error) {
	folded := lobby.FoldName(name)
	if folded == "" {
		return "", ctx.Err()
	}
	err = a.db.readOne(ctx, func(conn *sqlite.Conn) error {
		person, err = holderOf(conn, folded, since)
		return err
	})
	return person, err
}

func holderOf(conn *sqlite.Conn, folded string, since time.Time) (string, error) {
	return text(conn, `SELECT person FROM (
		SELECT id AS person, made AS first, max(seen, (SELECT max(ended) FROM player WHERE person = id)) AS last
			FROM account WHERE folded = ?1 AND guest = 0
		UNION ALL
		SELECT person, min(ended), max(ended) FROM rating WHERE folded = ?1
			AND NOT EXISTS (SELECT 1 FROM account WHERE id = person AND name <> '') GROUP BY person)
		WHERE last >= ?2 ORDER BY first, person LIMIT 1`, folded, stamp(since))
}

// Forget deletes an account, its IDs and its name from all data. Mutes of the account and open
// reports about it stay for deletedTime under a salted hash of its IDs. Once the store is idle, no
// file contains the deleted data: it is overwritten, and the log is truncated.
func (a Accounts) Forget(ctx context.Context, account string) error {
	return a.db.write(ctx, func(conn *sqlite.Conn) error { return a.forget(conn, account, time.Now()) })
}

// forget implements Forget inside a transaction. at is the time of the request.
func (a Accounts) forget(conn *sqlite.Conn, account string, at time.Time) error {
	err := forgetAccount(conn, account, at)
	if err == nil {
		a.db.emptyLog = true
	}
	return err
}

func linkAccount(conn *sqlite.Conn, account, id string) error {
	found, err := number(conn, "SELECT count(*) FROM account WHERE id = ?", account)
	if err != nil {
		return err
	}
	if found == 0 || id == "" {
		return lobby.ErrUnknown
	}
	other, err := personOf(conn, id)
	if err != nil || other == account {
		return err
	}
	return merge(conn, account, other, id)
}

// merge merges another account, or an ID without one, into an account.
func merge(conn *sqlite.Conn, account, other, id string) error {
	if err := exec(conn, `UPDATE account SET made = min(account.made, o.made), seen = max(account.seen, o.seen)
		FROM account AS o WHERE account.id = ?1 AND o.id = ?2`, account, other); err != nil {
		return err
	}
	if err := exec(conn, "UPDATE identity SET account = ?1 WHERE account = ?2", account, other); err != nil {
		return err
	}
	if err := exec(conn, "DELETE FROM account WHERE id = ?", other); err != nil {
		return err
	}
	if err := exec(conn, "UPDATE player SET person = ?1 WHERE person = ?2", account, other); err != nil {
		return err
	}
	if err := exec(conn, "UPDATE finished SET titled = ?1 WHERE titled = ?2", account, other); err != nil {
		return err
	}
	if err := exec(conn, "DELETE FROM visited WHERE person = ?", other); err != nil {
		return err
	}
	if err := mergeReports(conn, account, other); err != nil {
		return err
	}
	if err := mergeRelations(conn, account, other); err != nil {
		return err
	}
	if err := mergeWebhooks(conn, account, other); err != nil {
		return err
	}
	if err := mergeRatings(conn, account, other); err != nil {
		return err
	}
	return exec(conn, "INSERT INTO identity (id, account) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", id, account)
}

// familiarity implements Familiarity. It reads only the first and the last of a person's matches,
// because it runs for everyone who connects.
const familiarity = `WITH
	who AS (SELECT coalesce((SELECT account FROM identity WHERE id = ?1), ?1) AS id),
	own AS (SELECT made, seen FROM account WHERE id = (SELECT id FROM who)),
	played AS (SELECT
		(SELECT ended FROM player WHERE person = (SELECT id FROM who) ORDER BY ended LIMIT 1) AS first,
		(SELECT ended FROM player WHERE person = (SELECT id FROM who) ORDER BY ended DESC LIMIT 1) AS newest)
	SELECT min(coalesce((SELECT made FROM own), first, 0), coalesce(first, (SELECT made FROM own), 0)),
		coalesce((SELECT seen FROM own), (SELECT at FROM visited WHERE person = (SELECT id FROM who)), newest, 0), first IS NOT NULL
	FROM played`

// Familiarity returns how well a person is known.
func (a Accounts) Familiarity(ctx context.Context, id string) (known lobby.Familiarity, err error) {
	err = a.db.readOne(ctx, func(conn *sqlite.Conn) error {
		_, deleted, err := protectedOf(conn, id, time.Now())
		if err != nil {
			return err
		}
		return each(conn, func(row *sqlite.Stmt) error {
			known = lobby.Familiarity{
				Deleted: deleted != "",
				Since:   moment(row.ColumnInt64(0)), Seen: moment(row.ColumnInt64(1)), Played: row.ColumnBool(2),
			}
			return nil
		}, familiarity, id)
	})
	return known, err
}

// Visited records a visit if there is data about the person. It also restores the data kept about
// an account that they deleted.
func (a Accounts) Visited(ctx context.Context, id string, at time.Time) error {
	return a.db.write(ctx, func(conn *sqlite.Conn) error { return noteVisit(conn, id, at) })
}

func noteVisit(conn *sqlite.Conn, id string, at time.Time) error {
	person, err := personOf(conn, id)
	if err != nil {
		return err
	}
	if err := giveBack(conn, id, person, at); err != nil {
		return err
	}
	if err := exec(conn, "UPDATE account SET seen = max(seen, ?2) WHERE id = ?1", person, stamp(at)); err != nil || conn.Changes() > 0 {
		return err
	}
	return exec(conn, `INSERT INTO visited (person, at) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM player WHERE person = ?1)
		ON CONFLICT (person) DO UPDATE SET at = max(at, excluded.at)`, person, stamp(at))
}

func accountOf(conn *sqlite.Conn, id string) (account lobby.Account, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		account = lobby.Account{
			ID: row.ColumnText(0), Name: row.ColumnText(1), Chosen: row.ColumnBool(2), Settings: blob(row, 3),
			Made: moment(row.ColumnInt64(4)), Seen: moment(row.ColumnInt64(5)), Guest: row.ColumnBool(6),
			Unheard: lobby.Webhook{URL: row.ColumnText(7)}.Hostname(),
		}
		return nil
	}, `SELECT a.id, a.name, a.chosen, a.settings, a.made, a.seen, a.guest,
		(SELECT url FROM webhook WHERE person = a.id AND stopped <> 0)
		FROM identity AS i JOIN account AS a ON a.id = i.account WHERE i.id = ?`, id)
	if err == nil && account.ID == "" {
		err = lobby.ErrUnknown
	}
	return account, err
}
