package stream

import (
	"context"
	"errors"
	"time"

	"parlor/budget"
	"parlor/lobby"
)

const (
	// tryPace is how often something is tried again that did not work.
	tryPace = 200 * time.Millisecond
	// callTime bounds a call to the log, apart from waiting for changes.
	callTime = 5 * time.Second
)

// Log is the row of changes that all nodes share. Its methods may be called from any
// goroutine.
type Log interface {
	// Origin is how the log began; zero where it has not begun.
	Origin(ctx context.Context) (Origin, error)
	// Begin begins the log, unless it has begun already, and returns how it has.
	Begin(ctx context.Context, own Origin) (Origin, error)
	// Append writes a change as the next one, unless it is among those after a number
	// already. After lobby.ErrUndecided it may be there or not, and is to be appended
	// again after the same number. After any other error it is not there.
	Append(ctx context.Context, after uint64, change []byte) error
	// Read are the changes after a number, at most so many, in their order. Where the
	// next one is there no more it answers ErrGone, and where there has never been so
	// high a number ErrAhead.
	Read(ctx context.Context, after uint64, most int) ([]Line, error)
	// Oldest are the oldest changes that are there, at most so many, in their order.
	Oldest(ctx context.Context, most int) ([]Line, error)
	// Wait returns once there are changes after a number.
	Wait(ctx context.Context, after uint64) error
	// Waiting are the IDs of matches whose rooms have put them beside the log.
	Waiting(ctx context.Context) ([]string, error)
	// Take moves a match from beside the log to its end, in one step; one that is not
	// there any more has been moved. After an error it may have been moved.
	Take(ctx context.Context, match string) error
	// Note says up to which number this node has applied the changes.
	Note(ctx context.Context, number uint64) error
	// Slowest is the number up to which all nodes that live have applied them.
	Slowest(ctx context.Context) (uint64, error)
	// Knows is the newest Version that all nodes know which live; [Version] where none
	// lives.
	Knows(ctx context.Context) (int, error)
	// Trim drops the changes up to a number.
	Trim(ctx context.Context, to uint64) error
}

// Origin is how a log began.
type Origin struct {
	ID string `json:"id"` // unlike that of any other log; empty where it has not begun
	// Bare says that nothing was kept of anybody before the first change.
	Bare bool `json:"bare"`
}

// Line is a change as it stands in the log.
type Line struct {
	Number uint64
	Data   []byte
}

// Entry is a change with its number.
type Entry struct {
	Number uint64
	Change Change
}

// Outcome is what came of a change.
type Outcome struct {
	Err   error // why it was refused; nil where it was done
	Moved []lobby.RatingChange
}

// Place is how far a database has come in a log.
type Place struct {
	Origin string // Origin.ID; empty for a database that has been in none
	Number uint64 // of the newest change that is applied
}

// Book is what this node keeps of people, by its parts.
type Book struct {
	Accounts  lobby.Accounts
	Relations lobby.Relations
	History   lobby.History
	Bans      budget.Keeper
	Replica   Replica
}

// Replica is how far what this node keeps has come in the Log. Its methods may be called
// from any goroutine.
type Replica interface {
	// Untold is some ban that holds and of which no change has been applied, if there is
	// any.
	Untold(ctx context.Context) (ban budget.Ban, any bool, err error)
	// Place is how far it has come.
	Place(ctx context.Context) (Place, error)
	// Stand writes down how far it has come.
	Stand(ctx context.Context, place Place) error
	// Bare reports whether nothing is kept of anybody.
	Bare(ctx context.Context) (bool, error)
	// Apply applies the changes that follow the newest one that is applied, in their
	// order, and writes down how far it has come, all in one step. Of a change that is
	// refused nothing is done, and those after it are.
	Apply(ctx context.Context, entries []Entry) ([]Outcome, error)
	// Chooser is who has chosen a name, or one like it, and was here not long before a
	// moment; empty for nobody. Apply gives the name to nobody else.
	Chooser(ctx context.Context, name string, at time.Time) (person string, err error)
	// Offered is lobby.Offers.Offered, of codes that lead somewhere at a moment.
	Offered(ctx context.Context, code string, at time.Time) (person string, err error)
	// Expired are some guests who were not here since a moment, and are to be forgotten.
	Expired(ctx context.Context, before time.Time) ([]string, error)
}

// Errors of a Log.
var (
	ErrGone  = errors.New("the next changes of what is kept of people are there no more")
	ErrAhead = errors.New("changes of what is kept of people have been lost that were there before")
)
