package local_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// comes returns the page that has come since the last call, if any.
func comes(session lobby.Session) (page lobby.Page, came bool) {
	time.Sleep(time.Second)
	select {
	case page = <-session.Pages():
		return page, true
	default:
		return page, false
	}
}

// roomsOf opens public rooms, each of another person.
func roomsOf(t *testing.T, enter func(name string) lobby.Session, titles ...string) []*person {
	t.Helper()
	var hosts []*person
	for i, title := range titles {
		hosts = append(hosts, seated(t)(lobby.Ask(t.Context(), enter(fmt.Sprint("host", i)), lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true, Title: title}})))
		time.Sleep(time.Second)
	}
	return hosts
}

func titlesOf(page lobby.Page) (titles []string) {
	for _, row := range page.Rooms {
		titles = append(titles, row.Title)
	}
	return titles
}

// TestPagesFollowTheWindow: a session without a window gets no page. The page of a new
// window comes at once, and others when their content changes.
func TestPagesFollowTheWindow(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		session := enter(t, l, "anna")
		hosts := roomsOf(t, func(name string) lobby.Session { return enter(t, l, name) }, "zero", "one", "two", "three", "four")
		if page, came := comes(session); came {
			t.Fatalf("nobody looks, and there comes %+v", page)
		}
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.Window{From: 1, Rows: 2}})
		if page := <-session.Pages(); !reflect.DeepEqual(titlesOf(page), []string{"three", "two"}) || page.Total != 5 || page.People != nil || page.Chat != nil {
			t.Fatalf("%+v", page)
		}
		retitle := func(at int, title string) {
			t.Helper()
			plan := hosts[at].now.Plan
			plan.Title = title
			if err := lobby.Perform(t.Context(), hosts[at], lobby.Change{Plan: plan}); err != nil {
				t.Fatal(err)
			}
		}
		retitle(0, "nought")
		enter(t, l, "bo")
		if err := lobby.Perform(t.Context(), enter(t, l, "cy"), lobby.SayInLobby{Text: "hello"}); err != nil {
			t.Fatal(err)
		}
		if page, came := comes(session); came {
			t.Errorf("what changed is not shown, and there comes %+v", page)
		}
		retitle(2, "deux")
		if page, _ := comes(session); !reflect.DeepEqual(titlesOf(page), []string{"three", "deux"}) {
			t.Errorf("%+v", page)
		}
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.Window{From: 100, Rows: 2, Sort: lobby.SortTitle}})
		if page := <-session.Pages(); !reflect.DeepEqual(titlesOf(page), []string{"one", "three"}) || page.Window.From != 3 {
			t.Errorf("%+v", page)
		}
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.Window{Rows: 2, At: hosts[0].now.Code}})
		if page := <-session.Pages(); !reflect.DeepEqual(titlesOf(page), []string{"one", "nought"}) || page.Window.From != 3 {
			t.Errorf("%+v", page)
		}
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.Window{}})
		retitle(0, "nil")
		if page, came := comes(session); came {
			t.Errorf("nobody looks any more, and there comes %+v", page)
		}
		lobby.Send(t.Context(), session, lobby.Show{Window: lobby.Window{Talk: true, People: 2, PeopleFrom: 1}})
		if page := <-session.Pages(); len(page.People) != 2 || page.People[0].Name != "bo" || page.PeopleTotal != 8 || len(page.Chat) != 1 || page.Rooms != nil {
			t.Errorf("%+v", page)
		}
	})
}

// TestActiveRooms: a window of active rooms lists neither private nor finished ones, and counts all.
func TestActiveRooms(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		waits := roomsOf(t, func(name string) lobby.Session { return enter(t, l, name) }, "waits", "private")[1]
		plan := waits.now.Plan
		plan.Public = false
		if err := lobby.Perform(t.Context(), waits, lobby.Change{Plan: plan}); err != nil {
			t.Fatal(err)
		}
		eve := enter(t, l, "eve")
		active := func() lobby.Page {
			t.Helper()
			time.Sleep(time.Second)
			page, err := lobby.Ask(t.Context(), eve, lobby.Peek{Window: lobby.Window{Rows: 10, Stage: lobby.Active}})
			if err != nil {
				t.Fatal(err)
			}
			return page
		}
		played := table(t, l, lobby.Plan{Title: "played", Public: true}, "anna", "bo")[0]
		if page := active(); !reflect.DeepEqual(titlesOf(page), []string{"waits", "played"}) || page.Total != 2 || page.AllRooms != 3 {
			t.Errorf("%+v", page)
		}
		played.do(engine.Resign)
		if page := active(); !reflect.DeepEqual(titlesOf(page), []string{"waits"}) || page.Total != 1 || page.AllRooms != 3 {
			t.Errorf("after the match is over: %+v", page)
		}
		plan.Public = true
		if err := lobby.Perform(t.Context(), waits, lobby.Change{Plan: plan}); err != nil {
			t.Fatal(err)
		}
		if page := active(); page.Total != 2 || page.AllRooms != 3 {
			t.Errorf("after the private room is open: %+v", page)
		}
	})
}

