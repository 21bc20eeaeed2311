package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/cluster/stream"
	"parlor/lobby"
	"parlor/ratelimit"
)

var _ stream.Replica = Replica{}

// Replica implements stream.Replica: it applies changes of the replicated log and stores the position in it.
type Replica struct {
	db       *sqliteDB
	accounts Accounts
	expiry   *expiry
}

const (
	// nameKept is how long a chosen name is reserved. nameHeld is how long it is reserved for a
	// person with a key who has finished a match. All versions of a cluster must use the same
	// values.
	nameKept = 2 * 24 * time.Hour
	nameHeld = 365 * 24 * time.Hour
)

// Position implements stream.Replica.
func (r Replica) Position(ctx context.Context) (place stream.Position, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		place, err = placeOf(conn)
		return err
	})
	return place, err
}

func placeOf(conn *sqlite.Conn) (place stream.Position, err error) {
	err = each(conn, func(row *sqlite.Stmt) error {
		place = stream.Position{Origin: row.ColumnText(0), Number: uint64(row.ColumnInt64(1))} //nolint:gosec // as it was written
		return nil
	}, "SELECT origin, number FROM stream")
	return place, err
}

// SetPosition implements stream.Replica. From then on guests expire only by changes, and the bans in force here are
// to be announced.
func (r Replica) SetPosition(ctx context.Context, place stream.Position) error {
	return r.db.write(ctx, func(conn *sqlite.Conn) error {
		r.expiry.shared = true
		if err := exec(conn, "UPDATE ban SET told = 0"); err != nil {
			return err
		}
		return exec(conn, "INSERT OR REPLACE INTO stream (only, origin, number) VALUES (1, ?, ?)", place.Origin, int64(place.Number)) //nolint:gosec // no log is that long
	})
}

// Alone detaches the database from its cluster and makes it that of a single server.
func (r Replica) Alone(ctx context.Context) error {
	place, err := r.Position(ctx)
	if err != nil || place.Origin == "" {
		return err
	}
	return r.db.write(ctx, func(conn *sqlite.Conn) error {
		r.expiry.shared = false
		return exec(conn, "DELETE FROM stream")
	})
}

// Bare implements stream.Replica.
func (r Replica) Bare(ctx context.Context) (bare bool, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		kept, err := number(conn, `SELECT EXISTS (SELECT 1 FROM account) OR EXISTS (SELECT 1 FROM finished) OR EXISTS (SELECT 1 FROM rating)
			OR EXISTS (SELECT 1 FROM tie) OR EXISTS (SELECT 1 FROM visited)`)
		bare = kept == 0
		return err
	})
	return bare, err
}

// Unannounced implements stream.Replica.
func (r Replica) Unannounced(ctx context.Context) (ban ratelimit.Ban, any bool, err error) {
	bans, err := Bans{r.db}.bans(ctx, "WHERE told = 0 AND until > ? LIMIT 1", stamp(time.Now()))
	if err != nil || len(bans) == 0 {
		return ban, false, err
	}
	return bans[0], true, nil
}

// Apply implements stream.Replica.
func (r Replica) Apply(ctx context.Context, entries []stream.Entry) ([]stream.Outcome, error) {
	ended := make([]flat, len(entries))
	for i, entry := range entries {
		if entry.Change.Ended == nil {
			continue
		}
		var err error
		if ended[i], err = flatten(&entry.Change.Ended.Match); err != nil {
			return nil, err
		}
	}
	outcomes := make([]stream.Outcome, len(entries))
	err := r.db.write(ctx, func(conn *sqlite.Conn) error {
		place, err := placeOf(conn)
		if err != nil {
			return err
		}
		for i, entry := range entries {
			if place.Number++; entry.Number != place.Number {
				return fmt.Errorf("change %d cannot be applied where change %d is the next one", entry.Number, place.Number)
			}
			refused, spoilt := apart(conn, func(conn *sqlite.Conn) error { return r.apply(conn, entry.Change, ended[i]) })
			if spoilt == nil && isOfDatabase(refused) && sqlite.ErrCode(refused).ToPrimary() != sqlite.ResultConstraint {
				spoilt = refused
			}
			if spoilt != nil {
				return spoilt
			}
			outcomes[i] = stream.Outcome{Err: refused}
			if ended[i].match != nil {
				outcomes[i].Moved = ended[i].match.Moved
			}
		}
		return exec(conn, "UPDATE stream SET number = ?", int64(place.Number)) //nolint:gosec // no log is that long
	})
	if err != nil {
		return nil, err
	}
	return outcomes, nil
}

// errNoChange is the outcome of a change without a field.
var errNoChange = errors.New("the change does nothing")

// apply applies a change. The result depends only on the stored data and the change, so it is the same at all nodes.
func (r Replica) apply(conn *sqlite.Conn, change stream.Change, ended flat) error {
	switch {
	case change.Save != nil:
		return applySave(conn, change.At, *change.Save)
	case change.Link != nil:
		return linkAccount(conn, change.Link.Account, change.Link.ID)
	case change.Offer != nil:
		return applyOffer(conn, change.At, *change.Offer)
	case change.Accept != nil:
		return applyAccept(conn, change.At, *change.Accept)
	case change.Forget != nil:
		return r.accounts.forget(conn, change.Forget.Account, change.At)
	case change.Expire != nil:
		return r.applyExpire(conn, *change.Expire)
	case change.Seen != nil:
		return noteVisit(conn, change.Seen.Person, change.Seen.At)
	case change.Relation != nil:
		tie := change.Relation.Relation
		tie.Person = change.Relation.Other
		return saveRelation(conn, change.Relation.Person, tie)
	case change.Ended != nil:
		return ended.insert(conn)
	case change.Ban != nil:
		return applyBan(conn, change.At, *change.Ban)
	case change.Unban != nil:
		return liftBan(conn, change.Unban.Who)
	}
	return errNoChange
}

