package stream

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
)

// endedTime is how long a room waits, at the end of a match, for the match to be kept: it
// will be, and only how ratings have moved is not told there.
const endedTime = 2 * time.Second

// Journal is where rooms are kept, whose matches that end are among what is kept of
// people. The journal that it is made of puts such a match beside the Log, as EncodeEnded
// has it, in the same step as the entry.
func (p *People) Journal(rooms lobby.Journal) lobby.Journal { return journal{rooms, p.replicator} }

type journal struct {
	lobby.Journal
	*replicator
}

// SetAside implements lobby.Journal.
func (j journal) SetAside(ctx context.Context, room, why string, void *lobby.Finished) error {
	err := j.Journal.SetAside(ctx, room, why, void)
	if err != nil || void == nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, endedTime)
	defer cancel()
	_ = j.log.Take(limited, void.ID) // else it is taken later, by whoever finds it
	return nil
}

// Append implements lobby.Journal.
func (j journal) Append(ctx context.Context, room string, entry lobby.Entry) error {
	if entry.Ended == nil {
		return j.Journal.Append(ctx, room, entry)
	}
	id := endedID(entry.Ended.ID)
	done := j.waiters.await(id)
	defer j.waiters.leave(id)
	// Where a try of before has written the entry, the match may be kept already.
	_, err := j.book.History.Match(ctx, entry.Ended.ID)
	if err := j.Journal.Append(ctx, room, entry); err != nil {
		return err
	}
	if !errors.Is(err, lobby.ErrUnknown) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, endedTime)
	defer cancel()
	_ = j.log.Take(limited, entry.Ended.ID) // else it is taken later, by whoever finds it
	select {
	case outcome := <-done:
		entry.Ended.Moved = outcome.Moved
	case <-limited.Done():
	}
	return nil
}
