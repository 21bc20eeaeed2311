package tui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// attended is a session that notes what its screen shows.
type attended struct {
	lobby.Session
	window lobby.Window
}

func (a *attended) Do(ctx context.Context, request lobby.Request) (any, error) {
	if show, is := request.Op.(lobby.Show); is {
		a.window = show.Window
	}
	return a.Session.Do(ctx, request)
}

// manyRooms is a lobby with n rooms, of all games in turn, the newest with
// the highest number; every fifth is private.
func manyRooms(t *testing.T, rooms int) *local.Lobby {
	t.Helper()
	var games []engine.Game
	for _, kit := range kits() {
		games = append(games, kit.Game)
	}
	l := local.New(local.Config{Games: games})
	t.Cleanup(func() {
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	for made := range rooms {
		host, err := l.Enter(context.Background(), lobby.Identity{ID: fmt.Sprint("host", made), Name: fmt.Sprint("host", made), Passing: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(host.Close)
		if _, err := lobby.Ask(t.Context(), host, lobby.Create{Plan: lobby.Plan{
			Game: kits()[made%3].Game.Name, Title: fmt.Sprintf("room%02d", made), Public: made%5 != 4,
		}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
	}
	return l
}

// sitAttended is a client in a lobby whose session records what is shown.
func sitAttended(t *testing.T, l *local.Lobby, name string) (*client, *attended) {
	t.Helper()
	visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(visit.Close)
	t.Cleanup(func() { time.Sleep(11 * time.Second) }) // until what a screen waits for has come
	a := &attended{Session: visit}
	s := &client{t: t, visit: visit, msgs: make(chan tea.Msg, 1000), root: program.New(program.Session{
		Session: a, Games: kits(), Settings: screen.Settings{Still: true}, Invitation: lobby.Entrance{Public: "play.example.com"}.Invitation,
	})}
	s.run(s.root.Init())
	s.take(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.settle()
	return s, a
}

// TestLobbyShowsThePageThatFits: keys go through all rooms although no more
// than a screen of them is there.
func TestLobbyShowsThePageThatFits(t *testing.T) {
	in(t, func(t *testing.T) {
		l := manyRooms(t, 50)
		s, visit := sitAttended(t, l, "anna")
		s.shows("▸ room48", "room47", "/ search", "10 private or finished: f shows them")
		s.press("f")
		s.settle()
		s.shows("▸ room48", "Rooms")
		drawnRooms := func() int {
			return strings.Count(s.text(), "free seat") + strings.Count(s.text(), "private room") + strings.Count(s.text(), "enter join")
		}
		for i := range 100 {
			if drawn := drawnRooms(); drawn != visit.window.Rows || drawn > 20 {
				t.Fatalf("%d rooms are drawn of a window of %d:\n%s", drawn, visit.window.Rows, s.text())
			}
			s.press("down")
			s.settle()
			if i == 20 {
				s.shows("▸ room22")
			}
		}
		s.shows("▸ private room")
		s.press("home")
		s.settle()
		s.shows("▸ room48")
		s.press("pgdown", "pgdown", "pgup")
		s.settle()
		s.shows("▸ room")
		s.press("end")
		s.settle()
		s.shows("▸ private room")
		for _, size := range [][2]int{{120, 40}, {80, 24}, {200, 60}} {
			s.take(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			s.settle()
			fits(t, s)
			s.shows("▸ private room")
			if drawn := drawnRooms(); drawn != visit.window.Rows {
				t.Errorf("%v: %d rooms are drawn of a window of %d:\n%s", size, drawn, visit.window.Rows, s.text())
			}
		}
	})
}

// TestTheCursorStaysOnItsRoom however the list moves, and also where that takes
// it off the page.
func TestTheCursorStaysOnItsRoom(t *testing.T) {
	in(t, func(t *testing.T) {
		l := manyRooms(t, 30)
		s, _ := sitAttended(t, l, "anna")
		s.press("down", "down", "down")
		s.settle()
		s.shows("▸ room25")
		s.press("tab", "tab") // by title
		s.settle()
		s.shows("▸ room00", "by title")
		for range 10 {
			s.press("down")
			s.settle()
		}
		s.shows("▸ room12")
		for n := range 20 {
			host, err := l.Enter(context.Background(), lobby.Identity{ID: fmt.Sprint("more", n), Name: fmt.Sprint("more", n)})
			if err != nil {
				t.Fatal(err)
			}
			defer host.Close()
			if _, err := lobby.Ask(t.Context(), host, lobby.Create{Plan: lobby.Plan{Game: "davinci", Title: fmt.Sprintf("a%02d", n), Public: true}}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			s.settle()
		}
		s.shows("▸ room12")
		s.press("down")
		s.settle()
		s.shows("▸ room13")
	})
}

// TestRoomsAreSearchedAndChosen by words, game and stage.
func TestRoomsAreSearchedAndChosen(t *testing.T) {
	in(t, func(t *testing.T) {
		l := manyRooms(t, 50)
		s, _ := sitAttended(t, l, "anna")
		s.press("/")
		s.shows("Search", "leave empty for")
		s.types("ROOM1")
		s.press("enter")
		s.settle()
		s.shows("8 of 50 rooms", "“ROOM1”", "▸ room18", "room10", "esc all rooms") // without the private 14 and 19
		s.press("g")
		s.settle()
		s.shows("3 of 50 rooms", "Da Vinci", "▸ room18", "room15", "room12")
		s.press("f", "f")
		s.settle()
		s.shows("3 of 50 rooms", "waiting")
		s.press("f")
		s.settle()
		s.shows("0 of 50 rooms", "in play", "No rooms found. Press Esc to see all rooms.")
		s.press("enter")
		s.shows("No rooms found")
		s.press("esc")
		s.settle()
		s.shows("▸ room48", "Rooms")
		s.press("/")
		s.types("host17")
		s.press("enter")
		s.settle()
		s.shows("1 of 50 rooms", "▸ room17")
		s.press("/")
		for range len("host17") {
			s.press("backspace")
		}
		s.types("host19") // in a private room
		s.press("enter")
		s.settle()
		s.shows("0 of 50 rooms")
		s.press("/")
		for range len("host19") {
			s.press("backspace")
		}
		s.press("enter")
		s.settle()
		s.shows("▸ room48")
		s.press("esc")
		s.shows("Quit parlor?")
	})
}

// TestLobbyIsReadWhereItIsShown, and nowhere else.
func TestLobbyIsReadWhereItIsShown(t *testing.T) {
	in(t, func(t *testing.T) {
		s, visit := sitAttended(t, testLobby(t), "anna")
		looks := func(want bool, where string) {
			t.Helper()
			s.settle()
			if visit.window.Shows() != want {
				t.Errorf("%s shows %+v", where, visit.window)
			}
		}
		looks(true, "the hall")
		for _, screen := range []string{"?", "o", "n", "c"} {
			s.press(screen)
			looks(false, "the screen of "+screen)
			s.press("esc")
			looks(true, "the hall after "+screen)
		}
		s.take(tea.WindowSizeMsg{Width: 40, Height: 10})
		looks(false, "a small window")
		s.take(tea.WindowSizeMsg{Width: 80, Height: 24})
		s.press("1")
		looks(false, "a table")
		s.press("esc", "y")
		looks(true, "the hall after a table")
	})
}
