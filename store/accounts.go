package store

import (
	"context"
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

// Account is the person behind a proved ID.
func (s *Store) Account(ctx context.Context, id string) (account lobby.Account, err error) {
	err = s.read(ctx, func(conn *sqlite.Conn) error {
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

// Save writes an account as it is now, apart from its IDs, which Link adds. One
// that has become part of another is not made again: the answer is
// lobby.ErrUnknown.
func (s *Store) Save(ctx context.Context, account lobby.Account) error {
	if account.ID == "" {
		return errors.New("an account needs an ID")
	}
	return s.writer.write(ctx, func(conn *sqlite.Conn) error { return saveAccount(conn, account) })
}

func saveAccount(conn *sqlite.Conn, account lobby.Account) error {
	leads, err := personOf(conn, account.ID)
	if err != nil {
		return err
	}
	if leads != account.ID {
		return fmt.Errorf("this account is now part of another one: %w", lobby.ErrUnknown)
	}
	if err := run(conn, `INSERT INTO account (id, name, chosen, guest, settings, made, seen, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, folded = excluded.folded, chosen = excluded.chosen, guest = excluded.guest,
		settings = excluded.settings, made = excluded.made, seen = excluded.seen`,
		account.ID, account.Name, account.Chosen, account.Guest, orNull(account.Settings, account.Settings != nil),
		stamp(account.Made), stamp(account.Seen), lobby.FoldName(account.Name)); err != nil {
		return err
	}
	return run(conn, "INSERT INTO identity (id, account) VALUES (?1, ?1) ON CONFLICT (id) DO NOTHING", account.ID)
}

// Link makes another proved ID lead to an account, with all that the ID led to
// before. It keeps its own name and settings.
func (s *Store) Link(ctx context.Context, account, id string) error {
	return s.writer.write(ctx, func(conn *sqlite.Conn) error { return linkAccount(conn, account, id) })
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

// merge makes another account, or an ID without one, part of an account.
func merge(conn *sqlite.Conn, account, other, id string) error {
	if err := run(conn, `UPDATE account SET made = min(account.made, o.made), seen = max(account.seen, o.seen)
		FROM account AS o WHERE account.id = ?1 AND o.id = ?2`, account, other); err != nil {
		return err
	}
	if err := run(conn, "UPDATE identity SET account = ?1 WHERE account = ?2", account, other); err != nil {
		return err
	}
	if err := run(conn, "DELETE FROM account WHERE id = ?", other); err != nil {
		return err
	}
	if err := run(conn, "UPDATE player SET person = ?1 WHERE person = ?2", account, other); err != nil {
		return err
	}
	if err := run(conn, "UPDATE finished SET titled = ?1 WHERE titled = ?2", account, other); err != nil {
		return err
	}
	if err := run(conn, "DELETE FROM visited WHERE person = ?", other); err != nil {
		return err
	}
	if err := mergeReports(conn, account, other); err != nil {
		return err
	}
	if err := mergeTies(conn, account, other); err != nil {
		return err
	}
	if err := mergeWebhooks(conn, account, other); err != nil {
		return err
	}
	if err := mergeRatings(conn, account, other); err != nil {
		return err
	}
	return run(conn, "INSERT INTO identity (id, account) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", id, account)
}

func accountOf(conn *sqlite.Conn, id string) (account lobby.Account, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		account = lobby.Account{
			ID: row.ColumnText(0), Name: row.ColumnText(1), Chosen: row.ColumnBool(2), Settings: blob(row, 3),
			Made: moment(row.ColumnInt64(4)), Seen: moment(row.ColumnInt64(5)), Guest: row.ColumnBool(6),
			Unheard: lobby.Webhook{URL: row.ColumnText(7)}.Host(),
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

// personOf is the account that a proved ID leads to, or the ID itself where it
// leads to none.
func personOf(conn *sqlite.Conn, id string) (string, error) {
	account, err := text(conn, "SELECT account FROM identity WHERE id = ?", id)
	if err != nil || account != "" {
		return account, err
	}
	return id, nil
}
