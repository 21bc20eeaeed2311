package cluster

import (
	"context"
	"time"
)

// occupancy counts the room handles of players at this node, on any node.
type occupancy struct {
	*lifecycle
	condition
	handles int
	ends    time.Time // when the process stops at the latest; zero if unknown
}

// occupy starts carry on a goroutine and counts it.
func (o *occupancy) occupy(carry func()) {
	o.count(1)
	o.work.Go(func() {
		defer o.count(-1)
		carry()
	})
}

// count adds to the number of handles of players at this node.
func (o *occupancy) count(more int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.handles += more; o.handles == 0 {
		o.wake()
	}
}

// Empty waits until no player at this node has a room handle, or ctx ends.
func (o *occupancy) Empty(ctx context.Context) {
	_ = o.wait(ctx, func() bool { return o.handles == 0 })
}

// stopAt records when this process stops at the latest.
func (o *occupancy) stopAt(ends time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ends = ends
}

// stopsAt returns when this process stops at the latest, or zero if unknown.
func (o *occupancy) stopsAt() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ends
}
