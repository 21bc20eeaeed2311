package tui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"parlor/engine"
	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
	"parlor/tui/boardtest"
)

// playing is anna and bo in the middle of a match of a game.
func playing(t *testing.T, game string) (anna, bo *client) {
	t.Helper()
	anna, bo = pair(t, lobby.Plan{Game: game, Seats: 2})
	anna.settle()
	return anna, bo
}

// plays reports whether a person still has a seat in the match.
func (s *client) plays(t *testing.T) bool {
	t.Helper()
	handle, err := lobby.Ask(t.Context(), s.visit, lobby.Return{})
	if err == nil {
		handle.Close()
	}
	return err == nil
}

// TestResignAsks: in each game, only what is chosen with the arrows and Enter resigns,
// once the question could be seen.
func TestResignAsks(t *testing.T) {
	const question = "Resign this match? bo wins."
	for _, kit := range kits() {
		for name, answer := range map[string][]string{
			"Esc": {"esc"}, "Enter": {"enter"}, "letters": strings.Split("yrnjkqdY", ""), "there and back": {"down", "up", "enter"},
		} {
			t.Run(kit.Game.Name+"/"+name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					anna, bo := playing(t, kit.Game.Name)
					anna.press("esc", "y")
					anna.shows(question, " ▸ Keep playing", "   Resign", "esc keep playing")
					anna.press(answer...)
					bo.settle()
					if strings.Contains(bo.text(), "won") || !anna.plays(t) {
						t.Errorf("%q resigns:\n%s", answer, bo.text())
					}
					if name == "letters" {
						anna.shows(question, "Choose with the arrow keys and press Enter, or press Esc to play on.")
						anna.press("esc")
					}
					if strings.Contains(anna.text(), question) {
						t.Errorf("after %q the question stands still:\n%s", answer, anna.text())
					}
				})
			})
		}
		t.Run(kit.Game.Name+"/resigns", func(t *testing.T) {
			in(t, func(t *testing.T) {
				anna, bo := playing(t, kit.Game.Name)
				anna.press("esc", "y", "down")
				anna.shows(" ▸ Resign")
				anna.press("enter")
				anna.shows("Here now")
				bo.settle()
				bo.shows("You won")
			})
		})
	}
}

// TestKeysTypedAheadDoNotResign: keys that were typed before the question was there do
// not answer it, however many they are.
func TestKeysTypedAheadDoNotResign(t *testing.T) {
	for _, keys := range [][]string{{"esc", "y", "down", "enter"}, {"esc", "esc", "y"}, {"esc", "up", "enter", "down", "enter"}, {"esc", "y", "down", "enter", "down", "enter", "down", "enter"}} {
		in(t, func(t *testing.T) {
			anna, bo := playing(t, "kodeknacker")
			for _, key := range keys {
				anna.take(boardtest.Key(key)) // and nothing is looked at in between
			}
			anna.look()
			bo.settle()
			if !anna.plays(t) || strings.Contains(bo.text(), "won") {
				t.Errorf("%q typed ahead resign:\n%s", keys, bo.text())
			}
		})
	}
	in(t, func(t *testing.T) {
		anna, _ := playing(t, "kodeknacker")
		anna.take(boardtest.Key("esc"))
		anna.take(boardtest.Key("y"))
		anna.hammers("down", 20)
		anna.hammers("enter", 20)
		anna.shows(" ▸ Keep playing", "Ignored: pressed before the question was shown. Press again.")
	})
}

