package cluster

import (
	"context"
	"sync"

	"parlor/lobby"
	"parlor/prose"
)

var errNotAtTable = prose.Refuse("You are no longer at this table.")

// binding holds a reader's current handle, of type H, which may move between nodes. It is the zero H while the handle
// moves.
type binding[H comparable] struct {
	mu      sync.Mutex // guards the fields below
	now     H
	changed chan struct{} // closed and replaced on each change of these
	ended   bool
	why     error
}

func newBinding[H comparable](first H) binding[H] {
	return binding[H]{now: first, changed: make(chan struct{})}
}

// set replaces the current H.
func (g *binding[H]) set(one H) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now = one
	close(g.changed)
	g.changed = make(chan struct{})
}

// end records why there will be no further H. It must be called once.
func (g *binding[H]) end(why error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var none H
	g.now, g.ended, g.why = none, true, why
	close(g.changed)
}

// get waits for a current H and returns it.
func (g *binding[H]) get(ctx context.Context) (one H, err error) {
	var none H
	for {
		g.mu.Lock()
		one, changed, ended, why := g.now, g.changed, g.ended, g.why
		g.mu.Unlock()
		switch {
		case ended && why == nil:
			return none, errNotAtTable
		case ended:
			return none, why
		case one != none:
			return one, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return none, lobby.NoAnswer(ctx.Err())
		}
	}
}

// isReplaced waits until one is no longer current. It reports false if ctx ends first.
func (g *binding[H]) isReplaced(ctx context.Context, one H) bool {
	for {
		g.mu.Lock()
		now, changed, ended := g.now, g.changed, g.ended
		g.mu.Unlock()
		if ended || now != one {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// current returns the current H, or the zero H if there is none.
func (g *binding[H]) current() H {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.now
}

// Ended returns the reason why there will be no further H, or nil if there may be one.
func (g *binding[H]) Ended() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.why
}
