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

// patience is how long a caller waits until an account is written.
const patience = 10 * time.Second

// queue writes what is stored about people, in the order in which it was added.
type queue struct {
	log   *slog.Logger
	added chan struct{} // one slot

	mu   sync.Mutex
	jobs []job
}

// job is a write, and where its result is sent.
type job struct {
	write func(context.Context) error
	done  chan<- error
}

// add adds a write, and returns where its result is received from. It waits for nothing.
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

// wait returns the result of a write; nil where none was added.
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
		return prose.Refuse("The server's disk is slow. This will be kept, and is being written.")
	}
}

// run writes until stopping is closed, and then what was added before.
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

// work writes what was added, and returns how many writes these were.
func (q *queue) work() int {
	q.mu.Lock()
	jobs := q.jobs
	q.jobs = nil
	q.mu.Unlock()
	for _, job := range jobs {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		err := job.write(ctx)
		if err != nil && !errors.Is(err, lobby.ErrNameTaken) { // which is nobody's fault
			q.log.Error("what is stored about a person could not be changed", "err", err)
		}
		job.done <- err
		cancel()
	}
	return len(jobs)
}
