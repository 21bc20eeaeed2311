package stream

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"parlor/lobby"
)

// mostAsked bounds the changes that wait to be appended while the log does not answer.
const mostAsked = 1000

// errMany is why a change is not taken.
var errMany = errors.New("too many changes of what is kept of people wait for the log already")

// appender appends changes to the log, one after the other, in the order in which they
// are asked for.
type appender struct {
	log     Log
	logs    *slog.Logger
	waiters *waiters
	more    chan struct{} // one slot: something is asked

	mu    sync.Mutex
	asked []asked // the oldest first
}

// asked is a change to be appended.
type asked struct {
	id    string
	data  []byte
	after uint64 // it is among those after this number, if anywhere
}

// add takes a change, unless too many wait.
func (a *appender) add(next asked) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.asked) >= mostAsked {
		return errMany
	}
	a.asked = append(a.asked, next)
	wake(a.more)
	return nil
}

// run appends what is asked, until ctx ends.
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

func (a *appender) next(ctx context.Context) (next asked, any bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.asked) == 0 || ctx.Err() != nil {
		return asked{}, false
	}
	next, a.asked = a.asked[0], a.asked[1:]
	return next, true
}

// append appends a change, and again until it is known whether it is there. It is
// answered where it is not; otherwise once it is applied.
func (a *appender) append(ctx context.Context, next asked) {
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
			a.logs.Warn("it is not known yet whether a change of what is kept of people was written; it is tried until it is", "err", err)
		}
		if !pause(ctx, tryPace) {
			return
		}
	}
}

// waiters are those who wait for changes to be applied here.
type waiters struct {
	mu   sync.Mutex
	done map[string]chan Outcome // by the changes' IDs
}

// await is what a change comes to once it is applied here.
func (w *waiters) await(id string) <-chan Outcome {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := make(chan Outcome, 1)
	w.done[id] = done
	return done
}

// leave waits for a change no longer.
func (w *waiters) leave(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.done, id)
}

// answer tells whoever waits for a change what came of it.
func (w *waiters) answer(id string, outcome Outcome) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if done := w.done[id]; done != nil {
		done <- outcome
		delete(w.done, id)
	}
}

// wake fills a slot.
func wake(slot chan<- struct{}) {
	select {
	case slot <- struct{}{}:
	default:
	}
}

// pause waits, and reports whether ctx has not ended meanwhile.
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
