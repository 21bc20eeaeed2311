// Package lograte bounds how often a log tells of what happens again and again.
package lograte

import (
	"sync"
	"time"
)

const (
	// pace is how often at most something is told of one key, and look how often it is
	// looked for what there is to be told.
	pace = time.Minute
	look = pace / 4
)

// Limiter has a log tell of what happens: at once as it begins for a key, such as an
// address, and then at most once a minute with how often it did. While nothing happens it
// does nothing. Its methods may be called from any goroutine.
type Limiter[K comparable, V any] struct {
	most int
	tell func(last V, times int)
	more func(times int)

	mu     sync.Mutex     // guards what follows
	recent map[K]*told[V] // of which something was told in the last minute
	others int            // what happened for keys beyond those
}

// told is what happened for a key since something was told of it.
type told[V any] struct {
	last  V
	times int
	at    time.Time
}

// New returns a Limiter that remembers so many keys. It calls tell for a key of these,
// with what happened last, and more for all others together.
func New[K comparable, V any](most int, tell func(last V, times int), more func(times int)) *Limiter[K, V] {
	return &Limiter[K, V]{most: most, tell: tell, more: more, recent: map[K]*told[V]{}}
}

// Note takes down that something has happened for a key.
func (l *Limiter[K, V]) Note(key K, what V) {
	if l.isFirst(key, what) {
		l.tell(what, 1)
	}
}

// Len returns how many keys are remembered.
func (l *Limiter[K, V]) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.recent)
}

// isFirst reports whether nothing has been told of a key in this minute, and counts what
// is not to be told yet.
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

// look tells of those keys of which nothing was told for a minute, and looks again as long
// as anything has happened in the last one.
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
