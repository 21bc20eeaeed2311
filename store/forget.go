package store

import (
	"encoding/json"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"

	"parlor/lobby"
)

// forgottenName replaces the name of a deleted person in old matches.
const forgottenName = "somebody"

// forgetAccount implements Accounts.Forget inside a transaction. at is the time of the request.
func forgetAccount(conn *sqlite.Conn, account string, at time.Time) error {
	kept, err := protect(conn, account, at)
	if err != nil {
		return err
	}
	removed, err := forgetQuarantined(conn, account)
	if err != nil {
		return err
	}
	removed += kept
	for _, change := range forgetting(account) {
		if err := exec(conn, change.query, change.args...); err != nil {
			return err
		}
		removed += conn.Changes()
	}
	if removed == 0 {
		return lobby.ErrUnknown
	}
	return nil
}

// forgetting returns the statements that delete a person from everything but the rooms in quarantine.
func forgetting(account string) []statement {
	title := lobby.DefaultTitle(forgottenName)
	return []statement{
		{"UPDATE finished SET title = ?2, titled = NULL WHERE titled = ?1", []any{account, title}},
		// Before version 4 the person named in a title was not recorded.
		{`UPDATE finished SET title = ?2 WHERE number IN (SELECT p.finished FROM player AS p JOIN finished AS f ON f.number = p.finished
			WHERE p.person = ?1 AND f.title = p.name || ?3)`, []any{account, title, lobby.DefaultTitle("")}},
		// A ban in force stays until it expires.
		{"DELETE FROM ban WHERE until <= ?2 AND who IN (SELECT id FROM identity WHERE account = ?1)", []any{account, stamp(time.Now())}},
		{"DELETE FROM identity WHERE account = ?", []any{account}},
		{"DELETE FROM account WHERE id = ?", []any{account}},
		{"DELETE FROM offer WHERE person = ?", []any{account}},
		{"DELETE FROM rating WHERE person = ?", []any{account}},
		{"DELETE FROM visited WHERE person = ?", []any{account}},
		{"DELETE FROM webhook WHERE person = ?", []any{account}},
		{"DELETE FROM tie WHERE person = ?1 OR other = ?1", []any{account}},
		{"UPDATE player SET person = NULL, name = ?2, record_name = '', record_salt = '' WHERE person = ?1", []any{account, forgottenName}},
	}
}

// forgetQuarantined deletes the rooms in quarantine that name a person, and reports by and about them, and returns
// the number of entries. Such rooms may be damaged, so they are not edited.
func forgetQuarantined(conn *sqlite.Conn, account string) (removed int, err error) {
	traces, err := tracesOf(conn, account)
	if err != nil {
		return 0, err
	}
	for _, trace := range traces {
		if err := exec(conn, `DELETE FROM aside WHERE (room, at) IN
			(SELECT room, at FROM aside WHERE instr(data, CAST(? AS BLOB)) > 0)`, trace); err != nil {
			return 0, err
		}
		removed += conn.Changes()
	}
	reported, err := forgetReports(conn, account, traces)
	return removed + reported, err
}

// tracesOf returns the strings by which a person appears in the JSON of entries: IDs, and titles
// made from the name.
func tracesOf(conn *sqlite.Conn, account string) ([]string, error) {
	texts := []string{account}
	for _, find := range []statement{
		{"SELECT id FROM identity WHERE account = ?", []any{account}},
		{`SELECT name || ?2 FROM (SELECT name FROM account WHERE id = ?1 UNION SELECT name FROM player WHERE person = ?1 UNION
			SELECT name FROM rating WHERE person = ?1)`, []any{account, lobby.DefaultTitle("")}},
	} {
		err := each(conn, func(row *sqlite.Stmt) error {
			texts = append(texts, row.ColumnText(0))
			return nil
		}, find.query, find.args...)
		if err != nil {
			return nil, err
		}
	}
	var traces []string
	for _, text := range texts {
		trace, err := json.Marshal(text)
		if err != nil {
			return nil, fmt.Errorf("%q cannot be stored: %w", text, err)
		}
		traces = append(traces, string(trace))
	}
	return traces, nil
}