// TestLockedRoomIsNotFound by people outside: by no search, order, anchor or page.
func TestLockedRoomIsNotFound(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		roomsOf(t, func(name string) lobby.Session { return enter(t, l, name) }, "one", "two", "three")
		eve, mo := enter(t, l, "eve"), enter(t, l, "mo")
		secret := seated(t)(lobby.Ask(t.Context(), enter(t, l, "bo"), lobby.Create{Plan: lobby.Plan{Game: "cups", Title: "aardvark"}}))
		time.Sleep(time.Second)
		other := seated(t)(lobby.Ask(t.Context(), enter(t, l, "olga"), lobby.Create{Plan: lobby.Plan{Game: "cups", Title: "zebra"}}))
		seated(t)(lobby.Ask(t.Context(), mo, lobby.Watch{Code: secret.now.Code}))
		time.Sleep(time.Second)
		for _, search := range []string{"aardvark", "bo", secret.now.Code, "zebra", "olga"} {
			for _, sort := range lobby.Sorts() {
				window := lobby.Window{Rows: 10, Search: search, Sort: sort}
				if page, err := lobby.Ask(t.Context(), eve, lobby.Peek{Window: window}); err != nil || page.Total != 0 || len(page.Rooms) > 0 {
					t.Errorf("eve finds %q: %+v %v", search, page, err)
				}
				inside := search != "zebra" && search != "olga"
				if page, err := lobby.Ask(t.Context(), mo, lobby.Peek{Window: window}); err != nil || (page.Total == 1) != inside {
					t.Errorf("mo, who watches there, searches %q and finds %+v %v", search, page, err)
				}
			}
		}
		for _, sort := range lobby.Sorts() {
			window := lobby.Window{Rows: 1, Sort: sort}
			plain, _ := lobby.Ask(t.Context(), eve, lobby.Peek{Window: window})
			window.At = secret.now.Code
			if anchored, _ := lobby.Ask(t.Context(), eve, lobby.Peek{Window: window}); !reflect.DeepEqual(plain, anchored) {
				t.Errorf("a code tells where its room stands: %+v", anchored)
			}
			all, _ := lobby.Ask(t.Context(), eve, lobby.Peek{Window: lobby.Window{Rows: lobby.Everything, Sort: sort}})
			if locked := all.Rooms[3:]; len(locked) != 2 || !locked[0].Since.After(locked[1].Since) || locked[0].Title+locked[1].Code != "" {
				t.Errorf("sorted by %q there are %+v", sort, all.Rooms)
			}
		}
		lobby.Send(t.Context(), eve, lobby.Show{Window: lobby.Window{Rows: 10, Search: "o"}})
		lobby.Send(t.Context(), mo, lobby.Show{Window: lobby.Window{Rows: 10}})
		<-eve.Pages()
		<-mo.Pages()
		plan := secret.now.Plan
		plan.Title = "boa"
		if err := lobby.Perform(t.Context(), secret, lobby.Change{Plan: plan}); err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), other, lobby.AddBot{Level: 1}); err != nil {
			t.Fatal(err)
		}
		if page, came := comes(eve); came {
			t.Errorf("eve is told that something has changed: %+v", page)
		}
		if page, came := comes(mo); !came || page.Rooms[3].Title != "boa" && page.Rooms[4].Title != "boa" {
			t.Errorf("mo, who watches there, is shown %+v", page)
		}
	})
}

// TestMoveChangesOnlyYourTurn, and only for the player to move.
func TestMoveChangesOnlyYourTurn(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		people := table(t, l, lobby.Plan{Public: true}, "anna", "bo")
		bo, eve := enter(t, l, "bo"), enter(t, l, "eve")
		for _, session := range []lobby.Session{bo, eve} {
			lobby.Send(t.Context(), session, lobby.Show{Window: lobby.WholeLobby()})
			comes(session)
		}
		people[0].do("call 1")
		if page, came := comes(bo); !came || !page.Yours[0].YourTurn {
			t.Errorf("bo, whose turn it is, is shown %+v", page)
		}
		if page, came := comes(eve); came {
			t.Errorf("eve is shown a move: %+v", page)
		}
	})
}

// TestOwnRoomsAreOnEveryPage, whatever is searched, and are not among the others.
func TestOwnRoomsAreOnEveryPage(t *testing.T) {
	in(t, func(t *testing.T) {
		l := cupsLobby(t, lobby.Limits{}, nil)
		roomsOf(t, func(name string) lobby.Session { return enter(t, l, name) }, "one", "two", "three")
		session := enter(t, l, "anna")
		own := seated(t)(lobby.Ask(t.Context(), session, lobby.Create{Plan: lobby.Plan{Game: "cups", Public: true, Title: "mine"}}))
		time.Sleep(time.Second)
		roomsOf(t, func(name string) lobby.Session { return enter(t, l, "more"+name) }, "four", "five")
		for _, window := range []lobby.Window{{Yours: true}, {Talk: true}, {Rows: 5, Search: "two"}, {Rows: 5, Stage: "over"}, {Rows: 2, From: 1}, {Rows: 2, From: 2}, {Rows: 2, From: 3}} {
			page, err := lobby.Ask(t.Context(), session, lobby.Peek{Window: window})
			if err != nil || len(page.Yours) != 1 || page.Yours[0].Code != own.now.Code {
				t.Errorf("%+v shows %+v %v", window, page, err)
			}
			want := [][]string{{"four", "three"}, {"three", "two"}, {"two", "one"}}
			if window.From > 0 && !reflect.DeepEqual(titlesOf(page), want[window.From-1]) {
				t.Errorf("from %d on there are %q", window.From, titlesOf(page))
			}
		}
	})
}
