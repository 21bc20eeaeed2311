package lobby

import (
	"context"
	"time"
)

// Journal keeps rooms beyond the life of the process. A room's journal is a
// row of entries numbered from 1. All methods may be called from any
// goroutine; none is called while a lock of the lobby is held. An
// implementation may keep it on one disk or on several machines: nothing is
// shared between rooms.
type Journal interface {
	// Append writes an entry and answers once nothing but the loss of the
	// storage itself can lose it. Where the room's next number is another one it
	// writes nothing and answers ErrSequence; but the newest entry that is there
	// already, or a Last one of a room that is gone, counts as written. After
	// ErrUndecided the entry may be there or not, and the same one is to be
	// appended again. After ErrNoRoom, or any other error, nothing of it is there.
	// Of a match that ended with the entry, and moved its players' ratings, it
	// writes down in Ended.Moved how; not where the match was there already.
	Append(ctx context.Context, room string, entry Entry) error
	// Headers makes this process the only one that appends to the rooms that have
	// entries and are not set aside, apart from those that another process has. It
	// returns what is known of them without their entries, by code.
	Headers(ctx context.Context) (map[string]Header, error)
	// Load answers the entries of a room, ascending, from its last Whole one on.
	Load(ctx context.Context, room string) ([]Entry, error)
	// SetAside keeps the entries of a room that cannot go on where nothing but an
	// operator finds them, and says why. The match that was played there, which is
	// void, is kept for good in the same step, unless it is kept already; nil for none.
	SetAside(ctx context.Context, room, why string, void *Finished) error
}

// Entry is one step of a room.
type Entry struct {
	Number uint64 `json:"Number"` // from 1, without gaps
	Whole  bool   `json:"Whole"`  // says all that is to be known of the room: those before it may be dropped
	Data   []byte `json:"Data"`   // JSON, of the lobby's own making
	// Header is JSON, too: what the lobby shows of the room, and what says when the
	// room has to go on by itself. Nothing in it is secret. The newest of a room is
	// kept; nil where an older program wrote the entry, and where entries are loaded.
	Header []byte `json:"Header"`
	// Last says that the room ends with this entry: nothing of the room stays,
	// and no other entry follows. Its matches that have ended stay.
	Last bool `json:"Last"`
	// Secret says that not everybody in the room sees something of what the entry
	// says: nobody is to learn that it was written. It is not kept.
	Secret bool `json:"Secret"`
	// Ended is the match that ended with this entry, nil for none: it is kept for
	// good in the same step.
	Ended *Finished `json:"Ended"`
}

// Header is what is known of a room without its entries.
type Header struct {
	Data []byte // Header of its newest entry; nil where that has none
	// Stood is for how long altogether nobody had the journal open since the
	// newest entry was written.
	Stood time.Duration
	// Since is since when somebody has had it open again after that entry: the
	// first time, put off by what it stood later.
	Since time.Time
	// Opened is since when this process has it open.
	Opened time.Time
}
