package room

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// outbox sends everything that leaves a room: updates, answers, the ends of handles and
// callbacks. Effects leave in order, either at once or at a time that was chosen before the
// result of a request was known.
//
// Only the room's goroutine may call begin, emit and send. Delayed effects leave from
// another goroutine, so that they are on time while the room writes. A nil outbox sends at
// once.
type outbox struct {
	run    func(func()) // Config.Go
	broken func(at string)

	holds bool // effects are collected in held, to leave together at due
	held  []func()
	due   time.Time

	mutex  sync.Mutex // guards the fields below; held while effects leave
	queue  []batch    // earliest first
	waits  bool       // a goroutine waits for the queue
	sooner chan struct{}
}

// batch is a group of effects that leave together.
type batch struct {
	due  time.Time
	held []func()
}

// begin sets when the following effects leave. They leave at once if due is zero or past,
// but never before earlier effects.
func (o *outbox) begin(due time.Time) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.due, o.holds = due, len(o.queue) > 0 || due.After(time.Now())
}

// leavesAtOnce reports whether effects leave at once.
func (o *outbox) leavesAtOnce() bool { return o == nil || !o.holds }

// emit sends an effect.
func (o *outbox) emit(effect func()) {
	if o.leavesAtOnce() {
		effect()
		return
	}
	o.held = append(o.held, effect)
}

// send ends the batch that begin started.
func (o *outbox) send() {
	if !o.holds {
		return
	}
	one := batch{o.due, o.held}
	o.held, o.holds = nil, false
	if len(one.held) == 0 {
		return
	}
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.queue = append(o.queue, one)
	o.release(time.Now())
	switch {
	case len(o.queue) == 0:
	case !o.waits:
		o.waits, o.sooner = true, make(chan struct{}, 1)
		o.run(o.wait)
	default:
		select {
		case o.sooner <- struct{}{}:
		default: // already signalled
		}
	}
}

// flush sends the current batch now.
func (o *outbox) flush() {
	o.due = time.Time{}
	o.send()
}

// release sends all batches up to the last one that is due. The caller holds the mutex.
func (o *outbox) release(at time.Time) {
	for i := range slices.Backward(o.queue) {
		if o.queue[i].due.After(at) {
			continue
		}
		for _, one := range o.queue[:i+1] {
			for _, effect := range one.held {
				o.perform(effect)
			}
		}
		o.queue = slices.Delete(o.queue, 0, i+1)
		break
	}
	if len(o.queue) == 0 {
		o.queue = nil
	}
}

// perform runs an effect. A panic closes the room, but the other effects still leave.
func (o *outbox) perform(effect func()) {
	defer func() {
		if recover() != nil {
			o.broken(stackLines())
		}
	}()
	effect()
}

// wait sends the batches when they are due, until the queue is empty.
func (o *outbox) wait() {
	for next := o.releaseDue(); !next.IsZero(); next = o.releaseDue() {
		timer := time.NewTimer(time.Until(next))
		select {
		case <-timer.C:
		case <-o.sooner:
		}
		timer.Stop()
	}
}

// releaseDue sends the effects that are due and returns the next due time, or the zero time if the
// queue is empty.
func (o *outbox) releaseDue() (due time.Time) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.release(time.Now())
	for _, one := range o.queue {
		if due.IsZero() || one.due.Before(due) {
			due = one.due
		}
	}
	o.waits = !due.IsZero()
	return due
}

// stackLines returns the stack of a panic as functions and lines only. The panic's text and
// the arguments in a full trace may contain hidden information and must not be logged.
func stackLines() string {
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for {
		frame, more := frames.Next()
		at = append(at, fmt.Sprintf("%s:%d", frame.Function, frame.Line))
		if !more {
			return strings.Join(at, " < ")
		}
	}
}
