// Package actor implements the common parts of rooms and game nights: an inbox whose
// messages are handled one by one, and a timer.
package actor

import (
	"context"
	"sync"
	"time"

	"parlor/lobby"
)

// Inbox is the message queue of an actor. Messages may be sent from any goroutine. They are
// taken by one goroutine at a time, which exists only while the inbox is not empty.
type Inbox[M any] struct {
	work   func()        // starts the goroutine
	busy   error         // returned if all places are taken
	places chan struct{} // one element per taken place
	done   chan struct{} // closed by Close
	why    error         // read only after done is closed

	mu      sync.Mutex // guards the fields below
	queue   []queued[M]
	working bool // a goroutine is taking messages
}

// queued is a message in the inbox.
type queued[M any] struct {
	message M
	at      time.Time // when the message was sent
	placed  bool      // it occupies a place
}

// NewInbox returns an inbox with the given number of places for messages from outside. If
// all are taken, Ask returns busy. work is called when a message arrives and no goroutine
// is taking messages. It must start one that calls Take or TakeAll until nothing is left,
// and return at once.
func NewInbox[M any](places int, busy error, work func()) Inbox[M] {
	return Inbox[M]{work: work, busy: busy, places: make(chan struct{}, places), done: make(chan struct{})}
}

// Put sends a message without a place, from the actor itself or its owner. It does not
// block.
func (b *Inbox[M]) Put(m M) { b.put(m, false) }

// Tell sends a message that must not be lost: it waits for a place. It does nothing once
// the inbox is closed.
func (b *Inbox[M]) Tell(m M) {
	select {
	case b.places <- struct{}{}:
		b.put(m, true)
	case <-b.done:
	}
}

// Ask sends a message and waits for its answer on a channel with a free slot. It does not
// wait for a place. If ctx ends first, the error is lobby.ErrNoAnswer, and the message may
// still be handled.
func (b *Inbox[M]) Ask(ctx context.Context, m M, answer <-chan error) error {
	if ctx.Err() != nil {
		return lobby.NotAsked(ctx.Err())
	}
	select {
	case <-b.done:
		return b.why
	case b.places <- struct{}{}:
		b.put(m, true)
	default:
		return b.busy
	}
	return b.await(ctx, answer)
}

// AskWaiting is like Ask, but waits for a place until ctx ends.
func (b *Inbox[M]) AskWaiting(ctx context.Context, m M, answer <-chan error) error {
	select {
	case b.places <- struct{}{}:
		b.put(m, true)
	case <-b.done:
		return b.why
	case <-ctx.Done():
		return lobby.NoAnswer(ctx.Err())
	}
	return b.await(ctx, answer)
}

// await waits for the answer to a message. An available answer takes precedence over the
// reason for a close.
func (b *Inbox[M]) await(ctx context.Context, answer <-chan error) error {
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return lobby.NoAnswer(ctx.Err())
	case <-b.done:
		select {
		case err := <-answer:
			return err
		default:
			return b.why
		}
	}
}

func (b *Inbox[M]) put(m M, placed bool) {
	one := queued[M]{m, time.Now(), placed}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = append(b.queue, one)
	if !b.working {
		b.working = true
		b.work() // with mu held, so that no other sender starts a second one
	}
}

// Take removes the first message and returns it with the time it was sent. If it returns
// false, the calling goroutine must not take further messages: the next message starts
// another.
func (b *Inbox[M]) Take() (m M, at time.Time, more bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		b.queue, b.working = nil, false
		return m, at, false
	}
	first := b.queue[0]
	b.queue[0] = queued[M]{}
	b.queue = b.queue[1:]
	if first.placed {
		<-b.places
	}
	return first.message, first.at, true
}

// TakeAll removes all messages. If there are none, the calling goroutine must not take further
// messages, as after Take.
func (b *Inbox[M]) TakeAll() (all []M) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, one := range b.queue {
		all = append(all, one.message)
		if one.placed {
			<-b.places
		}
	}
	b.queue, b.working = nil, len(all) > 0
	return all
}

// Close makes all calls of Ask return why. It must be called once, in place of another
// Take: no further message is handled.
func (b *Inbox[M]) Close(why error) {
	b.why = why
	close(b.done)
}

// Done returns a channel that is closed by Close.
func (b *Inbox[M]) Done() <-chan struct{} { return b.done }
