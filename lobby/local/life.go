package local

import (
	"context"
	"sync"

	"parlor/internal/workers"
)

// idleWorkers is the number of idle goroutines kept in the pool for rooms.
const idleWorkers = 2

// life controls the background work of a lobby, until the lobby closes.
type life struct {
	running context.Context //nolint:containedctx // until the lobby closes
	stop    context.CancelFunc
	work    sync.WaitGroup
	pool    *workers.Pool // runs room work; its goroutines keep the deep stacks that the rules need
}

func newLife() *life {
	running, stop := context.WithCancel(context.Background())
	l := &life{running: running, stop: stop}
	l.pool = workers.New(idleWorkers, &l.work)
	return l
}

// finish waits until all background work has ended or ctx is done.
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