// TestTheQuestionIsAboutWhatIsNow: it says who wins, changes with who is left, and goes
// once the match is over.
func TestTheQuestionIsAboutWhatIsNow(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo, cy := sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "cy", false)
		handle, err := lobby.Ask(t.Context(), anna.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3, Public: true, Options: engine.Options{"rounds": "1"}}})
		if err != nil {
			t.Fatal(err)
		}
		handle.Close()
		everybody(anna, bo, cy)
		anna.press("enter")
		bo.press("enter")
		cy.settle()
		cy.press("enter")
		anna.press("enter")
		everybody(anna, bo, cy)
		anna.press("esc", "y", "down")
		anna.shows("Resign this match? You are out; the others play on.", " ▸ Resign")
		bo.press("esc", "y", "down", "enter")
		anna.look()
		anna.hammers("enter", 1)
		anna.shows("Resign this match? cy wins.", " ▸ Keep playing", "Ignored: pressed before the question was shown.")
		cy.settle()
		cy.press("esc", "y", "down", "enter")
		anna.settle()
		if strings.Contains(anna.text(), "Resign this match?") {
			t.Errorf("the match is over, and it asks:\n%s", anna.text())
		}
	})
}

// TestTheQuestionKnowsWhoHasResigned: a player who has resigned and stays at the table
// does not play on. That is possible by today's rules.
func TestTheQuestionKnowsWhoHasResigned(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobbyWith(t, local.Config{Games: []engine.Game{davinci.Rules().Game()}})
		anna, bo, cy := sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "cy", false)
		handle, err := lobby.Ask(t.Context(), anna.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3, Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		handle.Close()
		everybody(anna, bo, cy)
		anna.press("enter")
		bo.press("enter")
		cy.settle()
		cy.press("enter")
		anna.press("enter")
		everybody(anna, bo, cy)
		again, err := lobby.Ask(t.Context(), bo.visit, lobby.Return{})
		if err != nil {
			t.Fatal("bo has no seat")
		}
		if err := lobby.Perform(t.Context(), again, lobby.Play{Action: engine.Resign}); err != nil {
			t.Fatal(err)
		}
		everybody(anna, cy)
		anna.press("esc", "y")
		anna.shows("Resign this match? cy wins.")
	})
}

// TestTheLastPersonIsToldThatItEnds: bots do not play on by themselves.
func TestTheLastPersonIsToldThatItEnds(t *testing.T) {
	in(t, func(t *testing.T) {
		s := sit(t, testLobby(t), "anna", false)
		handle, err := lobby.Ask(t.Context(), s.visit, lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}})
		if err != nil {
			t.Fatal(err)
		}
		handle.Close()
		s.settle()
		s.press("enter", "b", "b", "enter", "esc", "y")
		s.shows("Resign this match? The match ends, because only bots are left.")
	})
}

// TestTheQuestionCanBeClicked: a choice is chosen by a click and done by another.
func TestTheQuestionCanBeClicked(t *testing.T) {
	in(t, func(t *testing.T) {
		anna, _ := playing(t, "masterdice")
		clicks := func() {
			t.Helper()
			for y, line := range strings.Split(anna.text(), "\n") {
				if line == "   Resign" || line == " ▸ Resign" {
					anna.take(tea.MouseClickMsg{X: 4, Y: y, Button: tea.MouseLeft})
					return
				}
			}
			t.Fatalf("there is no such choice:\n%s", anna.text())
		}
		anna.take(boardtest.Key("esc"))
		anna.take(boardtest.Key("y"))
		clicks()
		clicks()
		anna.shows(" ▸ Keep playing")
		anna.settle()
		time.Sleep(time.Second)
		clicks()
		anna.shows(" ▸ Resign")
		clicks()
		anna.settle()
		anna.shows("Here now")
	})
}

func TestConfirmationGoldens(t *testing.T) {
	for _, size := range []struct {
		name          string
		width, height int
	}{{"50x16", 50, 16}, {"80x24", 80, 24}, {"120x40", 120, 40}} {
		for _, kit := range kits() {
			t.Run(kit.Game.Name+"/"+size.name, func(t *testing.T) {
				in(t, func(t *testing.T) {
					anna, _ := playing(t, kit.Game.Name)
					anna.press("esc", "y", "down")
					anna.take(tea.WindowSizeMsg{Width: size.width, Height: size.height})
					golden.RequireEqual(t, anna.text()+"\n")
				})
			})
		}
	}
}
