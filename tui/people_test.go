package tui_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/lobby"
)

// crowd is anna in the lobby with bo as a friend, with gus the guest, and cy at a table
// of their own.
func crowd(t *testing.T) (anna, bo, cy *client) {
	t.Helper()
	l := testLobby(t)
	anna, bo = sit(t, l, "anna", false), sit(t, l, "bo", false)
	sit(t, l, "gus", true)
	cy = sit(t, l, "cy", false)
	cy.press("1")
	anna.settle()
	if err := lobby.Perform(t.Context(), anna.visit, lobby.Befriend{Name: "bo", Friend: true}); err != nil {
		t.Fatal(err)
	}
	return anna, bo, cy
}

// TestFindPerson: the list of people says where a person is, in the lobby and at a table, and
// nothing of a private room but that it is one.
func TestFindPerson(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, cy := crowd(t)
		finds := func(name, want string) {
			t.Helper()
			anna.press("/")
			anna.types(name + "\r")
			anna.settle()
			anna.reads(want)
		}
		anna.press("i")
		finds("cy", "cy is at table AAAAAA: Da Vinci Code, waiting for players. You can watch them.")
		finds("Bo", "bo is here, but not at a table.")
		finds("zoe", "zoe is not here now.")
		if _, err := lobby.Ask(t.Context(), bo.visit, lobby.Create{Plan: lobby.Plan{Game: "masterdice"}}); err != nil {
			t.Fatal(err)
		}
		everybody(anna, bo, cy)
		finds("bo", "bo is at a private table.")
		cy.visit.Close()
		everybody(anna, bo)
		finds("cy", "cy is away, and has a seat at table AAAAAA: Da Vinci Code, waiting for players.")
		anna.press("esc", "p")
		anna.settle()
		anna.press("w", "i", "/")
		anna.types("bo\r")
		anna.settle()
		anna.reads("bo is at a private table.")
	})
}

func TestCompany(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}, {"200x60", 200, 60}} {
		for name, prepare := range map[string]func(t *testing.T) *client{
			"people": func(t *testing.T) *client {
				anna, _, _ := crowd(t)
				anna.press("i", "down", "m")
				return anna
			},
			"help of the people": func(t *testing.T) *client {
				anna, _, _ := crowd(t)
				anna.press("i", "?")
				return anna
			},
			"nobody else": func(t *testing.T) *client {
				anna := sit(t, testLobby(t), "anna", false)
				anna.press("i")
				return anna
			},
			"challenging": func(t *testing.T) *client {
				anna, _, _ := crowd(t)
				anna.press("i", "enter")
				return anna
			},
			"challenged": func(t *testing.T) *client {
				anna, bo, _ := crowd(t)
				anna.press("i", "enter", "2", "enter")
				bo.settle()
				return bo
			},
			"invitations": func(t *testing.T) *client {
				anna, bo, cy := crowd(t)
				anna.press("i", "enter", "2", "enter")
				cy.press("i", "down", "enter")
				bo.settle()
				bo.press("ctrl+o", "down")
				return bo
			},
		} {
			t.Run(name+"/"+size.name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					s := prepare(t)
					s.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					s.settle()
					golden.RequireEqual(t, s.text()+"\n")
				})
			})
		}
	}
}

// TestInvitedAnywhere: who is invited sees it in the lobby, at a table and in a form,
// and what they type there stays what it was.
func TestInvitedAnywhere(t *testing.T) {
	for name, keys := range map[string][]string{
		"in the hall": {}, "at a table": {"2", "b", "enter"}, "in a form": {"n", "o"}, "while typing a code": {"c", "a"}, "while talking": {"s", "h", "i"},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				anna, bo, _ := crowd(t)
				bo.press(keys...)
				rings := bo.rings
				anna.press("i", "enter", "3", "enter")
				anna.shows("bo is invited.", "Kodeknacker")
				bo.settle()
				bo.shows("anna invites you to Kodeknacker. Press Ctrl+O to answer.", "ctrl+o 1 invitation")
				if bo.rings != rings+1 {
					t.Errorf("the bell rang %d times", bo.rings-rings)
				}
				bo.press("ctrl+o", "n")
				if strings.Contains(bo.text(), "1 invitation") {
					t.Errorf("an invitation that was declined is still there:\n%s", bo.text())
				}
				anna.settle()
				anna.shows("bo cannot join your room right now.")
				anna.press("i")
				anna.shows("available")
				anna.press("enter") // bo, the friend, comes first
				bo.settle()
				bo.press("ctrl+o", "enter")
				bo.shows("Kodeknacker", "anna", "bo")
				anna.press("esc")
				anna.shows("bo")
			})
		})
	}
}

// TestMutedPersonIsNotHeard: nothing that a muted player asks arrives, and they are told
// nothing of it.
func TestMutedPersonIsNotHeard(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := crowd(t)
		anna.press("i", "enter", "1", "enter")
		bo.settle()
		bo.press("ctrl+o", "m")
		bo.shows("You have muted anna.")
		anna.press("i", "enter")
		anna.shows("bo is invited.")
		bo.settle()
		if text := bo.text(); strings.Contains(text, "invites you") || strings.Contains(text, "1 invitation") {
			t.Errorf("somebody who is muted is heard:\n%s", text)
		}
		anna.press("esc", "esc", "h", "s", "h", "i", "enter")
		bo.settle()
		if text := bo.text(); strings.Contains(text, "anna hi") {
			t.Errorf("somebody who is muted is heard:\n%s", text)
		}
	})
}
