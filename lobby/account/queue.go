package account

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// patience is how long a caller waits for a write.
const patience = 10 * time.Second

// queue performs writes of account data in the order in which they were added.
type queue struct {
	log   *slog.Logger
	added chan struct{} // one slot: signals that jobs is not empty

	mu   sync.Mutex
	jobs []job
}

// job is a write with the channel for its result.
type job struct {
	write func(context.Context) error
	done  chan<- error
}

// add adds a write and returns the channel for its result. It does not block.
func (q *queue) add(write func(context.Context) error) <-chan error {
	done := make(chan error, 1)
	q.mu.Lock()
	q.jobs = append(q.jobs, job{write, done})
	q.mu.Unlock()
	select {
	case q.added <- struct{}{}:
	default:
	}
	return done
}

// wait returns the result of a write. It returns nil if done is nil.
func wait(ctx context.Context, done <-chan error) error {
	if done == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return prose.Refuse("The server's disk is slow; your change is being saved.")
	}
}

// run performs writes until stopping is closed, and then those that remain.
func (q *queue) run(stopping <-chan struct{}) {
	for last := false; ; {
		did := q.work()
		if last && did == 0 {
			return
		}
		if last {
			continue
		}
		select {
		case <-q.added:
		case <-stopping:
			last = true
		}
	}
}

// work performs the added writes and returns their number.
func (q *queue) work() int {
	q.mu.Lock()
	jobs := q.jobs
	q.jobs = nil
	q.mu.Unlock()
	for _, job := range jobs {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		err := job.write(ctx)
		if err != nil && !errors.Is(err, lobby.ErrNameTaken) { // an expected error
			q.log.Error("cannot change stored account data", "err", err)
		}
		job.done <- err
		cancel()
	}
	return len(jobs)
}
