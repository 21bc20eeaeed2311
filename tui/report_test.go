package tui_test

import (
	"context"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// TestReporting: at a table and in the list of people, by one key and a sentence. The
// host is told, and the player it is about is shown nothing.
func TestReporting(t *testing.T) {
	in(t, func(t *testing.T) {
		shelf := &lobbytest.MemStore{}
		l := testLobbyWith(t, local.Config{Reports: shelf})
		anna, bo, cy := sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "cy", false)
		anna.press("1")
		anna.shows("AAAAAA")
		for _, one := range []*client{bo, cy} {
			one.press("c")
			one.types("AAAAAA")
			one.press("enter")
			one.shows("anna", "AAAAAA")
		}
		anna.settle()
		cy.settle()
		before := cy.text()
		bo.press("esc", "w", "down", "down", "r")
		bo.shows("Report", "Describe in one sentence what cy did.")
		bo.types("He reads our cards aloud.")
		bo.press("enter")
		bo.shows("Report about cy sent.")
		anna.settle()
		anna.shows("bo has reported cy, at your table AAAAAA.")
		cy.settle()
		if after := cy.text(); after != before {
			t.Errorf("cy sees\n%s\nand before that\n%s", after, before)
		}
		bo.press("up", "up", "up", "r")
		bo.press("esc", "esc", "h", "i", "r")
		bo.shows("Describe in one sentence what anna did.")
		bo.press("enter") // nothing is said, and nothing sent
		if filed := shelf.Filed(); len(filed) != 1 || filed[0].Words != "He reads our cards aloud." || filed[0].AboutName != "cy" {
			t.Errorf("the operator has %+v", filed)
		}
	})
}

// TestReportGoldens are the screens of it at every size.
func TestReportGoldens(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		for name, keys := range map[string][]string{"asked": {"i", "down", "r"}, "refused": {"i", "r", "x", "enter"}} {
			t.Run(name+"/"+size.name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					anna, _, _ := crowd(t)
					anna.press(keys...)
					anna.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					anna.settle()
					golden.RequireEqual(t, anna.text()+"\n")
				})
			})
		}
	}
}

// TestProgramsAreMarkedOnScreens: in the lobby, among the people, at a table before the
// match and in it, and in the list of who is there.
func TestProgramsAreMarkedOnScreens(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		robo, err := l.Enter(context.Background(), lobby.Identity{ID: "key:robo", Name: "robo", Program: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(robo.Close)
		anna.settle()
		anna.shows("robo (program)")
		anna.press("i")
		anna.shows("robo (program)")
		anna.press("esc", "1")
		seat, err := lobby.Ask(context.Background(), robo, lobby.Join{Code: "AAAAAA"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(seat.Close)
		anna.settle()
		anna.shows("robo, a program, sat down.")
		if !strings.Contains(anna.text(), "robo  (program") {
			t.Errorf("the seat is not marked:\n%s", anna.text())
		}
		wes := sit(t, l, "wes", false)
		wes.shows("anna, robo (program)")
		anna.press("esc", "w")
		anna.shows("seat 2, program")
	})
}
