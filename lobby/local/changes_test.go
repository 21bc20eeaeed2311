package local_test

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// wire copies changes from one lobby to another, as the connection between two nodes does.
type wire struct {
	t        *testing.T
	from, to *local.Lobby
	mark     lobby.Cursor
	told     int // number of answers
}

// run copies all changes and returns the last answer.
func (w *wire) run() (last lobby.Changes) {
	w.t.Helper()
	for {
		ctx, cancel := context.WithTimeout(w.t.Context(), time.Second)
		news, err := w.from.Changes(ctx, w.mark)
		cancel()
		if ctx.Err() != nil && err != nil {
			return last
		}
		if err != nil {
			w.t.Fatal(err)
		}
		data, err := json.Marshal(news)
		if err != nil {
			w.t.Fatal(err)
		}
		var heard lobby.Changes
		if err := json.Unmarshal(data, &heard); err != nil {
			w.t.Fatal(err)
		}
		w.to.ApplyChanges("other", heard)
		w.told++
		w.mark, last = heard.Mark, heard
	}
}

// names returns the names of the people on a page.
func names(page lobby.Page) (all []string) {
	for _, one := range page.People {
		all = append(all, one.Name)
	}
	return all
}

// TestLobbyOfTwoNodes: both lobbies show the same public rooms and people.
func TestLobbyOfTwoNodes(t *testing.T) {
	in(t, func(t *testing.T) {
		a, b := cupsLobby(t, lobby.Limits{}, nil), cupsLobby(t, lobby.Limits{}, nil)
		w := &wire{t: t, from: a, to: b}
		anna, bo, cy := enter(t, a, "anna"), enter(t, b, "bo"), enter(t, a, "cy")
		public := seated(t)(lobby.Ask(t.Context(), anna, lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true, Title: "open to all"}}))
		private := seated(t)(lobby.Ask(t.Context(), cy, lobby.Create{Plan: lobby.Plan{Game: "cups", Title: "behind doors"}}))
		if err := lobby.Perform(t.Context(), anna, lobby.SayInLobby{Text: "hello over there"}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		page := w.run()
		if !page.Page {
			t.Error("it does not begin with a page")
		}
		own, seen := pageOf(t, enter(t, a, "dan")), pageOf(t, bo)
		if len(seen.Rooms) != 2 || seen.AllRooms != 2 || !slices.EqualFunc(seen.Rooms, own.Rooms, lobby.RoomRow.Same) {
			t.Errorf("there they see %+v, and here %+v", own.Rooms, seen.Rooms)
		}
		if !seen.Rooms[1].Locked || seen.Rooms[1].Code != "" || seen.Rooms[1].Title != "" {
			t.Errorf("of a private room is told %+v", seen.Rooms[1])
		}
		if len(seen.Chat) != 1 || seen.Chat[0].Name != "anna" || seen.Chat[0].Text != "hello over there" || !seen.Chat[0].At.Equal(own.Chat[0].At) {
			t.Errorf("here was said %+v", seen.Chat)
		}
		if got := names(seen); !slices.Equal(got, []string{"anna", "bo", "cy"}) || seen.People[0].Room != public.now.Code || !seen.People[2].Busy || seen.People[2].Room != "" {
			t.Errorf("here are %+v", seen.People)
		}
		if found, err := lobby.Ask(t.Context(), bo, lobby.Peek{Window: lobby.Window{Rows: 5, Search: "anna open", Game: "cups", Stage: lobby.Gathering, At: public.now.Code}}); err != nil || found.Total != 1 {
			t.Errorf("a search finds %+v, %v", found.Rooms, err)
		}
		if found, err := lobby.Ask(t.Context(), bo, lobby.Peek{Window: lobby.Window{Rows: 5, Search: "behind"}}); err != nil || found.Total != 0 {
			t.Errorf("a search finds %+v, %v", found.Rooms, err)
		}
		if got := enter(t, b, "annas"); got.Name() != "annas" {
			t.Errorf("annas is called %s", got.Name())
		}
		if session, err := b.Enter(t.Context(), lobby.Identity{ID: "key:other", Name: "anna"}); err != nil || session.Name() == "anna" {
			t.Errorf("somebody else is called anna too (%v)", err)
		}
		if err := lobby.Perform(t.Context(), bo, lobby.Rename{Name: "cy"}); err == nil {
			t.Error("bo takes cy's name")
		}
		give(t, public, lobby.AddBot{Level: 1})
		give(t, private, lobby.Leave{})
		cy.Close()
		synctest.Wait()
		if change := w.run(); change.Page || len(change.Rooms) > 1 {
			t.Errorf("a change is told as %+v", change)
		}
		seen = pageOf(t, bo)
		if len(seen.Rooms) != 1 || seen.Rooms[0].Open != 2 || slices.Contains(names(seen), "cy") {
			t.Errorf("after changes: %+v %+v", seen.Rooms, seen.People)
		}
		b.ForgetNode("other")
		if seen = pageOf(t, bo); len(seen.Rooms) != 0 || slices.Contains(names(seen), "anna") || len(seen.Chat) != 1 {
			t.Errorf("of a process that is gone is left %+v %+v %+v", seen.Rooms, seen.People, seen.Chat)
		}
		w.mark = lobby.Cursor{}
		w.run()
		if seen = pageOf(t, bo); len(seen.Rooms) != 1 || !slices.Contains(names(seen), "anna") || len(seen.Chat) != 1 {
			t.Errorf("of a process that is back is told %+v %+v %+v", seen.Rooms, seen.People, seen.Chat)
		}
	})
}

