package tui_test

import (
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/tui/boardtest"
)

// hammers presses a key so often, ten times a second, and looks at nothing.
func (s *client) hammers(key string, times int) {
	for range times {
		s.take(boardtest.Key(key))
		s.look()
	}
}

// TestEnterTypedAheadStopsAtTheEnd: a player who presses enter on and on, as one
// guesses, sees the end of a round, and goes on only after looking; and what is
// typed on while the next one comes is no move in it.
func TestEnterTypedAheadStopsAtTheEnd(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, lobby.Plan{Game: "kodeknacker", Options: engine.Options{"rounds": "3"}})
		anna.press("r", "g", "b", "y", "o", "enter")
		bo.press("p", "p", "g", "r", "r", "enter", "r", "r", "r", "r", "r", "enter")
		anna.settle()
		anna.press("p", "p", "g", "r", "r")
		anna.hammers("enter", 30)
		anna.shows("You won game 1.\n", "Ignored: pressed before the result was shown. Press again.", "?  ?  ?  ?  ?   code")
		if strings.Contains(anna.text(), "next step") {
			t.Errorf("it offers enter, and takes none:\n%s", anna.text())
		}
		anna.settle()
		anna.shows("space next step", "enter points")
		anna.take(boardtest.Key("enter"))
		anna.hammers("enter", 30)
		anna.shows("★ anna (you)", "★ won the game", "Ignored: pressed before the result was shown. Press again.")
		anna.settle()
		anna.shows("You won game 1. Press Enter for game 2.", "enter next game")
		anna.press("tab")
		anna.shows("P  P  G  R  R   code")
		anna.press("enter")
		anna.shows("You won game 1. Waiting for bo.")
		bo.press("enter")
		for _, key := range strings.Split("rgbyorgbyo", "") {
			anna.hammers(key, 1)
			anna.hammers("enter", 1)
		}
		anna.shows("Game 2 begins.", "Ignored: pressed before the table was shown. Press again.")
		anna.settle()
		anna.shows("Make your code: 5 colours", "makes a code", " ▸   ›·‹ ·")
		anna.press("r", "g", "b", "y", "o", "enter")
		anna.shows("code made")
	})
}

// TestColoursTypedOnLeaveNoTable: y and r are colours while a code is guessed, and
// lead away from the table once the match is over; what was meant for the guess does
// not.
func TestColoursTypedOnLeaveNoTable(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo := pair(t, lobby.Plan{Game: "kodeknacker", Options: engine.Options{"rounds": "1"}})
		anna.press("r", "g", "b", "y", "o", "enter")
		bo.press("p", "p", "g", "r", "r", "enter")
		anna.settle()
		anna.press("r", "r", "g", "g", "b", "enter")
		bo.press("r", "g", "b", "y", "o", "enter")
		anna.look()
		for _, key := range strings.Split("yroyro", "") {
			anna.hammers(key, 1)
			anna.shows("bo won the match.", "yours")
		}
		anna.settle()
		anna.press("y")
		anna.shows("Here now")
	})
}

// TestNothingTypedBeforeATableShowsIsAMove: keys for the lobby are none for a
// match that goes on, talk stays talk, and a room that gathers takes them.
func TestNothingTypedBeforeATableShowsIsAMove(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter", "d")
		bo.press("esc", "h")
		for _, key := range strings.Fields("enter b esc y d") {
			bo.take(boardtest.Key(key)) // and nothing has come back yet
		}
		bo.look()
		bo.shows("0 of 4", "Keys typed before the table appeared were ignored.")
		bo.hammers("b", 3)
		bo.shows("0 of 4", "Ignored: pressed before the table was shown. Press again.")
		bo.settle()
		bo.press("b")
		bo.shows("1 of 4")
	})
}

// TestAnEndBehindAnotherScreenIsSeenFirst: the moment counts from when the table
// can be seen.
func TestAnEndBehindAnotherScreenIsSeenFirst(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, bo, _ := night(t)
		anna.press("enter", "d", "?")
		bo.press("d", "esc", "y", "down", "enter")
		anna.settle()
		time.Sleep(time.Minute)
		anna.settle()
		anna.shows("Keys")
		anna.take(boardtest.Key("esc"))
		anna.hammers("enter", 3)
		anna.shows("game 1 of 3", "You won game 1.", "Ignored: pressed before")
		anna.settle()
		anna.press("enter", "enter")
		anna.shows("You won game 2.")
	})
}
