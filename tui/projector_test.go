package tui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/tui/program"
	"parlor/tui/screen"
)

// playedNight is a game night of six people with two matches in play after one is over. It
// returns the lobby, and a function that opens a board of it.
func playedNight(t *testing.T) (l *local.Lobby, board func(screen.Settings, *program.Boards) *client) {
	t.Helper()
	l = testLobby(t)
	var people []*client
	for _, name := range []string{"anna", "bo", "cy", "dee", "eve", "fay"} {
		people = append(people, sit(t, l, name, false))
	}
	plan := lobby.GameNightPlan{Title: "Friday night", Games: []string{"davinci"}, Seats: 2, Rounds: 1}
	host, err := lobby.Ask(t.Context(), people[0].visit, lobby.OpenGameNight{Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	code := (<-host.Updates()).Code
	host.Close()
	for _, one := range people {
		one.press("c")
		for _, letter := range code {
			one.press(string(letter))
		}
		one.press("enter")
	}
	everybody(people...)
	people[0].press("b")
	everybody(people...)
	for _, one := range people {
		one.press("enter")
		one.settle()
	}
	everybody(people...)
	resign(t, people[5])
	everybody(people...)
	for range 14 {
		for _, one := range people[:4] {
			playsFirst(t, one)
		}
	}
	board = func(settings screen.Settings, boards *program.Boards) *client {
		t.Helper()
		hold, err := lobby.Ask(t.Context(), sit(t, l, "dan", true).visit, lobby.WatchGameNight{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		return sitWith(t, l, "board", true, program.Session{GameNight: hold, Board: true, Settings: settings, Boards: boards, Invitation: entrance().Invitation})
	}
	return l, board
}

// playsFirst plays a player's first legal action that is no resignation, if it is their turn.
func playsFirst(t *testing.T, s *client) {
	t.Helper()
	hold, err := lobby.Ask(t.Context(), s.visit, lobby.Return{})
	if err != nil {
		t.Fatal(err)
	}
	defer hold.Close()
	if err := lobby.Perform(t.Context(), hold, lobby.ListLegal{}); err != nil {
		t.Fatal(err)
	}
	s.settle()
	for _, action := range (<-hold.Updates()).Legal {
		if action != engine.Resign {
			_ = lobby.Perform(t.Context(), hold, lobby.Play{Action: action})
			break
		}
	}
	s.settle()
}

// TestProjector shows a game night with matches in play on screens of all sizes. Where a
// table takes the place of the standings, both are shown in turn.
func TestProjector(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"160x45", 160, 45}, {"300x80", 300, 80}} {
		for _, ascii := range []bool{false, true} {
			name := size.name
			if ascii {
				name += " in ASCII"
			}
			t.Run(name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					_, board := playedNight(t)
					s := board(screen.Settings{ASCII: ascii}, nil)
					s.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					s.settle()
					time.Sleep(2 * time.Second)
					s.settle()
					text := s.text() + "\n"
					if size.width < 100 {
						time.Sleep(15 * time.Second)
						s.settle()
						text += "\nThe next turn:\n" + s.text() + "\n"
					}
					golden.RequireEqual(t, text)
				})
			})
		}
	}
}

// TestProjectorOfAPlayer checks that a player at a table sees the same on the projector as
// those who take no part, and that it goes back.
func TestProjectorOfAPlayer(t *testing.T) {
	in(t, func(t *testing.T) {
		l, board := playedNight(t)
		boards := &program.Boards{}
		visit := sit(t, l, "anna", false).visit
		code, err := lobby.Ask(t.Context(), visit, lobby.CurrentGameNight{})
		if err != nil {
			t.Fatal(err)
		}
		hold, err := lobby.Ask(t.Context(), visit, lobby.JoinGameNight{Code: code})
		if err != nil {
			t.Fatal(err)
		}
		s, anna := board(screen.Settings{}, boards), sitWith(t, l, "anna", false, program.Session{GameNight: hold, Boards: boards, Invitation: entrance().Invitation})
		anna.press("v")
		for _, one := range []*client{s, anna} {
			one.take(tea.WindowSizeMsg{Width: 160, Height: 45})
		}
		time.Sleep(3 * time.Second)
		everybody(s, anna)
		if withoutHints(anna.text()) != withoutHints(s.text()) || !strings.Contains(s.text(), "turned up white 8") {
			t.Errorf("a player sees\n%s\nand a board\n%s", anna.text(), s.text())
		}
		anna.press("v")
		anna.shows("to your table")
	})
}

// withoutHints returns a screen without its last line.
func withoutHints(text string) string { return text[:strings.LastIndex(strings.TrimSpace(text), "\n")] }
