package tui_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/tui/board"
)

// manyKits returns n games: those that exist, again and again under other
// names.
func manyKits(n int) []board.Game {
	all := make([]board.Game, n)
	for i := range all {
		all[i] = kits()[i%3]
		all[i].Game.Name = "game" + strconv.Itoa(i+1)
		all[i].Game.Title = fmt.Sprintf("%s %d", all[i].Game.Title, i+1)
	}
	return all
}

// sitAmong is a client in a lobby of these games.
func sitAmong(t *testing.T, kits []board.Game, l *local.Lobby, name string) *client {
	t.Helper()
	visit, err := l.Enter(context.Background(), lobby.Identity{ID: "key:" + name, Name: name, Guest: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(visit.Close)
	s := &client{t: t, visit: visit, msgs: make(chan tea.Msg, 1000), root: program.New(program.Session{
		Session: visit, Games: kits, Settings: screen.Settings{Still: true}, ReturnLine: "ssh -p 2222 " + name + "+abcdefgh23456777@play.example.com",
		Invitation: lobby.Entrance{Public: "play.example.com:2222"}.Invitation,
	})}
	s.run(s.root.Init())
	s.take(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.settle()
	return s
}

// TestLobbyOfManyGames: however many there are, the lobby is drawn at any size,
// rooms stay in sight, keys play, and the form reaches every game.
func TestLobbyOfManyGames(t *testing.T) {
	for _, n := range []int{2, 12, 14, 20, 40} {
		for _, rooms := range []int{0, 8} {
			t.Run(fmt.Sprintf("%d games, %d rooms", n, rooms), func(t *testing.T) {
				in(t, func(t *testing.T) { manyGames(t, n, rooms) })
			})
		}
	}
}

func manyGames(t *testing.T, n, rooms int) {
	t.Helper()
	kits := manyKits(n)
	games := make([]engine.Game, n)
	for i, kit := range kits {
		games[i] = kit.Game
	}
	l := local.New(local.Config{Games: games})
	t.Cleanup(func() {
		if err := l.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	for i := range rooms {
		host, err := l.Enter(context.Background(), lobby.Identity{ID: strconv.Itoa(i), Name: "host" + strconv.Itoa(i)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(host.Close)
		if _, err := lobby.Ask(t.Context(), host, lobby.Create{Plan: lobby.Plan{Game: games[i%n].Name, Title: "room " + strconv.Itoa(i), Public: true}}); err != nil {
			t.Fatal(err)
		}
		if err := lobby.Perform(t.Context(), host, lobby.SayInLobby{Text: "hello " + strconv.Itoa(i)}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
	}
	s := sitAmong(t, kits, l, "gus")
	for range rooms + 1 {
		for _, size := range [][2]int{{80, 24}, {81, 25}, {100, 30}, {120, 40}, {200, 60}} {
			s.take(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			fits(t, s)
			s.shows("1 ", kits[0].Game.Title, "Here now", "To come back as the same guest:", "gus+abcdefgh23456777")
			if rooms > 0 {
				s.shows("▸ room ")
			} else {
				s.shows("There are no rooms.")
			}
			if strings.Count(s.text(), "room ") < min(rooms, 3) {
				t.Errorf("too few rooms are shown:\n%s", s.text())
			}
		}
		s.press("down")
	}
	s.take(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.settle()
	if last := kits[n-1].Game.Title; !strings.Contains(s.text(), last) {
		s.shows(": press n for the list")
	}
	s.press("esc")
	s.shows("Quit parlor?", "Here now")
	s.press("n", "t")
	s.shows("choose a game:", kits[n-1].Game.Title)
	s.press(strings.Split(strconv.Itoa(n), "")...)
	s.press("enter")
	s.shows(kits[n-1].Game.Title)
	s.press("esc", "n", "left")
	s.shows(kits[n-1].Game.Title)
	s.press("esc", strconv.Itoa(min(n, 9)))
	s.shows(kits[min(n, 9)-1].Game.Title)
}
