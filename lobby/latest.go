package lobby

import (
	"sync"
)

// Latest is a one-slot channel for the latest update, so that no sender waits for the
// reader, together with the reason for its end. Its methods are safe for concurrent use.
type Latest[U any] struct {
	slot chan U
	// join merges an update that was not received, or the zero value, with the next one. If it
	// returns false, the older update stays. If join is nil, the next update replaces the older.
	join func(missed, next U) (U, bool)

	mu    sync.Mutex // guards the fields below, and sending
	ended bool
	why   error
}

// NewLatest returns an empty Latest.
func NewLatest[U any]() Latest[U] { return Latest[U]{slot: make(chan U, 1)} }

// Updates returns the channel of updates. End closes the channel.
func (l *Latest[U]) Updates() <-chan U { return l.slot }

// Put puts an update into the slot, in place of one that was not taken. It reports false if
// they could not be merged. After End it does nothing.
func (l *Latest[U]) Put(update U) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return true
	}
	var missed U
	waited := false
	select {
	case missed = <-l.slot:
		waited = true
	default:
	}
	fits := true
	if l.join != nil {
		update, fits = l.join(missed, update)
	}
	switch {
	case fits:
		l.slot <- update
	case waited:
		l.slot <- missed
	}
	return fits
}

// End closes the channel with a reason; nil means that the reader wanted it. An update in
// the slot can still be taken. Only the first call has an effect and returns true.
func (l *Latest[U]) End(why error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.ended, l.why = true, why
	close(l.slot)
	return true
}

// HasEnded reports whether End was called.
func (l *Latest[U]) HasEnded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

// Ended returns the reason for the end, or nil.
func (l *Latest[U]) Ended() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}
