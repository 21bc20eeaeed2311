package local

import (
	"container/heap"
	"sync"
	"time"
)

// wakeQueue is the rooms that a clock brings back, and some that run by now.
type wakeQueue struct {
	mu   sync.Mutex // guards what follows
	dues dues
}

// put adds a room, for when its time comes; a zero moment is never.
func (q *wakeQueue) put(one due) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !one.at.IsZero() {
		heap.Push(&q.dues, one)
	}
}

// next takes a room whose time has come; nil for none.
func (q *wakeQueue) next() *roomSlot {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.dues) == 0 || q.dues[0].at.After(time.Now()) {
		return nil
	}
	return heap.Pop(&q.dues).(due).slot //nolint:forcetypeassert // nothing else is pushed
}

// untilNext is how long to wait for the next room whose time comes, at most so long.
func (q *wakeQueue) untilNext(latest time.Duration) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.dues) == 0 {
		return latest
	}
	return min(latest, time.Until(q.dues[0].at))
}

// due is when a room is to be brought back.
type due struct {
	at   time.Time
	slot *roomSlot
}

// dues are in the order of a heap, the earliest first.
type dues []due

func (d dues) Len() int           { return len(d) }
func (d dues) Less(i, j int) bool { return d[i].at.Before(d[j].at) }
func (d dues) Swap(i, j int)      { d[i], d[j] = d[j], d[i] }

// Push implements heap.Interface.
func (d *dues) Push(one any) { *d = append(*d, one.(due)) } //nolint:forcetypeassert // nothing else is pushed

// Pop implements heap.Interface.
func (d *dues) Pop() any {
	last := len(*d) - 1
	one := (*d)[last]
	(*d)[last] = due{}
	*d = (*d)[:last]
	return one
}
