package tui_test

import (
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/lobbytest"
	"parlor/tui"
)

const moves = "One moment: the room is moving to another node."

// TestARoomThatMovesSaysSo in one place of every screen, and takes nothing away from what
// is being typed.
func TestARoomThatMovesSaysSo(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		handle, err := lobby.Ask(t.Context(), anna.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 2, Options: engine.Options{"first": "1"}}})
		if err != nil {
			t.Fatal(err)
		}
		ferry := lobbytest.NewMovingHandle(handle)
		anna.take(tui.SeatedAt(ferry))
		anna.settle()
		moving := func() {
			t.Helper()
			before := anna.text()
			ferry.SetMoving(true)
			anna.settle()
			if said := strings.Count(anna.text(), moves); said != 1 {
				t.Errorf("it is said %d times:\n%s", said, anna.text())
			}
			ferry.SetMoving(false)
			anna.settle()
			if after := anna.text(); after != before {
				t.Errorf("before:\n%s\nafter:\n%s", before, after)
			}
		}
		moving()
		anna.press("t", "h", "e", "l")
		ferry.SetMoving(true)
		anna.settle()
		anna.press("l", "o")
		ferry.SetMoving(false)
		anna.settle()
		anna.shows("hello")
		moving()
		anna.press("enter", "esc", "b", "enter")
		for range 3 {
			anna.settle()
		}
		anna.press("d")
		moving()
		anna.press("esc")
		moving()
	})
}
