// Package lobbytest tests implementations of the interfaces in package lobby. It waits only
// for what clients are shown, so that it also works for a remote lobby.
package lobbytest

import (
	"context"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Config configures a lobby under test. Without stores, nothing is remembered and there are
// no ratings.
type Config struct {
	Games    []engine.Game
	Limits   lobby.Limits
	Seed     func() engine.Seed
	Accounts lobby.Accounts
	History  lobby.History
	Ratings  lobby.Ratings
	Reports  lobby.Reports
	Webhooks lobby.Webhooks
	Post     lobby.Notifier
}

// Instance is a lobby under test.
type Instance struct {
	Lobby lobby.Lobby
	// History is Config.History as seen through the lobby.
	History lobby.History
	// Drain and Close are the operator's functions.
	Drain func(context.Context)
	Close func(context.Context) error
}

// Backend is an implementation under test.
type Backend struct {
	// In runs a test, directly or in a synctest bubble.
	In func(t *testing.T, test func(*testing.T))
	// Open opens a lobby that is closed at the end of the test.
	Open func(t *testing.T, config Config) Instance
}

// Run tests an implementation.
func Run(t *testing.T, way Backend) {
	t.Helper()
	for _, promise := range promises() {
		t.Run(promise.name, func(t *testing.T) {
			way.In(t, func(t *testing.T) { promise.check(&stage{T: t, open: way.Open}) })
		})
	}
}

// promise is a guarantee of the interface, with its check.
type promise struct {
	name  string
	check func(*stage)
}

func promises() []promise {
	return []promise{
		{"games and limits", checkGamesAndLimits},
		{"entering", checkEntering},
		{"names", checkNames},
		{"names that nobody has", checkRefusedNames},
		{"new names", checkNewNames},
		{"names of before", checkOldNames},
		{"names that are kept", checkKeptNames},
		{"calls", checkCalls},
		{"challenges", checkChallenge},
		{"friends and mutes", checkCircle},
		{"mutes of people whatever they are called", checkMutedIdentity},
		{"mutes of people who have gone", checkMutedSpeaker},
		{"mutes at a game night", checkMutedAtNight},
		{"programs", checkPrograms},
		{"reports", checkReports},
		{"webhooks", checkWebhooks},
		{"names at tables", checkNamesAtTables},
		{"talk in the lobby", checkLobbyChat},
		{"the lobby lists rooms", checkLobbyRooms},
		{"creating and joining", checkJoining},
		{"watching and looking", checkWatching},
		{"looking at a public match", checkLookingAtMatch},
		{"quick play and return", checkQuick},
		{"rated quick play", checkRivals},
		{"people who look for a rated match", checkSeekers},
		{"wrong codes", checkCodes},
		{"every operation", checkOperations},
		{"requests that are repeated", checkRepeated},
		{"every order", checkEveryOrder},
		{"orders are done once", checkOnce},
		{"what an order came to", checkDone},
		{"refusals", checkRefusals},
		{"matches of every game", checkMatches},
		{"bots", checkBots},
		{"secrets", checkSecrets},
		{"taking over", checkTakingOver},
		{"leaving", checkLeaving},
		{"hanging up", checkHangingUp},
		{"sent away", checkSentAway},
		{"slow readers", checkSlowReader},
		{"too slow readers", checkTooSlowReader},
		{"contexts that end", checkContexts},
		{"an evening", checkGameNight},
		{"every order at an evening", checkGameNightOrders},
		{"closing", checkClosing},
		{"draining", checkDraining},
		{"accounts", checkAccounts},
		{"linking", checkLinking},
		{"forgetting", checkForgetting},
		{"nobody is remembered", checkNoAccounts},
		{"history and standings", checkHistory},
	}
}

// patience is how long a test waits for an expected event.
const patience = 15 * time.Minute

// stage is the state of one test.
type stage struct {
	*testing.T
	open func(*testing.T, Config) Instance
}

// instance opens a lobby with all games, whose bots play without delay.
func (s *stage) instance(config Config) Instance {
	s.Helper()
	if config.Games == nil {
		for _, one := range games() {
			config.Games = append(config.Games, one.Game)
		}
	}
	if config.Seed == nil {
		config.Seed = func() engine.Seed { return engine.Seed{7} }
	}
	if config.Limits.BotPace == 0 {
		config.Limits.BotPace = -1
	}
	return s.open(s.T, config)
}

// must fails the test if err is not nil.
func (s *stage) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}
