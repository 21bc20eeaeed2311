package stream

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/ratelimit"
)

const (
	// tryPace is the pause before a retry.
	tryPace = 200 * time.Millisecond
	// callTime bounds a call to the log, except waiting for changes.
	callTime = 5 * time.Second
)

// Log is the replicated log of changes, shared by all nodes. Its methods may be called concurrently.
type Log interface {
	// Origin returns how the log began, or zero if it has not begun.
	Origin(ctx context.Context) (Origin, error)
	// Begin begins the log unless it has begun already, and returns its origin.
	Begin(ctx context.Context, own Origin) (Origin, error)
	// Append appends a change unless the changes after the given number contain it. If it returns lobby.ErrUndecided,
	// the outcome is unknown and the call must be repeated with the same number. After any other error the change was
	// not appended.
	Append(ctx context.Context, after uint64, change []byte) error
	// Read returns at most the given number of changes after a number, in order. It returns ErrGone if the next one
	// was deleted, and ErrAhead if the number was never reached.
	Read(ctx context.Context, after uint64, most int) ([]Record, error)
	// Oldest returns the oldest existing changes, at most the given number, in order.
	Oldest(ctx context.Context, most int) ([]Record, error)
	// Wait returns once there are changes after a number.
	Wait(ctx context.Context, after uint64) error
	// Waiting returns the IDs of the matches in the outbox.
	Waiting(ctx context.Context) ([]string, error)
	// Take moves a match from the outbox to the end of the log atomically. It does nothing if the match is not in the
	// outbox. After an error the outcome is unknown.
	Take(ctx context.Context, match string) error
	// Note publishes the number up to which this node has applied changes.
	Note(ctx context.Context, number uint64) error
	// Slowest returns the number up to which all live nodes have applied changes.
	Slowest(ctx context.Context) (uint64, error)
	// Knows returns the newest Version that all live nodes support, or [Version] if there are none.
	Knows(ctx context.Context) (int, error)
	// Trim deletes the changes up to a number.
	Trim(ctx context.Context, to uint64) error
}

// Origin describes how a log began.
type Origin struct {
	ID string `json:"id"` // unique to each log; "" if it has not begun
	// Bare reports whether there was no data before the first change.
	Bare bool `json:"bare"`
}

// Record is an encoded change in the log.
type Record struct {
	Number uint64
	Data   []byte
}

// Entry is a change with its number.
type Entry struct {
	Number uint64
	Change Change
}

// Outcome is the result of a change.
type Outcome struct {
	Err   error // why it was refused; nil if it was applied
	Moved []lobby.RatingChange
}

// Position says up to which change of a log a database is current.
type Position struct {
	Origin string // Origin.ID; "" for a database that never had a log
	Number uint64 // number of the last applied change
}

// Store is the account data of this node.
type Store struct {
	Accounts  lobby.Accounts
	Relations lobby.Relations
	History   lobby.History
	Bans      ratelimit.BanStore
	Replica   Replica
}

// Replica applies changes to the data of this node and knows its position. Its methods may be called concurrently.
type Replica interface {
	// Unannounced returns a ban in force that was never part of a change, if there is one.
	Unannounced(ctx context.Context) (ban ratelimit.Ban, any bool, err error)
	// Position returns the position of the database.
	Position(ctx context.Context) (Position, error)
	// SetPosition stores the position of the database.
	SetPosition(ctx context.Context, place Position) error
	// Bare reports whether there is no account data.
	Bare(ctx context.Context) (bool, error)
	// Apply applies changes that follow the last applied one, in order, and stores the new position, all in one
	// transaction. A refused change has no effect, and the changes after it are still applied.
	Apply(ctx context.Context, entries []Entry) ([]Outcome, error)
	// Chooser returns the person who has chosen a name, or a similar one, and has visited recently before the given
	// time, or "". Apply gives the name to no other person.
	Chooser(ctx context.Context, name string, at time.Time) (person string, err error)
	// Offered implements lobby.Offers.Offered for codes valid at the given time.
	Offered(ctx context.Context, code string, at time.Time) (person string, err error)
	// Expired returns guests who have not visited since the given time and are to be deleted.
	Expired(ctx context.Context, before time.Time) ([]string, error)
}

// Errors of a Log.
var (
	ErrGone  = errors.New("the next changes of account data are gone")
	ErrAhead = errors.New("earlier changes of account data have been lost")
)
