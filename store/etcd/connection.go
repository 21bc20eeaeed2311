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
	// tryTime bounds one call. etcd holds a proposal that was lost with its leader for seconds, so repeating is
	// faster than waiting.
	tryTime = 700 * time.Millisecond
	// restTime is the pause after an immediate failure of etcd.
	restTime = 100 * time.Millisecond
	// atOnce bounds the concurrent transactions of a process. More do not make etcd faster: if very many rooms are
	// written at once, each would take too long to end in time. Later ones wait for lineTime at most.
	atOnce   = 64
	lineTime = 3 * time.Second
)

// connection reads and writes the data of a process in etcd.
type connection struct {
	client *clientv3.Client
	keys   keys
	node   string // name of this process
	log    *slog.Logger
	turns  chan struct{} // a slot for each transaction
}

// get reads with retries.
func (c *connection) get(ctx context.Context, key string, options ...clientv3.OpOption) (*clientv3.GetResponse, error) {
	return tries(ctx, func(ctx context.Context) (*clientv3.GetResponse, error) {
		return c.client.Get(ctx, key, options...)
	})
}

// commit tries a transaction once, after waiting for a slot. The outcome is known or ErrUndecided.
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
	c.log.Debug("etcd transaction failed", "error", err)
	return nil, lobby.ErrUndecided
}

// seen returns the last heartbeat of a process, or zero.
func (c *connection) seen(ctx context.Context, node string) (time.Time, error) {
	answer, err := c.get(ctx, c.keys.seen(node))
	if err != nil || len(answer.Kvs) == 0 {
		return time.Time{}, err
	}
	nanos, err := strconv.ParseInt(string(answer.Kvs[0].Value), 10, 64)
	return time.Unix(0, nanos), err
}

// tries calls do until it succeeds or ctx ends. Each try may reach another etcd member, as one may be partitioned,
// and may take twice as long as the one before. It retries all transient failures: a lost leader, or a server that
// knows the deadline and gives up just before the client does.
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

// passing reports whether a failure of etcd is transient.
func passing(err error) bool {
	return slices.ContainsFunc([]error{
		rpctypes.ErrTimeout, rpctypes.ErrTimeoutDueToLeaderFail, rpctypes.ErrTimeoutDueToConnectionLost, rpctypes.ErrNoLeader,
		rpctypes.ErrNotLeader, rpctypes.ErrLeaderChanged, rpctypes.ErrTooManyRequests, rpctypes.ErrStopped,
	}, func(one error) bool { return errors.Is(err, one) })
}
