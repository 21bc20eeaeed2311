package local

import (
	"cmp"
	"sync"
	"time"
)

// wakeQueue holds the sleeping rooms with a timer. It may contain rooms that have been
// loaded meanwhile.
type wakeQueue struct {
	mu   sync.Mutex      // guards the fields below
	dues *sorted[wakeup] // earliest first
}

// wakeup is a room and the time at which to load it.
type wakeup struct {
	at   time.Time
	slot *roomSlot
}

func newWakeQueue() *wakeQueue {
	return &wakeQueue{dues: newSorted(func(a, b wakeup) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.slot.code, b.slot.code)) })}
}

// put adds a room. It does nothing if the time is zero.
func (q *wakeQueue) put(one wakeup) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !one.at.IsZero() {
		q.dues.put(one)
	}
}

// next removes and returns a room that is due, or nil.
func (q *wakeQueue) next() *roomSlot {
	q.mu.Lock()
	defer q.mu.Unlock()
	first, is := q.dues.first()
	if !is || first.at.After(time.Now()) {
		return nil
	}
	q.dues.remove(first)
	return first.slot
}

// untilNext returns the time until the next room is due, at most latest.
func (q *wakeQueue) untilNext(latest time.Duration) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if first, is := q.dues.first(); is {
		return min(latest, time.Until(first.at))
	}
	return latest
}
