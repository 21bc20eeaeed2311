package local

import (
	"context"
	"sync"

	"parlor/internal/workers"
)

// idleWorkers is how many goroutines are kept for rooms while they have nothing to do.
const idleWorkers = 2

// life is what the parts of a lobby do in the background, until it closes.
type life struct {
	running context.Context //nolint:containedctx // until the lobby closes
	stop    context.CancelFunc
	work    sync.WaitGroup
	pool    *workers.Pool // does the work of rooms, which goes deep into the rules
}

func newLife() *life {
	running, stop := context.WithCancel(context.Background())
	l := &life{running: running, stop: stop}
	l.pool = workers.New(idleWorkers, &l.work)
	return l
}

// finish waits until everything has ended, or ctx ends.
func (l *life) finish(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		l.work.Wait()
		l.pool.Close()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