// applySave sets the fields of an account that are not nil.
func applySave(conn *sqlite.Conn, at time.Time, save stream.Save) error {
	leads, err := personOf(conn, save.Account)
	if err != nil {
		return err
	}
	if leads != save.Account {
		return fmt.Errorf("this account is now part of another one: %w", lobby.ErrUnknown)
	}
	account, err := accountOf(conn, save.Account)
	if errors.Is(err, lobby.ErrUnknown) {
		account, err = lobby.Account{ID: save.Account, Made: save.Made}, nil
	}
	if err != nil {
		return err
	}
	if save.Name != nil {
		if taken, err := isTaken(conn, at, save); taken || err != nil {
			return errors.Join(err, lobby.ErrNameTaken)
		}
		account.Name, account.Chosen = save.Name.Text, save.Name.Chosen
	}
	if save.Guest != nil {
		account.Guest = *save.Guest
	}
	if save.Settings != nil {
		account.Settings = save.Settings.JSON
	}
	if save.Seen.After(account.Seen) {
		account.Seen = save.Seen
	}
	return saveAccount(conn, account)
}

// isTaken reports whether a chosen name belongs to another person: one who chose it and has visited recently, or its
// holder.
func isTaken(conn *sqlite.Conn, at time.Time, save stream.Save) (bool, error) {
	folded := lobby.FoldName(save.Name.Text)
	if !save.Name.Chosen || folded == "" {
		return false, nil
	}
	chooser, err := chooserOf(conn, folded, save.Account, at)
	if chooser != "" || err != nil {
		return chooser != "", err
	}
	holder, err := holderOf(conn, folded, at.Add(-nameHeld))
	return holder != "" && holder != save.Account, err
}

// chooserOf returns a person other than except who has chosen a name and has visited recently, or "".
func chooserOf(conn *sqlite.Conn, folded, except string, at time.Time) (string, error) {
	return text(conn, "SELECT id FROM account WHERE folded = ? AND id <> ? AND chosen = 1 AND seen >= ? ORDER BY id LIMIT 1",
		folded, except, stamp(at.Add(-nameKept)))
}

// Chooser implements stream.Replica.
func (r Replica) Chooser(ctx context.Context, name string, at time.Time) (person string, err error) {
	folded := lobby.FoldName(name)
	if folded == "" {
		return "", ctx.Err()
	}
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		person, err = chooserOf(conn, folded, "", at)
		return err
	})
	return person, err
}

// Offered implements stream.Replica.
func (r Replica) Offered(ctx context.Context, code string, at time.Time) (person string, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		person, err = offeredBy(conn, code, at)
		return err
	})
	return person, err
}

func offeredBy(conn *sqlite.Conn, code string, at time.Time) (string, error) {
	person, err := text(conn, "SELECT person FROM offer WHERE code = ? AND until >= ?", code, stamp(at))
	if err == nil && person == "" {
		err = lobby.ErrUnknown
	}
	return person, err
}

// applyOffer stores a link code and deletes expired ones.
func applyOffer(conn *sqlite.Conn, at time.Time, offer stream.Offer) error {
	if err := exec(conn, "DELETE FROM offer WHERE person = ? OR until < ?", offer.Person, stamp(at)); err != nil {
		return err
	}
	return exec(conn, "INSERT OR REPLACE INTO offer (code, person, until) VALUES (?, ?, ?)", offer.Code, offer.Person, stamp(offer.Until))
}

// applyAccept links an ID by a code and deletes the code.
func applyAccept(conn *sqlite.Conn, at time.Time, accept stream.Accept) error {
	person, err := offeredBy(conn, accept.Code, at)
	if err != nil {
		return err
	}
	if err := exec(conn, "DELETE FROM offer WHERE code = ?", accept.Code); err != nil {
		return err
	}
	return linkAccount(conn, person, accept.ID)
}

// Expired implements stream.Replica.
func (r Replica) Expired(ctx context.Context, before time.Time) (guests []string, err error) {
	err = r.db.read(ctx, func(conn *sqlite.Conn) error {
		for _, matches := range []bool{false, true} {
			x := expiry{matches: matches}
			some, err := x.candidates(conn, stamp(before))
			if err != nil {
				return err
			}
			for _, guest := range some {
				if expired, err := hasExpired(conn, guest.person, stamp(before)); err != nil {
					return err
				} else if expired {
					guests = append(guests, guest.person)
				}
			}
		}
		return nil
	})
	return guests, err
}

// applyExpire deletes a guest who has not visited since.
func (r Replica) applyExpire(conn *sqlite.Conn, expire stream.Expire) error {
	expired, err := hasExpired(conn, expire.Person, stamp(expire.Before))
	if err != nil || !expired {
		return err
	}
	r.db.emptyLog = true
	for whole := false; !whole; {
		if whole, err = forgetGuest(conn, expire.Person); err != nil {
			return err
		}
	}
	return nil
}
