package stream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"parlor/lobby"
)

const (
	// joinTime is how long a starting node retries while the log does not answer.
	joinTime = 30 * time.Second
	// atOnce is the number of changes read and applied in one step.
	atOnce = 50
)

// ByHand instructs an operator how to start a node that cannot fetch the data of the others.
const ByHand = `make a backup of a node that runs, with  parlor backup FILE ; here, move the database out of the data folder and run  parlor restore FILE  before the next start`

// ErrBehind is returned for a node whose database has nothing of its own but is missing changes deleted from the log.
// It must start from a backup of another node.
var ErrBehind = errors.New("it has to begin with what another node has, which it fetches when it starts")

// Reasons why a node cannot join.
var (
	errStranger = errors.New("this node keeps people and matches of its own, and not those of the other nodes: " +
		"move the database out of the data folder, and it begins with what they have when it starts while one of them runs; or " + ByHand)
	errNothing = fmt.Errorf("this node keeps nothing of people and matches, and the others have done so since before their first change: %w", ErrBehind)
)

// explain adds advice for the operator to err.
func explain(number uint64, err error) error {
	switch {
	case errors.Is(err, ErrGone):
		return fmt.Errorf("this node was away for too long: it has account data up to change %d, and %w: %w", number, err, ErrBehind)
	case errors.Is(err, ErrAhead):
		return fmt.Errorf("this node has account data up to change %d, and %w: the cluster guide says how to start again with the data of one node", number, err)
	}
	return err
}

// follower applies the changes of the log to the database of this node in order.
type follower struct {
	log     Log
	logs    *slog.Logger
	replica Replica
	waiters *waiters
	bans    chan struct{} // capacity 1: bans may have changed
	applied atomic.Uint64 // number of the last applied change
}

// joinSoon retries join for up to joinTime, as the log may be electing a leader or be busy. Each try starts from the
// stored state.
func (f *follower) joinSoon(ctx context.Context) error {
	for began := time.Now(); ; {
		err := f.join(ctx)
		if !errors.Is(err, lobby.ErrUndecided) || time.Since(began) > joinTime || !pause(ctx, tryPace) {
			return err
		}
	}
}

// join determines the position of this node in the log and catches up.
func (f *follower) join(ctx context.Context) error {
	place, err := f.replica.Position(ctx)
	if err != nil {
		return err
	}
	origin, err := f.log.Origin(ctx)
	if err != nil {
		return err
	}
	if origin.ID == "" {
		if origin, place, err = f.begin(ctx, place); err != nil {
			return err
		}
	}
	if origin.ID != place.Origin {
		bare, err := f.replica.Bare(ctx)
		switch {
		case err != nil:
			return err
		case !bare:
			return errStranger
		case !origin.Bare:
			return errNothing
		}
		place = Position{Origin: origin.ID}
		if err := f.replica.SetPosition(ctx, place); err != nil {
			return err
		}
	}
	f.applied.Store(place.Number)
	if err := f.log.Note(ctx, place.Number); err != nil {
		return err
	}
	return f.catchUp(ctx)
}

// begin starts a new log with the data of this node, unless another node is faster. It first stores that this node is
// at the log's beginning, so that a restart continues after a crash in between.
func (f *follower) begin(ctx context.Context, was Position) (Origin, Position, error) {
	bare, err := f.replica.Bare(ctx)
	if err != nil {
		return Origin{}, Position{}, err
	}
	if was.Number > 0 {
		f.logs.Warn("the cluster has no account data; it starts with the data of this node")
	}
	place := Position{Origin: was.Origin}
	if was.Origin == "" || was.Number > 0 {
		place.Origin = rand.Text()
		if err := f.replica.SetPosition(ctx, place); err != nil {
			return Origin{}, Position{}, err
		}
	}
	origin, err := f.log.Begin(ctx, Origin{ID: place.Origin, Bare: bare})
	return origin, place, err
}

// catchUp applies all existing changes.
func (f *follower) catchUp(ctx context.Context) error {
	for {
		number := f.applied.Load()
		lines, err := f.log.Read(ctx, number, atOnce)
		if err != nil {
			return explain(number, err)
		}
		if len(lines) == 0 {
			return nil
		}
		entries, err := readLines(lines)
		if err != nil {
			return err
		}
		outcomes, err := f.replica.Apply(ctx, entries)
		if err != nil {
			return err
		}
		f.applied.Store(entries[len(entries)-1].Number)
		for i, entry := range entries {
			if entry.Change.Ban != nil || entry.Change.Unban != nil {
				wake(f.bans)
			}
			f.waiters.answer(entry.Change.ID, outcomes[i])
		}
	}
}

// run applies changes as they arrive, until ctx ends. It logs when that fails and when it works again.
func (f *follower) run(ctx context.Context) {
	failing := false
	for ctx.Err() == nil {
		err := f.catchUp(ctx)
		if err == nil {
			if failing {
				failing = false
				f.logs.Info("account data is replicated again")
			}
			err = f.log.Wait(ctx, f.applied.Load())
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		if !failing {
			failing = true
			f.logs.Warn("cannot replicate account data", "err", err)
		}
		pause(ctx, tryPace)
	}
}

// readLines decodes changes of the log.
func readLines(lines []Record) ([]Entry, error) {
	entries := make([]Entry, len(lines))
	for i, line := range lines {
		change, err := decode(line.Data)
		if err != nil {
			return nil, fmt.Errorf("change %d: %w", line.Number, err)
		}
		entries[i] = Entry{line.Number, change}
	}
	return entries, nil
}
