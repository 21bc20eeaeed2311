package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/internal/traces"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/store"
)

// TestNothingNamesWhoHadEverythingDeleted leaves data of bella everywhere, under two names, and deletes her account.
// No update and no file contains her names or identity.
func TestNothingNamesWhoHadEverythingDeleted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	kept, err := store.Open(dir, nil)
	check(t, err)
	l := local.New(local.Config{Games: offered(), Journal: kept.Journal, Accounts: kept.Accounts, History: kept.History, Ratings: kept.Ratings, Reports: kept.Reports})
	come := func(name string) lobby.Session {
		visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:of-" + name, Name: name})
		check(t, err)
		return visit
	}
	ctx, plan := t.Context(), lobby.Plan{Game: "davinci", Seats: 3, Public: true, Options: engine.Options{"rounds": "1", "first": "1"}}
	anna, bella, cy := come("anna"), come("bella"), come("cy")
	handles := map[string]lobby.Handle{}
	take := func(what string) func(lobby.Handle, error) lobby.Handle {
		return func(handle lobby.Handle, err error) lobby.Handle {
			check(t, err)
			handles[what] = handle
			return handle
		}
	}
	code := func(handle lobby.Handle) string { return (<-handle.Updates()).Code }

	// A match that has ended in her own room, where anna stays.
	check(t, lobby.Perform(t.Context(), bella, lobby.SayInLobby{Text: "here I am"}))
	own := take("bella in her own room")(lobby.Ask(ctx, bella, lobby.Create{Plan: plan}))
	home := code(own)
	stays := take("anna in bella's room")(lobby.Ask(ctx, anna, lobby.Join{Code: home}))
	check(t, errors.Join(lobby.Perform(ctx, own, lobby.Start{}), lobby.Perform(ctx, own, lobby.Say{Text: "good luck"}),
		lobby.Perform(ctx, own, lobby.Play{Action: davinci.Deal}), lobby.Perform(ctx, stays, lobby.Play{Action: davinci.Deal}), // a match resigned at once is not stored
		lobby.Perform(ctx, own, lobby.Play{Action: engine.Resign}), lobby.Perform(ctx, own, lobby.Leave{})))
	// A match in play that she has left while the others continue.
	table := take("anna in her own room")(lobby.Ask(ctx, anna, lobby.Create{Plan: plan}))
	there := code(table)
	third := take("bella in anna's room")(lobby.Ask(ctx, bella, lobby.Join{Code: there}))
	take("cy in anna's room")(lobby.Ask(ctx, cy, lobby.Join{Code: there}))
	check(t, errors.Join(lobby.Perform(ctx, third, lobby.Say{Text: "hello"}), lobby.Perform(ctx, table, lobby.Start{}), lobby.Perform(ctx, third, lobby.Leave{})))
	// Another name, under which she watches and chats, and a room under it.
	check(t, lobby.Perform(ctx, bella, lobby.Rename{Name: "Trixibelle"}))
	take("bella who watches")(lobby.Ask(ctx, bella, lobby.Watch{Code: there}))
	check(t, errors.Join(lobby.Perform(ctx, handles["bella who watches"], lobby.Say{Text: "me again"}), lobby.Perform(t.Context(), bella, lobby.SayInLobby{Text: "and here"})))
	second := take("bella in her second room")(lobby.Ask(ctx, bella, lobby.Create{Plan: plan}))
	later := code(second)
	take("cy in bella's second room")(lobby.Ask(ctx, cy, lobby.Join{Code: later}))
	check(t, lobby.Perform(ctx, second, lobby.Leave{}))
	// Reports by her, about her, and about another person with her chat.
	check(t, errors.Join(lobby.Perform(ctx, bella, lobby.SendReport{Name: "cy", Words: "He was rude."}), lobby.Perform(ctx, cy, lobby.SendReport{Name: "Trixibelle", Words: "She was."}), lobby.Perform(ctx, anna, lobby.SendReport{Name: "cy", Words: "Both were."})))
	// She is banned from a room, and in a quarantined one.
	private := take("anna who keeps out")(lobby.Ask(ctx, anna, lobby.Create{Plan: plan}))
	_, err = lobby.Ask(ctx, bella, lobby.Join{Code: code(private)})
	check(t, errors.Join(err, lobby.Perform(ctx, private, lobby.Kick{Name: "Trixibelle", KeepOut: true})))
	aside := lobby.Entry{Number: 1, Whole: true, Data: []byte(`{"seats":[{"id":"key:of-bella","name":"bella"}]}`)}
	check(t, errors.Join(kept.Journal.Append(ctx, "BROKEN", aside), kept.Journal.SetAside(ctx, "BROKEN", "it broke", nil)))

	names := []string{"bella", "Trixibelle", "key:of-bella"}
	if found := traces.In(t, dir, names); len(found) < 3 {
		t.Fatalf("before, the files have %v only: this test looks in the wrong place", found)
	}
	check(t, lobby.Perform(ctx, bella, lobby.DeleteAccount{}))
	for end := time.Now().Add(patience); len(traces.In(t, dir, names)) > 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if found := traces.In(t, dir, names); len(found) > 0 {
		t.Errorf("the files have %v", found)
	}
	shown := func(what string, it any) {
		t.Helper()
		text, err := json.Marshal(it)
		check(t, err)
		for _, trace := range names {
			if strings.Contains(strings.ToLower(string(text)), strings.ToLower(trace)) {
				t.Errorf("%s has %q: %s", what, trace, text)
			}
		}
	}
	for _, room := range []string{home, there, later} {
		for _, visit := range []lobby.Session{anna, cy, come("dan")} {
			seen, err := lobby.Ask(ctx, visit, lobby.Look{Code: room})
			check(t, err)
			shown("a look", seen)
		}
	}
	hall, err := lobby.Ask(ctx, come("eve"), lobby.Peek{Window: lobby.WholeLobby()})
	check(t, err)
	shown("the hall", hall)
	listed, err := lobby.ListMatches(ctx, kept.History, "", "", "")
	check(t, err)
	shown("the history", listed)
	if listed.Matches[0].Title != "somebody's table" || len(listed.Matches) != 1 {
		t.Errorf("the history is %+v", listed)
	}
	// Later data has no trace either: the match that she left ends.
	lobby.Send(t.Context(), bella, lobby.SaveSettings{Settings: []byte(`{"theme":"dark"}`)})
	bella.Close()
	check(t, errors.Join(lobby.Perform(ctx, table, lobby.Play{Action: engine.Resign}), lobby.Perform(ctx, stays, lobby.Leave{}), l.Close(ctx), kept.Close()))
	if found := traces.In(t, dir, names); len(found) > 0 {
		t.Errorf("after the server's end the files have %v", found)
	}
}

