package cluster

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// tryPace is how long is waited before a retry.
	tryPace = 200 * time.Millisecond
	// callTime bounds a call to Claims or Membership.
	callTime = 10 * time.Second
	// askTime bounds a request to each other node in turn.
	askTime = 2 * time.Second
)

// lifecycle is what the parts of a node share: its configuration, and what ends when it closes.
type lifecycle struct {
	config  Config
	log     *slog.Logger
	running context.Context //nolint:containedctx // of the node: until Close
	stop    context.CancelFunc
	work    sync.WaitGroup
}

// pause waits for d, and reports whether ctx has not ended before.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// condition is a lock with a way to wait for a change of what it guards.
type condition struct {
	mu      sync.Mutex // never held during a call that waits
	changed chan struct{}
}

// wake wakes all waiters. The caller holds mu.
func (c *condition) wake() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// wait waits until holds, which is called while mu is held, returns true, or ctx ends.
func (c *condition) wait(ctx context.Context, holds func() bool) error {
	for {
		c.mu.Lock()
		held, changed := holds(), c.changed
		c.mu.Unlock()
		if held {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
