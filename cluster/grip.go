package cluster

import (
	"context"
	"sync"

	"parlor/lobby"
	"parlor/prose"
)

var errGone = prose.Refuse("You are not at this table any more.")

// grip is what a reader holds of something that may move: the zero H while it does.
type grip[H comparable] struct {
	mu      sync.Mutex // guards what follows
	now     H
	changed chan struct{} // closed when one of these is another one
	ended   bool
	why     error
}

func newGrip[H comparable](first H) grip[H] {
	return grip[H]{now: first, changed: make(chan struct{})}
}

// set has another hold take the place of the one before.
func (g *grip[H]) set(one H) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.now = one
	close(g.changed)
	g.changed = make(chan struct{})
}

// end says that there is no hold any more, once.
func (g *grip[H]) end(why error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var none H
	g.now, g.ended, g.why = none, true, why
	close(g.changed)
}

// held is the hold that there is, as soon as there is one.
func (g *grip[H]) held(ctx context.Context) (one H, err error) {
	var none H
	for {
		g.mu.Lock()
		one, changed, ended, why := g.now, g.changed, g.ended, g.why
		g.mu.Unlock()
		switch {
		case ended && why == nil:
			return none, errGone
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

// moved waits until a hold is no longer the one that counts, and reports whether it is
// not.
func (g *grip[H]) moved(ctx context.Context, one H) bool {
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

// current is the hold as it is; the zero H where there is none.
func (g *grip[H]) current() H {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.now
}

// Ended is why there is no hold any more; nil while there is.
func (g *grip[H]) Ended() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.why
}
