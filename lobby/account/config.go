package account

import (
	"context"
	"log/slog"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
)

// House is the lobby, as far as accounts need it. Its methods may be called from any
// goroutine.
type House interface {
	// Seats returns the codes of the rooms where a person has a seat, in order.
	Seats(id string) []string
	// GameNights returns what is stored of the game nights of a person with these identities.
	GameNights(ctx context.Context, ids []string) ([]lobby.Attendance, error)
	// Called returns who is here under a name, or one like it, or else has a seat under
	// it; empty for nobody.
	Called(name string) (id string)
	// Speaker returns who chatted last under a name, or one like it, where a person can
	// read it; empty for nobody.
	Speaker(ctx context.Context, person, name string) (id string)
	// NameOf returns the name of a person who is here; empty for others.
	NameOf(id string) string
	// Disown removes people who have no seat from what the rooms have of them. It returns
	// once the journal does not name them any more.
	Disown(ctx context.Context, ids []string) error
	// Vanish removes people and what they said from the lobby, and calls KeepNothing of all
	// their sessions.
	Vanish(ids []string)
}

// Config is what New makes People of.
type Config struct {
	House     House
	Accounts  lobby.Accounts  // nil where nobody is remembered
	History   lobby.History   // nil where no match is
	Ratings   lobby.Ratings   // nil where nobody is rated
	Offers    lobby.Offers    // nil where codes to link a key with hold in this process
	Relations lobby.Relations // nil where what people choose about each other ends with the process
	Reports   lobby.Reports   // nil where nobody reads any
	Webhooks  lobby.Webhooks  // nil where nobody has one
	Post      lobby.Notifier  // to those; nil where the operator lets nothing be sent
	Budget    *budget.Budget
	Games     []engine.Game // by whose options matches are told apart
	// NameCells is the width of a name.
	NameCells int
	Log       *slog.Logger // never holds a hidden value
}
