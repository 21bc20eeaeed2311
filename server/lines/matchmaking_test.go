package lines_test

import (
	"testing"
	"testing/synctest"

	"parlor/engine"
	"parlor/lobby/lobbytest"
	"parlor/lobby/local"
)

// TestRivalsByEar checks that a searching player can watch a room, learns of another search, and is taken to the
// match.
func TestRivalsByEar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		memHistory := &lobbytest.MemStore{}
		var games []engine.Game
		for _, kit := range kits() {
			games = append(games, kit.Game)
		}
		l := lobbytest.Open(t, local.New(local.Config{Games: games, Accounts: memHistory, History: memHistory, Ratings: memHistory}))
		anna, bo, dan := come(t, l, "anna"), come(t, l, "bo"), come(t, l, "dan")
		anna.types("rated")
		anna.hears(t, "Name a game for a rated match. The games are davinci, masterdice, kodeknacker.")
		anna.types("rated off")
		anna.hears(t, "You are not looking for a rated match.")
		anna.types("rated Davinci")
		anna.hears(t, "Looking for an opponent in Da Vinci Code, 1 minute per move.", "Type rated off to cancel.")
		anna.types("rated kodeknacker")
		anna.hears(t, "You are looking for an opponent in Da Vinci Code.")
		anna.types("rated off")
		anna.hears(t, "You are no longer looking for a rated match.")
		bo.types("rated davinci") // too late to be paired with anna
		dan.types("new masterdice bots=1")
		dan.types("start")
		anna.types("quick davinci --rated")
		anna.hears(t, "Found an opponent in Da Vinci Code.")
		bo.hears(t, "Found an opponent in Da Vinci Code.")
		bo.types("look")
		bo.hears(t, "Da Vinci Code, game 1 of 3.", ": anna") // on either seat
		anna.types("lobby")
		anna.types("watch")
		anna.hears(t, "MasterDice", "Watching: anna.")
		for _, one := range []*typist{anna, bo, dan} {
			one.types("quit")
		}
	})
}
