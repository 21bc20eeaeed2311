package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parlor/budget"
)

// A ban holds at the node where it is made as soon as it is written there. The others are
// told by a change, at once where the log answers and all nodes that live know that kind of
// change, and otherwise once that is so. A node of before does not start any more then.

// Bans is the bans of all nodes, as budget.Keeper.
type Bans struct {
	budget.Keeper
	*replicator
	busy   chan struct{} // one slot: full while a ban is lifted, or others are told of one
	untold chan struct{} // one slot: others are to be told of a ban
}

// KeepBan implements budget.Keeper.
func (b Bans) KeepBan(ctx context.Context, ban budget.Ban) error {
	err := b.Keeper.KeepBan(ctx, ban)
	wake(b.untold)
	return err
}

// LiftBan implements budget.Keeper: at all nodes, or it fails. While one lives that does
// not know that kind of change, bans are each node's own.
func (b Bans) LiftBan(ctx context.Context, who string) error {
	if err := b.lock(ctx); err != nil {
		return errNotTold(err)
	}
	defer b.unlock()
	switch knows, err := b.log.Knows(ctx); {
	case err != nil:
		return errNotTold(err)
	case knows < bansSince:
		return b.Keeper.LiftBan(ctx, who)
	}
	if err := b.do(ctx, Change{Unban: &Unban{who}}); err != nil {
		return errNotTold(err)
	}
	return nil
}

// errNotTold is why a ban is not lifted, or may not be.
func errNotTold(err error) error {
	return fmt.Errorf("the other nodes cannot be told just now, so the ban may hold still; try again in a moment: %w", err)
}

// Follow has something done each time that bans may have changed, until the node
// closes, and again where that fails.
func (b Bans) Follow(then func(context.Context) error) {
	b.work.Go(func() {
		for b.heeds(b.follower.bans, nil) {
			if err := then(b.running); err != nil {
				b.warn("bans of other nodes do not hold here yet", err)
				wake(b.follower.bans)
				pause(b.running, time.Second)
			}
		}
	})
}

// tell tells the others of bans that were made here, until the node closes.
func (b Bans) tell() {
	for behind := false; ; {
		err := b.tellUntold()
		if err != nil && !behind {
			b.warn("bans of this node do not hold at the others yet", err)
		}
		var again <-chan time.Time
		if behind = err != nil; behind {
			again = time.After(takePace)
		}
		if !b.heeds(b.untold, again) {
			return
		}
	}
}

// tellUntold tells the others of all bans of which they have not been.
func (b Bans) tellUntold() error {
	for told := false; ; told = true {
		more, err := b.tellOne(told)
		if !more || err != nil {
			return err
		}
	}
}

// tellOne tells the others of a ban, unless there is none. It is asked for once, and waited
// for as long as it takes.
func (b Bans) tellOne(known bool) (told bool, err error) {
	if err := b.lock(b.running); err != nil {
		return false, err
	}
	defer b.unlock()
	ban, any, err := b.book.Replica.Untold(b.running)
	if err != nil || !any {
		return false, err
	}
	if !known {
		ctx, cancel := b.limited()
		defer cancel()
		switch knows, err := b.log.Knows(ctx); {
		case err != nil:
			return false, err
		case knows < bansSince:
			return false, errOlder
		}
	}
	change := Ban(ban)
	return true, b.do(b.running, Change{Ban: &change})
}

// errOlder is why a change waits.
var errOlder = errors.New("a node runs an older parlor, which keeps bans to itself")

func (b Bans) lock(ctx context.Context) error {
	select {
	case b.busy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b Bans) unlock() { <-b.busy }

// heeds waits until somebody wakes a slot or it is time, and reports whether the node goes
// on.
func (b Bans) heeds(slot <-chan struct{}, again <-chan time.Time) bool {
	select {
	case <-slot:
	case <-again:
	case <-b.running.Done():
	}
	return b.running.Err() == nil
}
