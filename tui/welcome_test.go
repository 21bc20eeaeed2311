package tui_test

import (
	"context"
	"strings"
	"testing"

	"parlor/tui/program"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/prose"
)

// newcomer is a guest who comes for the first time, where the host has something
// to say.
func newcomer(t *testing.T, l *local.Lobby) *client {
	t.Helper()
	return sitWith(t, l, "gus", true, program.Session{First: true, Welcome: []string{
		"Welcome to the games evening of the chess club. Be kind to each other, and do not keep people waiting.",
		"Names, matches and what is said at a table are stored here. Write to games@example.com if anything is wrong.",
	}})
}

// TestTheFirstVisit: a new player is asked for a name. Enter
// takes the one that is suggested, what is typed is taken instead, and a name that
// is taken is asked for again.
func TestTheFirstVisit(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sitWith(t, l, "anna", false, program.Session{First: true})
		anna.shows("What is your name?", "Press Enter to be anna")
		anna.press("enter")
		anna.shows("Welcome, anna. What would you like to do?", "Play a bot", "Learn a game", "Join with a code", "Go to the lobby")
		anna.press("h")
		anna.shows("Here now: anna")
		bo := sitWith(t, l, "bo", false, program.Session{First: true})
		bo.press("A", "n", "n", "a", "enter")
		bo.reads("Anna is the name of a player here", "If you are that player, connect again with your key or, as a guest, with the line that you were shown, which has NAME+CODE in it.", "What is your name?")
		bo.press("backspace", "backspace", "backspace", "backspace", "C", "a", "l", "i", "p", "e", "r", "enter")
		bo.shows("the name of a bot here", "What is your name?")
		bo.press("2", "enter")
		bo.shows("the name of a bot here")
		bo.press("b", "o", "enter")
		bo.shows("Welcome, Caliper2bo.")
		bo.press("esc")
		bo.shows("Here now: Caliper2bo, anna")
	})
}

// TestTheFirstVisitByACode: two keys lead from the invitation to the table.
func TestTheFirstVisitByACode(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		anna.press("p")
		var bo *client
		bo = sitWith(t, l, "bo", true, program.Session{
			First: true, Named: func() string { return "ssh " + bo.visit.Name() + "+word@play.example.com" },
			Seat: func() (lobby.Handle, prose.Text, error) {
				handle, err := lobby.Ask(context.Background(), bo.visit, lobby.QuickPlay{Plan: lobby.Plan{}})
				return handle, prose.Text{}, err
			},
		})
		bo.shows("What is your name?")
		bo.press("B", "e", "r", "t", "a", "enter")
		bo.shows("Berta  (you, guest)", "anna  (host)", "To come back as the same guest:", "ssh Berta+word@play.example.com")
		anna.settle()
		anna.shows("Berta  (guest)")
		bo.press("ctrl+c")
		if told := bo.root.Farewell(); !strings.Contains(told, "ssh Berta+word@play.example.com") {
			t.Errorf("a guest is told %q", told)
		}
	})
}

// TestAGuestIsToldTheWayBack: in a small window the table has no room for it, so it is
// said once.
func TestAGuestIsToldTheWayBack(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		sit(t, l, "anna", false).press("p")
		var bo *client
		bo = sitWith(t, l, "bo", true, program.Session{First: true, Seat: func() (lobby.Handle, prose.Text, error) {
			handle, err := lobby.Ask(context.Background(), bo.visit, lobby.QuickPlay{Plan: lobby.Plan{}})
			return handle, prose.Text{}, err
		}})
		bo.take(tea.WindowSizeMsg{Width: 50, Height: 16})
		bo.press("enter")
		bo.reads("bo (you, guest)", "To come back as bo, use ssh -p 2222 bo+abcdefgh23456777@play.example.com")
	})
}

// TestTheCard: each of what can be done on a first session leads there.
func TestTheCard(t *testing.T) {
	for keys, shown := range map[string]string{
		"b 2 enter": "MasterDice", "t 1 enter": "Tutorial", "c": "six letters and digits", "h": "Here now", "down down down enter": "Here now",
	} {
		in(t, func(t *testing.T) {
			s := newcomer(t, testLobby(t))
			s.press("enter")
			s.press(strings.Fields(keys)...)
			s.shows(shown)
			if strings.HasPrefix(keys, "b") {
				s.shows("If you solve now")
			}
		})
	}
}

// TestRenameAtTheTable: it is typed into an empty line, and everybody sees it.
func TestRenameAtTheTable(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, lobby.Plan{Game: "davinci", Seats: 2})
		bo.press("esc", "r")
		bo.shows("You are bo.")
		bo.press("B", "e", "r", "t", "a", "enter")
		anna.settle()
		anna.shows("Berta", "bo is now called Berta.")
		bo.press("esc", "r")
		bo.shows("You are Berta.")
	})
}

// TestTheCardIsWhole: also for a long name in a small window.
func TestTheCardIsWhole(t *testing.T) {
	in(t, func(t *testing.T) {
		s := newcomer(t, testLobby(t))
		s.take(tea.WindowSizeMsg{Width: 50, Height: 16})
		s.types("Amber the Quail\r")
		s.reads("Welcome, Amber the Quail. What would you like to do?")
		s.press("c")
		s.shows("six letters and digits")
	})
}
