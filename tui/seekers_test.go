package tui_test

import (
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"parlor/lobby/local"
	"parlor/tui/program"
	"parlor/tui/screen"
)

// searchingLobby is a lobby in which others can look for rated matches.
func searchingLobby(t *testing.T) *local.Lobby {
	t.Helper()
	c := famous()
	return testLobbyWith(t, local.Config{Ratings: c, History: c})
}

// TestSeekersAreShown: the lobby shows who looks for a rated match, and one key begins it. The
// player who looks is told so before, and guests that they need a key.
func TestSeekersAreShown(t *testing.T) {
	in(t, func(t *testing.T) {
		l := searchingLobby(t)
		anna, bo, gus := sit(t, l, "anna", false), sit(t, l, "bo", false), sit(t, l, "gus", true)
		gus.lacks("rated match")
		anna.press("m", "3", "enter")
		anna.shows("Looking for an opponent.", "Others see this and\n can begin the match at once.")
		everybody(anna, bo, gus)
		bo.shows("anna (1622) is looking for a rated match in Kodeknacker.", "u play")
		gus.shows("anna (1622) is looking for a rated match in Kodeknacker.", "needs a key")
		gus.press("u")
		gus.settle()
		gus.shows("Rated matches require an SSH key.")
		bo.press("u")
		everybody(anna, bo, gus)
		bo.shows("Kodeknacker", "anna", "This match is rated.")
		anna.shows("Kodeknacker", "bo")
		gus.lacks("is looking for a rated match")
	})
}

// TestSearchOffersABot: a search says for how long it has lasted and how many others look. After a
// minute it offers a bot, and the match that is found meanwhile takes the player from there.
func TestSearchOffersABot(t *testing.T) {
	in(t, func(t *testing.T) {
		l := searchingLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		anna.press("m", "3", "enter")
		anna.shows("m stop")
		time.Sleep(30 * time.Second)
		anna.settle()
		anna.shows("Looking for an opponent, 30 seconds so far. Nobody else is.")
		anna.lacks("bot meanwhile")
		time.Sleep(40 * time.Second)
		anna.settle()
		anna.shows("1 minute so far", "x bot meanwhile")
		anna.press("x", "1", "enter")
		anna.settle()
		anna.shows("anna's table", "bot")
		bo.settle()
		bo.shows("anna (1622) is looking for a rated match in Kodeknacker")
		bo.press("u")
		everybody(anna, bo)
		everybody(anna, bo)
		anna.shows("Kodeknacker", "bo")
	})
}

// TestSeekersInAllSizes shows the line about players who look for a rated match.
func TestSeekersInAllSizes(t *testing.T) {
	inSizes(t, "one looks", func(t *testing.T) *client {
		l := searchingLobby(t)
		anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
		anna.press("m", "3", "enter")
		everybody(anna, bo)
		return bo
	})
	inSizes(t, "two look", func(t *testing.T) *client {
		l := searchingLobby(t)
		anna, bo, cy := sit(t, l, "anna", false), sit(t, l, "a name of many letters", false), sit(t, l, "cy", false)
		anna.press("m", "3", "enter")
		time.Sleep(time.Second)
		bo.press("m", "1", "enter")
		everybody(anna, bo, cy)
		return cy
	})
	inSizes(t, "looking", func(t *testing.T) *client {
		anna := sit(t, searchingLobby(t), "anna", false)
		anna.press("m", "3", "enter")
		time.Sleep(70 * time.Second)
		anna.settle()
		return anna
	})
	for name, settings := range map[string]screen.Settings{"ASCII": {Still: true, ASCII: true}, "contrast": {Still: true, Contrast: true}} {
		t.Run(name, func(t *testing.T) {
			in(t, func(t *testing.T) {
				l := searchingLobby(t)
				anna := sit(t, l, "anna", false)
				bo := resized(sitWith(t, l, "bo", false, program.Session{Settings: settings}), 80, 24)
				anna.press("m", "3", "enter")
				everybody(anna, bo)
				golden.RequireEqual(t, bo.text()+"\n")
			})
		})
	}
}
