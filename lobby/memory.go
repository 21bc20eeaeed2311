package lobby

import (
	"context"
	"errors"
	"time"
)

// History answers what has been played to its end. All methods may be called
// from any goroutine.
type History interface {
	// Matches lists what a filter lets through, the newest first, with records
	// that hold no moves.
	Matches(ctx context.Context, filter Filter) ([]Finished, error)
	// Match is a whole finished match, or ErrUnknown.
	Match(ctx context.Context, id string) (Finished, error)
}

// Filter says which matches are meant. Zero fields let everything through.
type Filter struct {
	Person  string // Identity.ID of somebody who had a seat
	Against string // Identity.ID of somebody else who had one
	Game    string // engine.Game.Name
	Public  bool   // only those of public rooms
	Before  string // ID of a match: only those that ended before it
	Limit   int    // how many at most; 0 is 50, and more than 1,000 is 1,000
}

// Accounts remembers people. All methods may be called from any goroutine.
type Accounts interface {
	// Account is the person behind an Identity.ID as the server proved it, or
	// ErrUnknown.
	Account(ctx context.Context, id string) (Account, error)
	// Save writes an account as it is now; the first time, it is made, with its
	// own ID as the first that leads to it.
	Save(ctx context.Context, account Account) error
	// Link makes another proved ID lead to an account. Where that ID had an
	// account of its own, it becomes part of this one: its matches are this
	// person's from now on.
	Link(ctx context.Context, account, id string) error
	// Forget removes an account, all IDs that lead to it, and its ID from the
	// matches it played, where its name becomes "somebody"; the last also for an
	// ID that has no account.
	Forget(ctx context.Context, account string) error
}

// Account is a person who is remembered.
type Account struct {
	ID       string   // the Identity.ID that it was made with
	IDs      []string // all that lead to it, the own one included
	Name     string
	Chosen   bool   // the name was chosen here, and not only sent by a client
	Guest    bool   // no key leads to it
	Settings []byte // JSON, of the screen's own making; nil where nothing was set
	Made     time.Time
	Seen     time.Time // when the person was here last
}

// ErrUnknown is the answer where nothing is known under that ID.
var ErrUnknown = errors.New("nothing is known under that")
