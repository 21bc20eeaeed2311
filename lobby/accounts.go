package lobby

import (
	"context"
	"time"
)

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
	// Holder is the person to whom a name belongs, and all that could be taken for it,
	// as FoldName has it: somebody with a key who has played a match to its end and
	// was here since a moment, of several the one who is known for longest. It is
	// empty where the name is nobody's.
	Holder(ctx context.Context, name string, since time.Time) (person string, err error)
	// Familiarity is how well a person is known, by Identity.ID of the account or,
	// where there is none, as the server proved it.
	Familiarity(ctx context.Context, id string) (Familiarity, error)
	// Visited notes that a person was here, if anything is kept about them, and makes
	// mutes of an account that they deleted, and reports about it, theirs. Guests
	// who have not been for some time, of whom nothing is open, may be forgotten.
	Visited(ctx context.Context, id string, at time.Time) error
	// Forget removes an account, all IDs that lead to it, and its ID from the
	// matches it played, where its name becomes "somebody"; the last also for an
	// ID that has no account. Mutes of it and open reports about it may stay for 30
	// days without its name and IDs.
	Forget(ctx context.Context, account string) error
}

// Offers remembers the codes with which people link other keys, where several machines
// share them. All methods may be called from any goroutine.
type Offers interface {
	// Offer has a code lead to a person until a moment, and no other code of theirs.
	Offer(ctx context.Context, code, person string, until time.Time) error
	// Offered is the person to whom a code leads, or ErrUnknown.
	Offered(ctx context.Context, code string) (person string, err error)
	// Accept is Accounts.Link of the person to whom a code leads, which leads nowhere
	// then; or ErrUnknown.
	Accept(ctx context.Context, code, id string) error
}

// Account is a person who is remembered.
type Account struct {
	ID       string    `json:"ID"`  // the Identity.ID that it was made with
	IDs      []string  `json:"IDs"` // all that lead to it, the own one included
	Name     string    `json:"Name"`
	Chosen   bool      `json:"Chosen"`   // the name was chosen here, and not only sent by a client
	Guest    bool      `json:"Guest"`    // no key leads to it
	Settings []byte    `json:"Settings"` // JSON, of the screen's own making; nil where nothing was set
	Made     time.Time `json:"Made"`
	Seen     time.Time `json:"Seen"` // when the person was here last
	// Unheard is the host of the person's webhook where that was switched off because
	// letters did not arrive; empty where it was not. Save leaves it as it is.
	Unheard string `json:"Unheard"`
}

// Familiarity is how well somebody is known.
type Familiarity struct {
	Since  time.Time // the first that is kept of them; zero where nothing is
	Seen   time.Time // when they were here last, as far as that was noted
	Played bool      // a match to its end
	// Deleted is whether they deleted an account of theirs, and others' mutes of it, or
	// reports about it, are to be theirs again by Accounts.Visited.
	Deleted bool
}

// newcomerTime is how long somebody is new at least.
const newcomerTime = 24 * time.Hour

// IsNew reports whether somebody is new: until a day after the first that is kept of
// them, and until they have played a match to its end.
func (a Familiarity) IsNew(now time.Time) bool {
	return !a.Played || a.Since.IsZero() || now.Sub(a.Since) < newcomerTime
}
