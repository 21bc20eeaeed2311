package arena

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// played is a deal, with a channel for its outcome.
type played struct {
	number uint64
	done   chan ended // one slot
}

type ended struct {
	outcome Outcome
	err     error
}

// Deals yields the outcomes of deals without end, starting with number before, until one fails or
// ctx is done. As many deals are played at once as there are CPUs, which does not affect the results.
func (c Contest) Deals(ctx context.Context, before int) iter.Seq2[Outcome, error] {
	return func(yield func(Outcome, error) bool) {
		workers := runtime.GOMAXPROCS(0)
		deals, order := make(chan played), make(chan played, workers)
		ctx, cancel := context.WithCancel(ctx)
		var running sync.WaitGroup
		defer running.Wait()
		defer cancel()
		running.Go(func() { number(ctx, uint64(before), deals, order) }) //nolint:gosec // not below 0
		for range workers {
			running.Go(func() { c.work(ctx, deals) })
		}
		for one := range order {
			e := <-one.done
			if !yield(e.outcome, e.err) || e.err != nil {
				return
			}
		}
		yield(Outcome{}, context.Cause(ctx)) // nothing else ends it
	}
}

// number numbers deals from first on, and sends each deal both to be yielded in order and to be
// played. A deal that is already in order but cannot be played because ctx ends gets the cause as
// its error.
func number(ctx context.Context, first uint64, deals, order chan<- played) {
	defer close(order)
	defer close(deals)
	for n := first; ; n++ {
		one := played{n, make(chan ended, 1)}
		select {
		case order <- one:
		case <-ctx.Done():
			return
		}
		select {
		case deals <- one:
		case <-ctx.Done():
			one.done <- ended{err: context.Cause(ctx)}
			return
		}
	}
}

// work plays deals on one thread, as its processor time is measured.
func (c Contest) work(ctx context.Context, deals <-chan played) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for one := range deals {
		outcome, _, err := c.deal(ctx, one.number)
		one.done <- ended{outcome, err}
	}
}
