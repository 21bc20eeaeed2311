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
	// joinTime is for how long a node that starts asks again where the log does not answer.
	joinTime = 30 * time.Second
	// atOnce is how many changes are read and applied in one step.
	atOnce = 50
)

// ByHand is what an operator can do where a node does not begin by itself with what the
// others have.
const ByHand = `make a backup of a node that runs, with  parlor backup FILE ; here, move the database out of the data folder and run  parlor restore FILE  before the next start`

// ErrBehind is why a node does not take part whose database has nothing that is not at the
// others, and is missing what is in the log no more: it has to begin with a backup of
// another one.
var ErrBehind = errors.New("it has to begin with what another node has, which it fetches when it starts")

// Why a node does not take part.
var (
	errStranger = errors.New("this node keeps people and matches of its own, and not those of the other nodes: " +
		"move the database out of the data folder, and it begins with what they have when it starts while one of them runs; or " + ByHand)
	errNothing = fmt.Errorf("this node keeps nothing of people and matches, and the others have done so since before their first change: %w", ErrBehind)
)

// explain says what an operator can do.
func explain(number uint64, err error) error {
	switch {
	case errors.Is(err, ErrGone):
		return fmt.Errorf("this node was away for too long: it has the changes of what is kept of people up to number %d, and %w: %w", number, err, ErrBehind)
	case errors.Is(err, ErrAhead):
		return fmt.Errorf("this node has the changes of what is kept of people up to number %d, and %w: the cluster's guide says how to begin anew with what one node has", number, err)
	}
	return err
}

// follower applies the changes of the log to what this node keeps, in their order.
type follower struct {
	log     Log
	logs    *slog.Logger
	replica Replica
	waiters *waiters
	bans    chan struct{} // one slot: bans may have changed
	applied atomic.Uint64 // the number of the newest change that is applied
}

// joinSoon is join, again where the log has not answered in time: it does not always while
// it chooses a leader, or is busy. Each time begins with what is kept here, as a start does.
func (f *follower) joinSoon(ctx context.Context) error {
	for began := time.Now(); ; {
		err := f.join(ctx)
		if !errors.Is(err, lobby.ErrUndecided) || time.Since(began) > joinTime || !pause(ctx, tryPace) {
			return err
		}
	}
}

// join finds out where this node stands among the others, and comes up with them.
func (f *follower) join(ctx context.Context) error {
	place, err := f.replica.Place(ctx)
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
		place = Place{Origin: origin.ID}
		if err := f.replica.Stand(ctx, place); err != nil {
			return err
		}
	}
	f.applied.Store(place.Number)
	if err := f.log.Note(ctx, place.Number); err != nil {
		return err
	}
	return f.catchUp(ctx)
}

// begin begins the log with what is kept here, unless another node is quicker. It is
// written down first that this node is at its beginning: where it ends between the two,
// the next start goes on.
func (f *follower) begin(ctx context.Context, was Place) (Origin, Place, error) {
	bare, err := f.replica.Bare(ctx)
	if err != nil {
		return Origin{}, Place{}, err
	}
	if was.Number > 0 {
		f.logs.Warn("the cluster knows nothing of what is kept of people: it begins anew with what this node has")
	}
	place := Place{Origin: was.Origin}
	if was.Origin == "" || was.Number > 0 {
		place.Origin = rand.Text()
		if err := f.replica.Stand(ctx, place); err != nil {
			return Origin{}, Place{}, err
		}
	}
	origin, err := f.log.Begin(ctx, Origin{ID: place.Origin, Bare: bare})
	return origin, place, err
}

// catchUp applies all changes that there are.
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

// run applies changes as they come, until ctx ends. The operator is told when that fails, and when it
// works again.
func (f *follower) run(ctx context.Context) {
	failing := false
	for ctx.Err() == nil {
		err := f.catchUp(ctx)
		if err == nil {
			if failing {
				failing = false
				f.logs.Info("what is kept of people follows the other nodes again")
			}
			err = f.log.Wait(ctx, f.applied.Load())
		}
		if err == nil || ctx.Err() != nil {
			continue
		}
		if !failing {
			failing = true
			f.logs.Warn("what is kept of people does not follow the other nodes", "err", err)
		}
		pause(ctx, tryPace)
	}
}

// readLines are changes of the log as they are applied.
func readLines(lines []Line) ([]Entry, error) {
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