// TestWhoDeletedEverythingIsMutedOnReturn checks that the mute applies at once, also for a session that was open all
// along.
func TestWhoDeletedEverythingIsMutedOnReturn(t *testing.T) {
	t.Parallel()
	kept, err := store.Open(t.TempDir(), nil)
	check(t, err)
	l := local.New(local.Config{Games: offered(), Journal: kept.Journal, Accounts: kept.Accounts, History: kept.History, Ratings: kept.Ratings, Reports: kept.Reports, Relations: kept.Relations})
	ctx := t.Context()
	come := func(name string) lobby.Session {
		visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:of-" + name, Name: name})
		check(t, err)
		return visit
	}
	anna, bella := come("anna"), come("bella")
	check(t, errors.Join(lobby.Perform(ctx, anna, lobby.Mute{Name: "bella", Muted: true}), lobby.Perform(ctx, bella, lobby.DeleteAccount{})))
	if ties, err := kept.Relations.Relations(ctx, "key:of-anna"); err != nil || len(ties) > 0 {
		t.Errorf("anna is shown %+v (%v)", ties, err)
	}
	come("bella")
	ties, err := kept.Relations.Relations(ctx, "key:of-anna")
	if err != nil || len(ties) != 1 || ties[0].Person != "key:of-bella" || !ties[0].Muted {
		t.Errorf("anna has chosen %+v (%v)", ties, err)
	}
	check(t, errors.Join(l.Close(ctx), kept.Close()))
}
