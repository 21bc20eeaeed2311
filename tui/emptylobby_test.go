package tui_test

import (
	"testing"

	"parlor/lobby"
)

// TestEmptyLobbyHelps: without rooms and other people, the lobby says what one can do
// now, and the keys do it.
func TestEmptyLobbyHelps(t *testing.T) {
	inSizes(t, "alone", func(t *testing.T) *client { return sit(t, testLobby(t), "anna", false) })
	inSizes(t, "with others", func(t *testing.T) *client {
		l := testLobby(t)
		anna := sit(t, l, "anna", false)
		sit(t, l, "bo", false)
		anna.settle()
		return anna
	})
	in(t, func(t *testing.T) {
		anna := sit(t, testLobby(t), "anna", false)
		anna.shows("There are no rooms. Until others come, you can:")
		anna.press("x", "1", "enter")
		anna.settle()
		anna.shows("anna's table", "bot · 0 of 4")
	})
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		everybody(anna, bo)
		anna.shows("There are no rooms. You can:", "challenge a player who is here")
		anna.lacks("Until others come")
		if _, err := lobby.Ask(t.Context(), bo.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Public: true}}); err != nil {
			t.Fatal(err)
		}
		everybody(anna, bo)
		anna.shows("bo's table")
		anna.lacks("There are no rooms")
	})
}
