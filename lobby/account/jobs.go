package account

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// patience is how long somebody waits until an account is written.
const patience = 10 * time.Second

// job is something to be done with the accounts, in its turn.
type job struct {
	do   func(context.Context) error
	done chan<- error
}

// later has something done with the accounts, after all that was asked before.
// The caller holds mu.
func (p *People) later(do func(context.Context) error) <-chan error {
	done := make(chan error, 1)
	p.jobs = append(p.jobs, job{do, done})
	select {
	case p.waiting <- struct{}{}:
	default:
	}
	return done
}

// wait answers what became of a job; nil is none.
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

// Run writes what is to be kept until stopping is closed, and then what still
// waits.
func (p *People) Run(stopping <-chan struct{}) {
	for last := false; ; {
		did := p.work()
		if last && did == 0 {
			return
		}
		if last {
			continue
		}
		select {
		case <-p.waiting:
		case <-stopping:
			last = true
		}
	}
}

// work does the jobs that wait, and returns how many these were.
func (p *People) work() int {
	p.mu.Lock()
	jobs := p.jobs
	p.jobs = nil
	p.mu.Unlock()
	for _, job := range jobs {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		err := job.do(ctx)
		if err != nil && !errors.Is(err, lobby.ErrNameTaken) { // which is nobody's fault
			p.config.Log.Error("what is stored about a person could not be changed", "err", err)
		}
		job.done <- err
		cancel()
	}
	return len(jobs)
}
