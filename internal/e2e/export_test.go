package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
	"parlor/store"
)

// kept describes a table of the database by what it holds about a person.
type kept struct {
	// exported is the part of an export with this data, as JSON; "" if there is none.
	exported string
	// why says why the table is not exported completely.
	why string
}

// tables describes all tables of the database. A new table must be added with what it holds about a person, which is
// exported and deleted with the rest.
func tables() map[string]kept {
	return map[string]kept{
		"account":  {`"name":"bella"`, ""},
		"identity": {`"ids":["key:of-bella"]`, ""},
		"visited":  {`"seen":"2`, ""},
		"rating":   {`"game":"davinci","rating":`, ""},
		"tie":      {`"name":"anna","friend":true,"muted":false`, "what others have chosen about a person is theirs, and who is muted finds no difference"},
		"webhook":  {`"webhook":{"url":"https://hooks.example.com/bella"`, ""},
		"finished": {`"title":"bella's table"`, ""},
		"player":   {`"players":[{"id":"key:of-bella","name":"bella"`, "others stand there by their names only"},
		"moves":    {`"moves":["1 deal"`, ""},
		"record":   {`"text":"parlor match 2`, "its names are salted hashes; those that are stored with it go with the account"},
		"evening":  {`"evening":"EVENING"`, ""},
		"entry":    {`"rooms":["ROOM"]`, "a match that is played is secret until it ends"},
		"header":   {`"rooms":["ROOM"]`, "as of entry"},
		"aside":    {"", "it cannot be read, and is the operator's; what names a person goes with their account"},
		"ban":      {"", "who is kept out cannot ask, and a ban stays until it is over"},
		"report":   {`"words":"She is rude."`, "what others have reported is theirs and the operator's"},
		"claim":    {"", "it names processes and rooms"},
		"alive":    {"", "it is a moment"},
		"stream":   {"", "it is a number"},
		"offer":    {"", "it holds for ten minutes, and leads to who asked for it"},
		"salt":     {"", "it is a random number"},
		"deleted":  {"", "it has hashes of IDs that had an account before, which names nobody"},
	}
}

