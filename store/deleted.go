package store

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"zombiezen.com/go/sqlite"
)

const (
	// deletedTime is how long mutes and open reports outlive a deleted account.
	deletedTime = 30 * 24 * time.Hour
	// deletedName is the displayed name of a deleted account. deletedMark is the prefix of the mark
	// that replaces its ID.
	deletedName, deletedMark = "a deleted account", "deleted:"
)

// protect keeps the mutes of an account that is about to be deleted and the open reports about it. It files them
// under a mark, without the account's name and IDs, and returns the number of entries.
func protect(conn *sqlite.Conn, account string, at time.Time) (kept int, err error) {
	ids, err := idsOf(conn, account)
	if err != nil {
		return 0, err
	}
	mark, err := newMark(conn, account)
	if err != nil {
		return 0, err
	}
	if kept, err = protectReports(conn, account, mark, ids); err != nil {
		return 0, err
	}
	if err := exec(conn, "UPDATE OR REPLACE tie SET other = ?2, name = ?3, friend = 0 WHERE other = ?1 AND muted = 1 AND person <> ?1",
		account, mark, deletedName); err != nil {
		return 0, err
	}
	if kept += conn.Changes(); kept == 0 {
		return 0, nil
	}
	for _, id := range ids {
		one, err := markOf(conn, id)
		if err != nil {
			return 0, err
		}
		if err := exec(conn, "INSERT OR REPLACE INTO deleted (mark, person, until) VALUES (?, ?, ?)", one, mark, stamp(at.Add(deletedTime))); err != nil {
			return 0, err
		}
	}
	return kept, nil
}

// protectReports files open reports about an account under a mark. Quoted chat of the account stays, without its
// name.
func protectReports(conn *sqlite.Conn, account, mark string, ids []string) (kept int, err error) {
	open, err := reports(conn, "WHERE about = ?1 AND person <> ?1 AND done = 0", account)
	if err != nil {
		return 0, err
	}
	for _, one := range open {
		for i, line := range one.Heard {
			if slices.Contains(ids, line.By) {
				one.Heard[i].By, one.Heard[i].Name = "", deletedName
			}
		}
		heard, err := json.Marshal(one.Heard)
		if err != nil {
			return 0, fmt.Errorf("a report cannot be stored: %w", err)
		}
		if err := exec(conn, "UPDATE report SET about = ?, about_name = ?, heard = ? WHERE number = ?",
			mark, deletedName, string(heard), int64(one.Number)); err != nil { //nolint:gosec // as it was read
			return 0, err
		}
	}
	return len(open), nil
}

// newMark is like markOf, but creates the salt if there is none.
func newMark(conn *sqlite.Conn, id string) (string, error) {
	salt := make([]byte, sha256.Size)
	_, _ = rand.Read(salt) // never fails
	if err := exec(conn, "INSERT INTO salt (only, salt) VALUES (1, ?) ON CONFLICT DO NOTHING", salt); err != nil {
		return "", err
	}
	return markOf(conn, id)
}

// markOf returns the salted hash of an ID, or "" without a salt, as no mark can exist then.
func markOf(conn *sqlite.Conn, id string) (string, error) {
	var salt []byte
	err := each(conn, func(row *sqlite.Stmt) error {
		salt = blob(row, 0)
		return nil
	}, "SELECT salt FROM salt")
	if err != nil || salt == nil {
		return "", err
	}
	hash := hmac.New(sha256.New, salt)
	hash.Write([]byte(id))
	return deletedMark + hex.EncodeToString(hash.Sum(nil)[:16]), nil
}

// protectedOf returns the mark of an ID, and the person under which data of the ID's deleted
// account is still kept. The person is "" if there is none.
func protectedOf(conn *sqlite.Conn, id string, at time.Time) (mark, person string, err error) {
	if mark, err = markOf(conn, id); err != nil || mark == "" {
		return "", "", err
	}
	person, err = text(conn, "SELECT person FROM deleted WHERE mark = ? AND until > ?", mark, stamp(at))
	return mark, person, err
}

// giveBack attributes the data kept about a deleted account to the person who has one of its IDs now. Mutes
// also stay for its other IDs.
func giveBack(conn *sqlite.Conn, id, person string, at time.Time) error {
	mark, was, err := protectedOf(conn, id, at)
	if err != nil || was == "" {
		return err
	}
	for _, change := range []statement{
		{`INSERT INTO tie (person, other, name, friend, muted, since) SELECT person, ?2, name, 0, 1, since FROM tie
			WHERE other = ?1 AND person <> ?2 ON CONFLICT DO UPDATE SET muted = 1`, []any{was, person}},
		{"UPDATE report SET about = ?2 WHERE about = ?1", []any{was, person}},
		{"DELETE FROM deleted WHERE mark = ?", []any{mark}},
	} {
		if err := exec(conn, change.query, change.args...); err != nil {
			return err
		}
	}
	_, err = dropDeleted(conn, at)
	return err
}

// dropDeleted deletes the data about deleted accounts that has expired or whose IDs have all returned. It reports
// whether there was any.
func dropDeleted(conn *sqlite.Conn, now time.Time) (dropped bool, err error) {
	for _, change := range []statement{
		{"DELETE FROM deleted WHERE until <= ?", []any{stamp(now)}},
		{"DELETE FROM tie WHERE other GLOB ? AND other NOT IN (SELECT person FROM deleted)", []any{deletedMark + "*"}},
		{"DELETE FROM report WHERE about GLOB ? AND about NOT IN (SELECT person FROM deleted)", []any{deletedMark + "*"}},
	} {
		if err := exec(conn, change.query, change.args...); err != nil {
			return false, err
		}
		dropped = dropped || conn.Changes() > 0
	}
	return dropped, nil
}
