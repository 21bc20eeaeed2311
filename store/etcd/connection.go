//go:build etcd

package etcd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"

	"parlor/lobby"
)

const (
	// tryTime is how long one call may take. A proposal that was lost with its
	// leader is held by etcd for seconds; repeating it is quicker than waiting.
	tryTime = 700 * time.Millisecond
	// restTime is how long to wait where etcd says at once that it cannot do something.
	restTime = 100 * time.Millisecond
	// atOnce is how many transactions a process has under way. More do not make etcd
	// quicker: where very many rooms are to be written in one moment, as when all leave
	// them, each would take so long that none of them ends in time. Those that come later
	// wait for lineTime at most.
	atOnce   = 64
	lineTime = 3 * time.Second
)

// connection reads and writes what a process keeps in etcd.
type connection struct {
	client *clientv3.Client
	keys   keys
	node   string // the name of this process
	log    *slog.Logger
	turns  chan struct{} // one for each transaction that is under way
}

// get reads by tries.
func (c *connection) get(ctx context.Context, key string, options ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	return tries(ctx, func(ctx context.Context) (*clientv3.GetResponse, error) {
		return c.client.Get(ctx, key, options...)
	})
}

// commit tries a transaction once, when it is its turn. What it answers is known, or
// ErrUndecided.
func (c *connection) commit(ctx context.Context, conditions []clientv3.Cmp, then, otherwise []clientv3.Op) (*clientv3.TxnResponse, error) {
	line, leave := context.WithTimeout(ctx, lineTime)
	defer leave()
	select {
	case c.turns <- struct{}{}:
		defer func() { <-c.turns }()
	case <-line.Done():
		return nil, lobby.ErrUndecided
	}
	ctx, cancel := context.WithTimeout(clientv3.WithRequireLeader(ctx), tryTime)
	defer cancel()
	answer, err := c.client.Txn(ctx).If(conditions...).Then(then...).Else(otherwise...).Commit()
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(err, rpctypes.ErrNoSpace):
		return nil, lobby.ErrNoRoom
	case errors.Is(err, rpctypes.ErrRequestTooLarge), errors.Is(err, rpctypes.ErrTooManyOps):
		return nil, fmt.Errorf("etcd does not take that much at once: %w", err)
	}
	c.log.Debug("etcd did not answer a transaction", "error", err)
	return nil, lobby.ErrUndecided
}

// seen is when a process wrote its last heartbeat; zero for never.
func (c *connection) seen(ctx context.Context, node string) (time.Time, error) {
	answer, err := c.get(ctx, c.keys.seen(node))
	if err != nil || len(answer.Kvs) == 0 {
		return time.Time{}, err
	}
	nanos, err := strconv.ParseInt(string(answer.Kvs[0].Value), 10, 64)
	return time.Unix(0, nanos), err
}

// tries does something by tries that may each go to another member of etcd, of which one
// may be cut off: each may take twice as long as the one before, until ctx ends. A member
// that cannot do it just then is no reason to give up: its leader has died, or it knows
// how long a try may take, and says that this is over before it is over here.
func tries[T any](ctx context.Context, do func(context.Context) (T, error)) (T, error) {
	for within := tryTime; ; within *= 2 {
		try, cancel := context.WithTimeout(ctx, within)
		answer, err := do(try)
		passes := err != nil && (try.Err() != nil || passing(err))
		if passes {
			select {
			case <-try.Done():
			case <-time.After(restTime):
			}
		}
		cancel()
		if !passes || ctx.Err() != nil {
			return answer, err
		}
	}
}

// passing reports whether etcd could not do something, and may be able to a moment later.
func passing(err error) bool {
	return slices.ContainsFunc([]error{
		rpctypes.ErrTimeout, rpctypes.ErrTimeoutDueToLeaderFail, rpctypes.ErrTimeoutDueToConnectionLost, rpctypes.ErrNoLeader,
		rpctypes.ErrNotLeader, rpctypes.ErrLeaderChanged, rpctypes.ErrTooManyRequests, rpctypes.ErrStopped,
	}, func(one error) bool { return errors.Is(err, one) })
}