// TestSecretMoveIsNoChange: a secret move does not wake callers of Changes.
func TestSecretMoveIsNoChange(t *testing.T) {
	in(t, func(t *testing.T) {
		a, b := cupsLobby(t, lobby.Limits{}, nil), cupsLobby(t, lobby.Limits{}, nil)
		w := &wire{t: t, from: a, to: b}
		people := table(t, a, lobby.Plan{Public: true}, "anna", "bo")
		anna, bo := people[0], people[1]
		synctest.Wait()
		w.run()
		told := w.told
		give(t, anna, lobby.Play{Action: "hide 1"})
		give(t, bo, lobby.ListLegal{})
		synctest.Wait()
		if w.run(); w.told != told {
			t.Error("a secret move is told to other processes")
		}
	})
}

// TestChangesAreBounded: a caller that asks rarely gets each row once, and one that has
// missed too many deletions gets everything.
func TestChangesAreBounded(t *testing.T) {
	in(t, func(t *testing.T) {
		a, b := cupsLobby(t, lobby.Limits{}, nil), cupsLobby(t, lobby.Limits{}, nil)
		w := &wire{t: t, from: a, to: b}
		anna := enter(t, a, "anna")
		w.run()
		for range 50 {
			enter(t, a, "bo").Close()
			time.Sleep(time.Minute)
		}
		if page := w.run(); len(page.People) != 1 || !page.Page {
			t.Errorf("after an hour without a question is told %+v", page)
		}
		for n := range 3 {
			if err := lobby.Perform(t.Context(), anna, lobby.Rename{Name: "anna" + strconv.Itoa(n)}); err != nil {
				t.Fatal(err)
			}
		}
		if news := w.run(); len(news.People) != 1 || news.Page {
			t.Errorf("of three changes is told %+v", news)
		}
		for n := range 5000 {
			session, err := a.Enter(t.Context(), lobby.Identity{ID: "key:" + strconv.Itoa(n), Name: "p" + strconv.Itoa(n)})
			if err != nil {
				t.Fatal(err)
			}
			session.Close()
		}
		mark := w.mark
		news, err := a.Changes(t.Context(), mark)
		if err != nil || !news.Page || len(news.People) != 1 {
			t.Errorf("who has missed 5,000 people is told %d rows, page %v (%v)", len(news.People)+len(news.PeopleGone), news.Page, err)
		}
	})
}

// TestLongPageIsSplit: changes during a split page are not lost.
func TestLongPageIsSplit(t *testing.T) {
	in(t, func(t *testing.T) {
		a, b := cupsLobby(t, lobby.Limits{}, nil), cupsLobby(t, lobby.Limits{}, nil)
		var sessions []lobby.Session
		for n := range 2500 {
			sessions = append(sessions, enter(t, a, "p"+strconv.Itoa(n)))
		}
		news, err := a.Changes(t.Context(), lobby.Cursor{})
		if err != nil || !news.Page || !news.More || len(news.People) != 250 {
			t.Fatalf("a page begins with %d people, %v", len(news.People), err)
		}
		b.ApplyChanges("other", news)
		for n := range 5000 {
			if session, err := a.Enter(t.Context(), lobby.Identity{ID: "key:x" + strconv.Itoa(n), Name: "x"}); err == nil {
				session.Close()
			}
		}
		sessions[0].Close()
		w := &wire{t: t, from: a, to: b, mark: news.Mark}
		w.run()
		bo := enter(t, b, "bo")
		if page := pageOf(t, bo); page.PeopleTotal != 2500 {
			t.Errorf("2,500 are there, and %d are shown", page.PeopleTotal)
		}
		if w.told > 40 {
			t.Errorf("that took %d answers", w.told)
		}
	})
}

// TestMovingRoomIsListedOnce, whichever node publishes it first.
func TestMovingRoomIsListedOnce(t *testing.T) {
	in(t, func(t *testing.T) {
		b := cupsLobby(t, lobby.Limits{}, nil)
		bo := enter(t, b, "bo")
		row := lobby.RoomRow{Code: "ABCDEF", Title: "on the way", Game: "cups", Stage: lobby.Gathering, Seats: 2, Open: 1, Names: []string{"anna"}, Bots: []bool{false}}
		hear := func(node string, number uint64, stage string) {
			row := row
			row.Stage = stage
			b.ApplyChanges(node, lobby.Changes{Mark: lobby.Cursor{Feed: node, Number: number}, Rooms: []lobby.RemoteRoom{{Number: number, Row: row, Attended: true}}})
		}
		shown := func(want ...string) {
			t.Helper()
			var got []string
			page := pageOf(t, bo)
			for _, one := range page.Rooms {
				got = append(got, one.Stage)
			}
			if !slices.Equal(got, want) || page.AllRooms != len(want) {
				t.Errorf("the hall shows %q of %d, not %q", got, page.AllRooms, want)
			}
		}
		hear("x", 1, lobby.Gathering)
		hear("y", 7, engine.Playing)
		shown(engine.Playing)
		hear("x", 1, engine.Over)
		b.ApplyChanges("x", lobby.Changes{Mark: lobby.Cursor{Feed: "x", Number: 2}, RoomsGone: []uint64{1}})
		shown(engine.Playing)
		hear("y", 7, lobby.Gathering)
		shown(lobby.Gathering)
		if codes := b.Open("key:bo", lobby.Plan{Game: "cups"}); !slices.Equal(codes, []string{"ABCDEF"}) {
			t.Errorf("quick play leads to %q", codes)
		}
		row.Code, row.Title, row.Names, row.Bots, row.Locked = "", "", nil, nil, true
		hear("y", 7, lobby.Gathering)
		if codes := b.Open("key:bo", lobby.Plan{Game: "cups"}); len(codes) != 0 {
			t.Errorf("quick play leads to %q", codes)
		}
		shown(lobby.Gathering)
		b.ForgetNode("y")
		shown()
	})
}
