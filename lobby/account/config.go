package account

import (
	"context"
	"log/slog"

	"parlor/engine"
	"parlor/lobby"
	"parlor/ratelimit"
)

// Lobby is the part of the lobby that accounts use. Its methods are safe for concurrent use.
type Lobby interface {
	// Seats returns the sorted codes of the rooms where a person has a seat.
	Seats(id string) []string
	// GameNights returns the stored data about the game nights of a person with these
	// identities.
	GameNights(ctx context.Context, ids []string) ([]lobby.Attendance, error)
	// PersonByName returns the person who is here, or else has a seat, under a name or a similar
	// one. It returns "" if there is none.
	PersonByName(name string) (id string)
	// ParticipantByName returns a person who takes part in a game night, and may be away from it,
	// under a name or a similar one. It returns "" if there is none.
	ParticipantByName(name string) (id string)
	// LastAuthor returns the last author of a message, visible to person, under a name or a
	// similar one. It returns "" if there is none.
	LastAuthor(ctx context.Context, person, name string) (id string)
	// NameOf returns the name of a person who is here, or "".
	NameOf(id string) string
	// RemovePeople removes people without a seat from the stored data of the rooms. It returns
	// once the journal does not mention them.
	RemovePeople(ctx context.Context, ids []string) error
	// HidePeople removes people and their messages from the lobby, and calls KeepNothing of all
	// their sessions.
	HidePeople(ids []string)
}

// Config configures People.
type Config struct {
	Lobby      Lobby
	Accounts   lobby.Accounts  // nil if no accounts are stored
	History    lobby.History   // nil if no matches are stored
	Ratings    lobby.Ratings   // nil if there are no ratings
	Offers     lobby.Offers    // nil if codes for linking keys are kept in memory
	Relations  lobby.Relations // nil if friends and muted people are kept in memory
	Reports    lobby.Reports   // nil if reports are refused
	Webhooks   lobby.Webhooks  // nil if there are no webhooks
	Post       lobby.Notifier  // nil if webhooks are not allowed
	RateLimits *ratelimit.Limiter
	Games      []engine.Game // whose options split the statistics
	// NameCells is the width of a name.
	NameCells int
	Log       *slog.Logger // hidden information is never logged
}
