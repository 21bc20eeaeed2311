package lobby

import (
	"context"
	"time"
)

// Accounts stores accounts. Its methods are safe for concurrent use.
type Accounts interface {
	// Account returns the account to which an authenticated Identity.ID leads, or
	// ErrUnknown.
	Account(ctx context.Context, id string) (Account, error)
	// Save writes an account. A new account is created with its own ID leading to it.
	Save(ctx context.Context, account Account) error
	// Link makes another authenticated ID lead to an account. If that ID has an account, it
	// is merged into this one with its matches.
	Link(ctx context.Context, account, id string) error
	// Holder returns the owner of a name, compared by FoldName: a person with
	// a key who has finished a match and has connected since the given time; if several,
	// the one known longest. It is "" if there is none.
	Holder(ctx context.Context, name string, since time.Time) (person string, err error)
	// Familiarity returns how well a person is known, by Identity.ID of the account, or by
	// the authenticated ID if there is no account.
	Familiarity(ctx context.Context, id string) (Familiarity, error)
	// Visited records a visit of a known person. Mutes of an account that they deleted, and
	// reports about it, are assigned to them again. It may delete guests who have not
	// connected for some time and have nothing open.
	Visited(ctx context.Context, id string, at time.Time) error
	// Forget deletes an account and all IDs that lead to it, and makes its player anonymous in
	// stored matches. For an ID without an account, it does only the latter. Mutes of the account
	// and open reports about it may remain for 30 days without name and IDs.
	Forget(ctx context.Context, account string) error
}

// Offers stores the codes for linking keys, shared by all nodes. Its methods are safe for
// concurrent use.
type Offers interface {
	// Offer stores a code for a person until a given time, and removes their previous one.
	Offer(ctx context.Context, code, person string, until time.Time) error
	// Offered returns the person who was given a code, or ErrUnknown.
	Offered(ctx context.Context, code string) (person string, err error)
	// Accept links an ID to the account of the person who was given a code, and removes the
	// code. It returns ErrUnknown if there is no such code.
	Accept(ctx context.Context, code, id string) error
}

// Account is the stored data of a person.
type Account struct {
	ID       string    `json:"ID"`  // the Identity.ID with which it was created
	IDs      []string  `json:"IDs"` // all that lead to it, including its own
	Name     string    `json:"Name"`
	Chosen   bool      `json:"Chosen"`   // the name was chosen here rather than sent by a client
	Guest    bool      `json:"Guest"`    // no key leads to it
	Settings []byte    `json:"Settings"` // JSON owned by the screens; nil if never saved
	Made     time.Time `json:"Made"`
	Seen     time.Time `json:"Seen"` // last visit
	// Unheard is the host of the person's webhook if it was disabled after failed
	// deliveries, else empty. Save does not change it.
	Unheard string `json:"Unheard"`
}

// Familiarity holds how well a person is known to the server.
type Familiarity struct {
	Since  time.Time // first stored activity; zero if there is none
	Seen   time.Time // last recorded visit
	Played bool      // has finished a match
	// Deleted reports whether the person has deleted an account, so that Accounts.Visited
	// has mutes of it or reports about it to restore.
	Deleted bool
}

// newcomerTime is the minimum time for which a person is a newcomer.
const newcomerTime = 24 * time.Hour

// IsNew reports whether the person is a newcomer: they are until they have finished a match
// and newcomerTime has passed since their first activity.
func (a Familiarity) IsNew(now time.Time) bool {
	return !a.Played || a.Since.IsZero() || now.Sub(a.Since) < newcomerTime
}
