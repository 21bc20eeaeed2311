package stream

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
)

// endedTime is how long a room waits at the end of a match for the match to be stored. It will be stored in any case;
// only the rating changes are not shown if it takes longer.
const endedTime = 2 * time.Second

// Journal wraps a journal of rooms. That journal must put a finished match, encoded by EncodeEnded, in the log's
// outbox in the same transaction as the entry.
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
	_ = j.log.Take(limited, void.ID) // otherwise any node takes it later
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
	// An earlier try may have written the entry and stored the match.
	_, err := j.store.History.Match(ctx, entry.Ended.ID)
	if err := j.Journal.Append(ctx, room, entry); err != nil {
		return err
	}
	if !errors.Is(err, lobby.ErrUnknown) {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, endedTime)
	defer cancel()
	_ = j.log.Take(limited, entry.Ended.ID) // otherwise any node takes it later
	select {
	case outcome := <-done:
		entry.Ended.Moved = outcome.Moved
	case <-limited.Done():
	}
	return nil
}