// TestEveryTableIsExported checks that all data of a person in the database is exported, and gone after a deletion.
func TestEveryTableIsExported(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	book, err := store.Open(dir, nil)
	check(t, err)
	l := local.New(local.Config{Games: offered(), Records: &lobby.RecordConfig{}, Journal: book.Journal, GameNightStore: book.GameNights, Accounts: book.Accounts, History: book.History, Ratings: book.Ratings, Relations: book.Relations, Reports: book.Reports, Webhooks: book.Webhooks, Post: &lobbytest.WebhookRecorder{}})
	ctx := t.Context()
	come := func(name string) lobby.Session {
		visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:of-" + name, Name: name})
		check(t, err)
		return visit
	}
	bella, anna := come("bella"), come("anna")
	check(t, lobby.Perform(ctx, bella, lobby.Rename{Name: "bella"}))
	check(t, lobby.Perform(ctx, bella, lobby.Befriend{Name: "anna", Friend: true}))
	check(t, lobby.Perform(ctx, bella, lobby.SetWebhook{Address: "https://hooks.example.com/bella"}))
	plan := lobby.Plan{Game: "davinci", Seats: 2, Public: true, Rated: true, Options: engine.Options{"rounds": "1", "first": "1"}}
	sits := func(handle lobby.Handle, err error) (lobby.Handle, string) {
		t.Helper()
		check(t, err)
		return handle, (<-handle.Updates()).Code
	}
	check(t, lobby.Perform(ctx, bella, lobby.SendReport{Name: "anna", Words: "She is rude."}))
	own, code := sits(lobby.Ask(ctx, bella, lobby.Create{Plan: plan}))
	other, _ := sits(lobby.Ask(ctx, anna, lobby.Join{Code: code}))
	check(t, errors.Join(lobby.Perform(ctx, own, lobby.Start{}), lobby.Perform(ctx, own, lobby.Play{Action: davinci.Deal}), lobby.Perform(ctx, other, lobby.Play{Action: davinci.Deal}),
		lobby.Perform(ctx, other, lobby.Play{Action: engine.Resign}), lobby.Perform(ctx, own, lobby.Leave{}), lobby.Perform(ctx, other, lobby.Leave{})))
	room, code := sits(lobby.Ask(ctx, bella, lobby.Create{Plan: plan}))
	night, err := lobby.Ask(ctx, bella, lobby.OpenGameNight{Plan: lobby.GameNightPlan{}})
	check(t, err)
	nightCode := (<-night.Updates()).Code
	// A request is answered before the game night is stored, so a second one is needed.
	check(t, errors.Join(lobby.Perform(ctx, night, lobby.SitOut{Out: true}), lobby.Perform(ctx, night, lobby.SitOut{Out: false}), lobby.Perform(ctx, night, lobby.SitOut{Out: true})))
	// Anna has no account, so her last visit is stored separately.
	last := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	check(t, book.Accounts.Visited(ctx, "key:of-anna", last))
	if export, err := lobby.Ask(ctx, anna, lobby.ExportData{Before: ""}); err != nil || !export.Seen.Equal(last) {
		t.Errorf("anna was here last at %v (%v)", export.Seen, err)
	}

	export, err := lobby.Ask(ctx, bella, lobby.ExportData{Before: ""})
	check(t, err)
	text, err := json.Marshal(export)
	check(t, err)
	told := strings.NewReplacer(nightCode, "EVENING", code, "ROOM").Replace(string(text))
	known := tables()
	names := tablesOf(t, dir)
	for _, name := range names {
		one, is := known[name]
		switch {
		case !is:
			t.Errorf("nothing says what of a person the table %s holds", name)
		case one.exported == "" && one.why == "":
			t.Errorf("nothing says why the table %s is not exported", name)
		case !strings.Contains(told, one.exported):
			t.Errorf("what the table %s holds is not exported: no %s in %s", name, one.exported, told)
		}
	}
	for name := range known {
		if !slices.Contains(names, name) {
			t.Errorf("there is no table %s", name)
		}
	}
	if held := tablesWith(t, dir, names, "key:of-bella"); len(held) < 8 {
		t.Errorf("bella stands only in %v", held)
	}
	check(t, errors.Join(lobby.Perform(ctx, room, lobby.Leave{}), lobby.Perform(ctx, bella, lobby.DeleteAccount{})))
	if held := tablesWith(t, dir, names, "bella"); len(held) > 0 {
		t.Errorf("after all is deleted, bella stands in %v", held)
	}
	check(t, errors.Join(l.Close(ctx), book.Close()))
}

// tablesOf returns the names of all tables of a database.
func tablesOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	rows(t, dir, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'", func(row *sqlite.Stmt) {
		names = append(names, row.ColumnText(0))
	})
	return names
}

// tablesWith returns the tables that contain a text.
func tablesWith(t *testing.T, dir string, names []string, text string) (found []string) {
	t.Helper()
	for _, name := range names {
		rows(t, dir, "SELECT * FROM "+name, func(row *sqlite.Stmt) {
			for i := range row.ColumnCount() {
				if strings.Contains(row.ColumnText(i), text) && !slices.Contains(found, name) {
					found = append(found, name)
				}
			}
		})
	}
	return found
}

// rows reads a database while the store has it open.
func rows(t *testing.T, dir, query string, each func(*sqlite.Stmt)) {
	t.Helper()
	conn, err := sqlite.OpenConn(filepath.Join(dir, store.File), sqlite.OpenReadOnly)
	check(t, err)
	err = sqlitex.ExecuteTransient(conn, query, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
		each(row)
		return nil
	}})
	check(t, errors.Join(err, conn.Close()))
}
