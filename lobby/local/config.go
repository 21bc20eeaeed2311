package local

import (
	"log/slog"
	"runtime"

	"parlor/engine"
	"parlor/lobby"
	"parlor/ratelimit"
)

// Config configures a Lobby.
type Config struct {
	Games []engine.Game
	// Settings are the room settings that a host may choose. If nil, they are
	// lobby.RoomSettings.
	Settings []lobby.Setting
	Limits   lobby.Limits        // zero fields are replaced by DefaultLimits
	Bots     int                 // number of bots that compute at once; 0 means half of GOMAXPROCS, at least 1
	Seed     func() engine.Seed  // returns the seed of a match, or the secret of one with a record; nil draws one from crypto/rand
	Records  *lobby.RecordConfig // nil if matches have no record of format 2
	Code     func() string       // returns the code of a new room, or "" if none is available; nil draws one from crypto/rand
	// CodeNear returns a room code that is owned by the same node as the given code of a
	// game night, also after failover. If nil, Code is used.
	CodeNear func(code string) string
	// Pairs reports whether matchmaking for a game runs at this node. If nil, it always
	// does.
	Pairs func(game string) bool
	// Journal stores the rooms, which Restore loads. If nil, rooms are not stored.
	Journal lobby.Journal
	// GameNightStore stores the game nights. If nil, they are not stored.
	GameNightStore lobby.GameNightStore
	// Accounts stores accounts and History finished matches. If nil, they are not stored.
	Accounts lobby.Accounts
	History  lobby.History
	// Ratings stores the ratings of players. If nil, no match is rated.
	Ratings lobby.Ratings
	// Offers stores the codes for linking keys. If nil, they are kept in memory.
	Offers lobby.Offers
	// Relations stores friends and muted people. If nil, they are kept in memory.
	Relations lobby.Relations
	// Reports stores the reports of players. If nil, reports are refused.
	Reports lobby.Reports
	// Webhooks stores the webhooks of players, and Post sends notifications to them. If Post is
	// nil, none are sent.
	Webhooks lobby.Webhooks
	Post     lobby.Notifier
	// RateLimits limits what players may do. If it is nil, the lobby uses a Limiter of its own with
	// default limits.
	RateLimits *ratelimit.Limiter
	Log        *slog.Logger // nil discards; hidden information is never logged
}

// withDefaults returns a copy of c with defaults for the unset fields.
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
	if c.CodeNear == nil {
		c.CodeNear = func(string) string { return c.Code() }
	}
	if c.Pairs == nil {
		c.Pairs = func(string) bool { return true }
	}
	if c.RateLimits == nil {
		c.RateLimits = ratelimit.New(ratelimit.Config{})
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return &c
}
