// Package actor is what a room and a game night have in common: an inbox, whose
// messages are handled one after the other, and one timer.
package actor

import (
	"context"
	"sync"
	"time"

	"parlor/lobby"
)

// Inbox keeps the messages of an actor, the first one first. They may be sent from any
// goroutine. One goroutine at a time takes them out: there is one only while something
// lies in the inbox.
type Inbox[M any] struct {
	work   func()        // starts the goroutine
	busy   error         // is returned if all places are taken
	places chan struct{} // those that are taken
	done   chan struct{} // closed by Close
	why    error         // to be read once done is closed

	mu      sync.Mutex // guards what follows
	queue   []queued[M]
	working bool // the goroutine is there, or none is to come any more
}

// queued is a message in the inbox.
type queued[M any] struct {
	message M
	at      time.Time // when it was put there
	placed  bool      // it has one of the places
}

// NewInbox returns an inbox with that many places for messages of others. If all are taken,
// Ask returns busy. Work is called if a message comes and no goroutine takes any: it
// starts one, which calls Take or TakeAll until nothing is left, and returns at once.
func NewInbox[M any](places int, busy error, work func()) Inbox[M] {
	return Inbox[M]{work: work, busy: busy, places: make(chan struct{}, places), done: make(chan struct{})}
}

// Put sends a message that needs no place, as the few of the actor itself and of its
// owner, and never waits.
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

// Ask sends a message and waits for the answer to it, which comes from a channel with
// room for one. It never waits for a place. If ctx ends first, the error is
// lobby.ErrNoAnswer, and the message may still be handled.
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

// Insist is Ask, but waits for a place as long as ctx lasts.
func (b *Inbox[M]) Insist(ctx context.Context, m M, answer <-chan error) error {
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

// await waits for the answer to a message that is in the inbox. One that was given is
// preferred to the reason why the inbox was closed.
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
		b.work() // before another sender can think that it has
	}
}

// Take takes the first message and when it was sent, and reports whether there was one. If
// not, the goroutine that called it has nothing more to do with the inbox: for the next message
// another one comes.
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

// TakeAll takes all messages; none is as when Take takes none.
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

// Close returns why to all who ask, now and from now on. It is called once, in place of
// another Take: no message is handled any more.
func (b *Inbox[M]) Close(why error) {
	b.why = why
	close(b.done)
}

// Done is closed by Close.
func (b *Inbox[M]) Done() <-chan struct{} { return b.done }
