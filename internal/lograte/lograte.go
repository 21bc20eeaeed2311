// Package lograte limits log lines about repeated events.
package lograte

import (
	"sync"
	"time"
)

const (
	// pace is the minimum interval between lines for one key, and look the interval at which pending ones are
	// checked.
	pace = time.Minute
	look = pace / 4
)

// Limiter logs the first event for a key, such as an address, at once, and then at most once a minute with the number
// of events. It is idle without events. Its methods may be called concurrently.
type Limiter[K comparable, V any] struct {
	most int
	tell func(last V, times int)
	more func(times int)

	mu     sync.Mutex     // guards the fields below
	recent map[K]*told[V] // keys logged in the last minute
	others int            // events for further keys
}

// told counts the events for a key since its last line.
type told[V any] struct {
	last  V
	times int
	at    time.Time
}

// New returns a Limiter that tracks up to most keys. To log, it calls tell with the last event for
// a key and the number of events, and more with the number of events for all other keys together.
func New[K comparable, V any](most int, tell func(last V, times int), more func(times int)) *Limiter[K, V] {
	return &Limiter[K, V]{most: most, tell: tell, more: more, recent: map[K]*told[V]{}}
}

// Note records an event for a key.
func (l *Limiter[K, V]) Note(key K, what V) {
	if l.isFirst(key, what) {
		l.tell(what, 1)
	}
}

// Len returns the number of tracked keys.
func (l *Limiter[K, V]) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.recent)
}

// isFirst reports whether nothing was logged for a key in the last minute. Otherwise it counts the event.
func (l *Limiter[K, V]) isFirst(key K, what V) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	lately := l.recent[key]
	switch {
	case lately != nil:
		lately.last = what
		lately.times++
		return false
	case len(l.recent) >= l.most:
		l.others++
		return false
	}
	if len(l.recent) == 0 {
		time.AfterFunc(look, l.look)
	}
	l.recent[key] = &told[V]{at: time.Now()}
	return true
}

// look logs pending counts, and runs again while there are events.
func (l *Limiter[K, V]) look() {
	l.mu.Lock()
	var due []told[V]
	now := time.Now()
	for key, lately := range l.recent {
		switch {
		case now.Sub(lately.at) < pace:
		case lately.times == 0:
			delete(l.recent, key)
		default:
			due = append(due, *lately)
			lately.times, lately.at = 0, now
		}
	}
	others := l.others
	l.others = 0
	if len(l.recent) > 0 {
		time.AfterFunc(look, l.look)
	}
	l.mu.Unlock()
	for _, one := range due {
		l.tell(one.last, one.times)
	}
	if others > 0 {
		l.more(others)
	}
}
