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

var _ budget.Keeper = (*People)(nil)

// KeepBan implements budget.Keeper.
func (p *People) KeepBan(ctx context.Context, ban budget.Ban) error {
	err := p.Book.KeepBan(ctx, ban)
	wake(p.banned)
	return err
}

// LiftBan implements budget.Keeper: at all nodes, or it fails. While one lives that does
// not know that kind of change, bans are each node's own.
func (p *People) LiftBan(ctx context.Context, who string) error {
	if err := p.lockBans(ctx); err != nil {
		return errNotTold(err)
	}
	defer p.unlockBans()
	switch knows, err := p.log.Knows(ctx); {
	case err != nil:
		return errNotTold(err)
	case knows < bansSince:
		return p.Book.LiftBan(ctx, who)
	}
	if err := p.do(ctx, Change{Unban: &Unban{who}}); err != nil {
		return errNotTold(err)
	}
	return nil
}

// errNotTold is why a ban is not lifted, or may not be.
func errNotTold(err error) error {
	return fmt.Errorf("the other nodes cannot be told just now, so the ban may hold still; try again in a moment: %w", err)
}

// FollowBans has something done each time that bans may have changed, until the node
// closes, and again where that fails.
func (p *People) FollowBans(then func(context.Context) error) {
	p.work.Go(func() {
		for p.heeds(p.moved, nil) {
			if err := then(p.running); err != nil {
				p.told("bans of other nodes do not hold here yet", err)
				wake(p.moved)
				pause(p.running, time.Second)
			}
		}
	})
}

// tellBans tells the others of bans that were made here, until the node closes.
func (p *People) tellBans() {
	for behind := false; ; {
		err := p.tellUntold()
		if err != nil && !behind {
			p.told("bans of this node do not hold at the others yet", err)
		}
		var again <-chan time.Time
		if behind = err != nil; behind {
			again = time.After(takePace)
		}
		if !p.heeds(p.banned, again) {
			return
		}
	}
}

// tellUntold tells the others of all bans of which they have not been.
func (p *People) tellUntold() error {
	for told := false; ; told = true {
		more, err := p.tellOne(told)
		if !more || err != nil {
			return err
		}
	}
}

// tellOne tells the others of a ban, unless there is none. It is asked for once, and waited
// for as long as it takes.
func (p *People) tellOne(known bool) (told bool, err error) {
	if err := p.lockBans(p.running); err != nil {
		return false, err
	}
	defer p.unlockBans()
	ban, any, err := p.Untold(p.running)
	if err != nil || !any {
		return false, err
	}
	if !known {
		ctx, cancel := p.limited()
		defer cancel()
		switch knows, err := p.log.Knows(ctx); {
		case err != nil:
			return false, err
		case knows < bansSince:
			return false, errOlder
		}
	}
	change := Ban(ban)
	return true, p.do(p.running, Change{Ban: &change})
}

// errOlder is why a change waits.
var errOlder = errors.New("a node runs an older parlor, which keeps bans to itself")

func (p *People) lockBans(ctx context.Context) error {
	select {
	case p.banning <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *People) unlockBans() { <-p.banning }

// heeds waits until somebody wakes a slot or it is time, and reports whether the node goes
// on.
func (p *People) heeds(slot <-chan struct{}, again <-chan time.Time) bool {
	select {
	case <-slot:
	case <-again:
	case <-p.running.Done():
	}
	return p.running.Err() == nil
}

// wake fills a slot.
func wake(slot chan<- struct{}) {
	select {
	case slot <- struct{}{}:
	default:
	}
}
