package stream

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"parlor/lobby"
)

// maxPending bounds the changes waiting to be appended while the log does not answer.
const maxPending = 1000

// errTooMany is returned if maxPending changes are waiting.
var errTooMany = errors.New("too many changes of account data are waiting for the log")

// appender appends changes to the log in the order of the requests.
type appender struct {
	log     Log
	logs    *slog.Logger
	waiters *waiters
	more    chan struct{} // capacity 1: asked is not empty

	mu    sync.Mutex
	asked []pendingChange // oldest first
}

// pendingChange is a change to append.
type pendingChange struct {
	id    string
	data  []byte
	after uint64 // if already appended, its number is higher than this
}

// add queues a change, unless too many wait.
func (a *appender) add(next pendingChange) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.asked) >= maxPending {
		return errTooMany
	}
	a.asked = append(a.asked, next)
	wake(a.more)
	return nil
}

// run appends queued changes until ctx ends.
func (a *appender) run(ctx context.Context) {
	for {
		next, any := a.next(ctx)
		if any {
			a.append(ctx, next)
			continue
		}
		select {
		case <-a.more:
		case <-ctx.Done():
			return
		}
	}
}

func (a *appender) next(ctx context.Context) (next pendingChange, any bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.asked) == 0 || ctx.Err() != nil {
		return pendingChange{}, false
	}
	next, a.asked = a.asked[0], a.asked[1:]
	return next, true
}

// append appends a change and retries until the outcome is known. If the change is refused, the requester gets the
// error; otherwise it gets its answer when the change is applied.
func (a *appender) append(ctx context.Context, next pendingChange) {
	for unknown := false; ; unknown = true {
		limited, cancel := context.WithTimeout(ctx, callTime)
		err := a.log.Append(limited, next.after, next.data)
		cancel()
		switch {
		case err == nil:
			return
		case !errors.Is(err, lobby.ErrUndecided) && !unknown:
			a.waiters.answer(next.id, Outcome{Err: err})
			return
		case !unknown:
			a.logs.Warn("outcome of an account data change unknown; retrying", "err", err)
		}
		if !pause(ctx, tryPace) {
			return
		}
	}
}

// waiters holds the callers that wait for changes to be applied here.
type waiters struct {
	mu   sync.Mutex
	done map[string]chan Outcome // by change ID
}

// await returns a channel that receives the outcome of a change once it is applied here.
func (w *waiters) await(id string) <-chan Outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := make(chan Outcome, 1)
	w.done[id] = done
	return done
}

// leave removes the waiter for a change.
func (w *waiters) leave(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.done, id)
}

// answer sends the outcome of a change to its waiter.
func (w *waiters) answer(id string, outcome Outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if done := w.done[id]; done != nil {
		done <- outcome
		delete(w.done, id)
	}
}

// wake sends to a channel of capacity 1 unless it is full.
func wake(slot chan<- struct{}) {
	select {
	case slot <- struct{}{}:
	default:
	}
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
