package lobby

import (
	"sync"
)

// Latest is a channel with one slot for the newest update that a reader has not taken yet,
// so that no sender waits for the reader, and the reason why no more comes. Its methods may be
// called from any goroutine.
type Latest[U any] struct {
	slot chan U
	// join makes one of an update that was not taken, or the zero one, and the next. If it
	// refuses, the older one stays. Nil lets the next one take the place of the older.
	join func(missed, next U) (U, bool)

	mu    sync.Mutex // guards what follows, and sending
	ended bool
	why   error
}

// NewLatest returns one without an update.
func NewLatest[U any]() Latest[U] { return Latest[U]{slot: make(chan U, 1)} }

// Updates is where the reader takes updates from. It is closed by End.
func (l *Latest[U]) Updates() <-chan U { return l.slot }

// Put puts an update into the slot in place of one that was not taken, and reports whether
// there was room for it. After End it does nothing.
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

// End tells the reader that no more comes, and why: nil if the reader wanted it so. What is
// in the slot can still be taken. Only the first call counts, and returns true.
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

// Ended is why no more comes; nil while more may.
func (l *Latest[U]) Ended() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}
