package stream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parlor/ratelimit"
)

// A ban is in force at its node as soon as it is stored there. The other nodes get it as a change, once the log
// answers and all live nodes support that kind of change. Nodes of earlier versions cannot start from then on.

// Bans implements ratelimit.BanStore for all nodes.
type Bans struct {
	ratelimit.BanStore
	*replicator
	busy        chan struct{} // capacity 1: full while a ban is deleted or announced
	unannounced chan struct{} // capacity 1: a ban is to be announced
}

// SaveBan implements ratelimit.BanStore.
func (b Bans) SaveBan(ctx context.Context, ban ratelimit.Ban) error {
	err := b.BanStore.SaveBan(ctx, ban)
	wake(b.unannounced)
	return err
}

// DeleteBan implements ratelimit.BanStore. It deletes at all nodes or fails. While a live node does not support that
// change, bans are local to each node.
func (b Bans) DeleteBan(ctx context.Context, who string) error {
	if err := b.lock(ctx); err != nil {
		return errNotAnnounced(err)
	}
	defer b.unlock()
	switch knows, err := b.log.Knows(ctx); {
	case err != nil:
		return errNotAnnounced(err)
	case knows < bansSince:
		return b.BanStore.DeleteBan(ctx, who)
	}
	if err := b.do(ctx, Change{Unban: &Unban{who}}); err != nil {
		return errNotAnnounced(err)
	}
	return nil
}

// errNotAnnounced wraps the reason why a ban was not, or may not have been, deleted.
func errNotAnnounced(err error) error {
	return fmt.Errorf("the other nodes cannot be told just now, so the ban may hold still; try again in a moment: %w", err)
}

// Follow calls then whenever bans may have changed, retrying on errors, until the node closes.
func (b Bans) Follow(then func(context.Context) error) {
	b.work.Go(func() {
		for b.wait(b.follower.bans, nil) {
			if err := then(b.running); err != nil {
				b.warn("bans of other nodes do not hold here yet", err)
				wake(b.follower.bans)
				pause(b.running, time.Second)
			}
		}
	})
}

// announce announces bans made here until the node closes.
func (b Bans) announce() {
	for behind := false; ; {
		err := b.announceAll()
		if err != nil && !behind {
			b.warn("bans of this node do not hold at the others yet", err)
		}
		var again <-chan time.Time
		if behind = err != nil; behind {
			again = time.After(takePace)
		}
		if !b.wait(b.unannounced, again) {
			return
		}
	}
}

// announceAll announces all bans that have not been announced.
func (b Bans) announceAll() error {
	for told := false; ; told = true {
		more, err := b.announceOne(told)
		if !more || err != nil {
			return err
		}
	}
}

// announceOne announces one ban and reports whether there was one. It waits for the outcome as long as it takes.
func (b Bans) announceOne(known bool) (told bool, err error) {
	if err := b.lock(b.running); err != nil {
		return false, err
	}
	defer b.unlock()
	ban, any, err := b.store.Replica.Unannounced(b.running)
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

// errOlder is returned while a live node does not support a change.
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

// wait waits for a wakeup or a retry. It reports false if the node closes.
func (b Bans) wait(slot <-chan struct{}, again <-chan time.Time) bool {
	select {
	case <-slot:
	case <-again:
	case <-b.running.Done():
	}
	return b.running.Err() == nil
}
