package cluster

import (
	"context"
	"time"
)

// occupancy is the rooms that people are in who are here, on whatever node.
type occupancy struct {
	*lifecycle
	condition
	handles int
	ends    time.Time // when the process stops at the latest, once that is known
}

// occupy has the updates of a handle carried, and waits for nobody.
func (o *occupancy) occupy(carry func()) {
	o.count(1)
	o.work.Go(func() {
		defer o.count(-1)
		carry()
	})
}

// count counts the handles of people who are here.
func (o *occupancy) count(more int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.handles += more; o.handles == 0 {
		o.wake()
	}
}

// Empty waits until nobody who is here is in a room any more, on whatever node, or ctx
// ends.
func (o *occupancy) Empty(ctx context.Context) {
	_ = o.wait(ctx, func() bool { return o.handles == 0 })
}

// stopAt notes when this process stops at the latest.
func (o *occupancy) stopAt(ends time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.ends = ends
}

// stopsAt is when this process stops at the latest; zero where that is not known.
func (o *occupancy) stopsAt() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.ends
}
