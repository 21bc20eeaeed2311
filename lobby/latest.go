package lobby

import (
	"slices"
	"sync"
)

// Latest is a channel with one slot for the newest update that a reader has not taken yet,
// so that no sender waits for the reader, and the reason why no more comes. Its methods may be
// called from any goroutine.
type Latest[U any] struct {
	slot chan U

	mu    sync.Mutex // guards what follows, and sending
	ended bool
	why   error
}

// NewLatest returns one without an update.
func NewLatest[U any]() Latest[U] { return Latest[U]{slot: make(chan U, 1)} }

// Updates is where the reader takes updates from. It is closed by End.
func (l *Latest[U]) Updates() <-chan U { return l.slot }

// Put puts an update into the slot in place of one that was not taken. After End it does
// nothing.
func (l *Latest[U]) Put(update U) { l.merge(update, func(_, next U) (U, bool) { return next, true }) }

// merge is Put for updates of which nothing may be lost: join makes one of an update that was
// not taken and the next. If it refuses, the older one stays, and merge returns false.
func (l *Latest[U]) merge(next U, join func(missed, next U) (U, bool)) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return true
	}
	select {
	case missed := <-l.slot:
		joined, ok := join(missed, next)
		if !ok {
			l.slot <- missed
			return false
		}
		next = joined
	default:
	}
	l.slot <- next
	return true
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

// How much a Box keeps for a reader that does not take its updates: of the
// events the newest, and of the endings all, or it takes no more.
const (
	maxEvents  = 1000
	maxEndings = 64
)

// Box is the Latest of a room's updates, each of which has the events and endings since the
// one before.
type Box struct{ Latest[Update] }

// NewBox is an empty box.
func NewBox() Box { return Box{NewLatest[Update]()} }

// Put puts an update into the box in place of one that was not taken, whose
// events and endings come before those of the new one. It reports whether there
// was room for all endings; where there was not, the box is as before.
func (b *Box) Put(update Update) bool {
	update.dropOldEvents()
	return b.merge(update, join)
}

func join(missed, next Update) (Update, bool) {
	if len(missed.Ended)+len(next.Ended) > maxEndings {
		return next, false
	}
	next.ByBot = slices.Concat(missed.ByBot, shift(next.ByBot, len(missed.Events)))
	next.Events = slices.Concat(missed.Events, next.Events)
	next.Ended = slices.Concat(missed.Ended, next.Ended)
	next.dropOldEvents()
	return next, true
}

func (u *Update) dropOldEvents() {
	if over := len(u.Events) - maxEvents; over > 0 {
		u.Events, u.ByBot = u.Events[over:], shift(u.ByBot, -over)
	}
}

// shift are places that have moved by some, without those before the beginning.
func shift(places []int, by int) (moved []int) {
	for _, place := range places {
		if place+by >= 0 {
			moved = append(moved, place+by)
		}
	}
	return moved
}
