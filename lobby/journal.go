package lobby

import (
	"context"
	"time"
)

// Journal stores rooms. The journal of a room is a sequence of entries numbered from 1. Its
// methods are safe for concurrent use and are called without holding locks of the lobby.
// Rooms are independent of each other.
type Journal interface {
	// Append writes an entry and returns nil once it is durable. If the room's next number
	// is another, it writes nothing and returns ErrSequence; but the newest existing entry,
	// or a Last one of a deleted room, counts as written. After ErrUndecided the entry may
	// be written or not, and the caller must append the same entry again. After any other
	// error it is not written. If the entry ends a rated match, Append stores the changes
	// of ratings in Ended.Moved, unless the match was already stored.
	Append(ctx context.Context, room string, entry Entry) error
	// Headers makes this process the only one that may append to all rooms that are not
	// quarantined or owned by another process. It returns their headers by code.
	Headers(ctx context.Context) (map[string]Header, error)
	// Load returns the entries of a room, ascending, from its last Whole one on.
	Load(ctx context.Context, room string) ([]Entry, error)
	// SetAside quarantines the entries of a room that cannot continue, with the reason. It
	// also stores the room's void match, if not nil, in the same transaction.
	SetAside(ctx context.Context, room, why string, void *Finished) error
}

// Entry is one entry of a room's journal.
type Entry struct {
	Number uint64 `json:"Number"` // from 1, without gaps
	Whole  bool   `json:"Whole"`  // contains the complete state of the room: earlier entries may be dropped
	Data   []byte `json:"Data"`   // JSON owned by the lobby
	// Header is the JSON encoding of what the lobby shows of the room and when the room must run.
	// It contains nothing secret. Only the newest header of a room is stored; it is nil in entries
	// by old programs and in loaded entries.
	Header []byte `json:"Header"`
	// Last reports that the room ends with this entry: nothing of the room is kept except
	// its finished matches.
	Last bool `json:"Last"`
	// Secret reports that some readers cannot see any of the entry's content, so that its writing
	// must not be observable. It is not stored.
	Secret bool `json:"Secret"`
	// Ended is the match that ended with this entry, or nil. It is stored in the same
	// transaction.
	Ended *Finished `json:"Ended"`
}

// Header holds what is known about a room without reading its journal entries.
type Header struct {
	Data []byte // Entry.Header of its newest entry; may be nil
	// Stood is the total time for which no process had the journal open since the newest entry.
	Stood time.Duration
	// Since is when a process first opened the journal again after that entry, plus the time it was
	// closed later.
	Since time.Time
	// Opened is when this process opened the journal.
	Opened time.Time
}
