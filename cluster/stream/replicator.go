package stream

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"parlor/lobby"
)

// Config configures People.
type Config struct {
	Log   Log
	Store Store
	Logs  *slog.Logger // nil discards
}

// replicator appends changes to the log and applies those in it, until it is closed.
type replicator struct {
	store    Store
	log      Log
	logs     *slog.Logger
	waiters  waiters
	appender appender
	follower follower
	running  context.Context //nolint:containedctx // until Close
	stop     context.CancelFunc
	work     sync.WaitGroup
}

func newReplicator(config Config) *replicator {
	if config.Logs == nil {
		config.Logs = slog.New(slog.DiscardHandler)
	}
	r := &replicator{store: config.Store, log: config.Log, logs: config.Logs, waiters: waiters{done: map[string]chan Outcome{}}}
	r.appender = appender{log: r.log, logs: r.logs, waiters: &r.waiters, more: make(chan struct{}, 1)}
	r.follower = follower{log: r.log, logs: r.logs, replica: r.store.Replica, waiters: &r.waiters, bans: make(chan struct{}, 1)}
	return r
}

// start starts replication and the other goroutines, until close.
func (r *replicator) start(ctx context.Context, others ...func()) {
	r.running, r.stop = context.WithCancel(context.WithoutCancel(ctx))
	r.work.Go(func() { r.follower.run(r.running) })
	r.work.Go(func() { r.appender.run(r.running) })
	for _, work := range others {
		r.work.Go(work)
	}
}

// close stops all goroutines and waits for them.
func (r *replicator) close() {
	r.stop()
	r.work.Wait()
}

// do makes a change and returns its outcome once it is applied here. If ctx ends first, the change may still be made.
func (r *replicator) do(ctx context.Context, change Change) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	change.Version, change.ID, change.At = change.since(), rand.Text(), time.Now().UTC()
	data, err := encode(change)
	if err != nil {
		return err
	}
	done := r.waiters.await(change.ID)
	defer r.waiters.leave(change.ID)
	if err := r.appender.add(pendingChange{change.ID, data, r.follower.applied.Load()}); err != nil {
		return err
	}
	select {
	case outcome := <-done:
		return outcome.Err
	case <-ctx.Done():
		return &lobby.Fault{Told: lobby.ErrUndecided, Cause: ctx.Err()}
	case <-r.running.Done():
		return lobby.ErrStopping
	}
}

// warn logs a failure that is retried.
func (r *replicator) warn(what string, err error) {
	if err != nil && r.running.Err() == nil {
		r.logs.Warn(what, "err", err)
	}
}

func (r *replicator) limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(r.running, callTime)
}
