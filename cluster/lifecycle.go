package cluster

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// tryPace is the pause before a retry.
	tryPace = 200 * time.Millisecond
	// callTime bounds a call to Claims or Membership.
	callTime = 10 * time.Second
	// askTime bounds a request to each other node in turn.
	askTime = 2 * time.Second
)

// lifecycle holds what the parts of a node share: its configuration and the signals of its end.
type lifecycle struct {
	config  Config
	log     *slog.Logger
	running context.Context //nolint:containedctx // of the node: until Close
	stop    context.CancelFunc
	work    sync.WaitGroup
}

// pause waits for d. It reports false if ctx ends first.
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

// condition is a mutex with a way to wait for changes of the state it guards.
type condition struct {
	mu      sync.Mutex // never held during a blocking call
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
