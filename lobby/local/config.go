package local

import (
	"log/slog"
	"runtime"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
)

// Config is what a lobby is made of.
type Config struct {
	Games []engine.Game
	// Settings are what a host may choose about a room; nil is lobby.RoomSettings.
	Settings []lobby.Setting
	Limits   lobby.Limits       // zero fields get DefaultLimits
	Bots     int                // that think at once; 0 is half of the processors, but at least one
	Seed     func() engine.Seed // of a match; nil draws from crypto/rand
	Code     func() string      // of a room, empty where there is none for another one; nil draws from crypto/rand
	// Beside draws the code of a room that is to be in the same process as the game night
	// of a code, wherever that goes; nil draws as Code does.
	Beside func(code string) string
	// Rivals says of a game whether those who look for a rated match in it wait in this
	// process, of several; nil is always.
	Rivals func(game string) bool
	// Journal keeps the rooms beyond the process; nil does not. Restore brings
	// them back.
	Journal lobby.Journal
	// GameNightStore keeps the game nights beyond the process; nil does not.
	GameNightStore lobby.GameNightStore
	// Accounts remembers people beyond the process, and History the matches
	// that have ended; nil does not.
	Accounts lobby.Accounts
	History  lobby.History
	// Ratings answers how well people play; nil rates nobody.
	Ratings lobby.Ratings
	// Offers remembers the codes with which people link other keys; nil does so for as
	// long as the process runs.
	Offers lobby.Offers
	// Relations remembers the friends that people chose, and the people they muted; nil does so
	// for as long as the process runs.
	Relations lobby.Relations
	// Reports keeps what people report; nil where nobody reads any.
	Reports lobby.Reports
	// Webhooks remembers where people are told of their turns, and Post tells them; nil
	// tells nobody.
	Webhooks lobby.Webhooks
	Post     lobby.Notifier
	// Budget says how much people may do; nil is one of the lobby's own.
	Budget *budget.Budget
	Log    *slog.Logger // nil discards; never holds a hidden value
}

// withDefaults fills the fields that are not set, but for those whose zero value has a
// meaning.
func (c Config) withDefaults() *Config {
	c.Limits = c.Limits.WithDefaults()
	if c.Settings == nil {
		c.Settings = lobby.RoomSettings()
	}
	if c.Bots == 0 {
		c.Bots = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if c.Seed == nil {
		c.Seed = lobby.NewSeed
	}
	if c.Code == nil {
		c.Code = lobby.NewCode
	}
	if c.Beside == nil {
		c.Beside = func(string) string { return c.Code() }
	}
	if c.Rivals == nil {
		c.Rivals = func(string) bool { return true }
	}
	if c.Budget == nil {
		c.Budget = budget.New(budget.Config{})
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &c
}
