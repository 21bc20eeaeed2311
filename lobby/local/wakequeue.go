package local

import (
	"cmp"
	"sync"
	"time"
)

// wakeQueue is the rooms that a clock brings back, and some that run by now.
type wakeQueue struct {
	mu   sync.Mutex   // guards what follows
	dues *sorted[due] // the earliest first
}

// due is when a room is to be brought back.
type due struct {
	at   time.Time
	slot *roomSlot
}

func newWakeQueue() *wakeQueue {
	return &wakeQueue{dues: newSorted(func(a, b due) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.slot.code, b.slot.code)) })}
}

// put adds a room, for when its time comes; a zero moment is never.
func (q *wakeQueue) put(one due) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !one.at.IsZero() {
		q.dues.put(one)
	}
}

// next takes a room whose time has come; nil for none.
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

// untilNext is how long to wait for the next room whose time comes, at most latest.
func (q *wakeQueue) untilNext(latest time.Duration) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if first, is := q.dues.first(); is {
		return min(latest, time.Until(first.at))
	}
	return latest
}
