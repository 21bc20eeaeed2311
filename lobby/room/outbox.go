package room

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// outbox is how everything leaves a room that somebody outside could notice:
// updates, answers, the ends of handles, and what the lobby is told. It leaves in the
// order in which it came about: at once, or at a time that was set before it was
// known what would come of a request.
//
// Begin, emit and send belong to the room's goroutine. What is due later leaves from
// another one, so that it is on time also while the room writes. A nil outbox lets
// everything leave at once.
type outbox struct {
	run    func(func()) // Config.Go
	broken func(at string)

	holds bool // what comes is collected in held, to leave together at due
	held  []func()
	due   time.Time

	mutex  sync.Mutex // guards what follows; it is held while something leaves
	queue  []parcel   // the first one first
	waits  bool       // a goroutine waits until something in the queue is due
	sooner chan struct{}
}

// parcel is what leaves together.
type parcel struct {
	due  time.Time
	held []func()
}

// begin has what comes from now on leave at a time; at once if that is zero or over,
// but never before what came earlier.
func (o *outbox) begin(due time.Time) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.due, o.holds = due, len(o.queue) > 0 || due.After(time.Now())
}

// leavesAtOnce reports whether what comes now leaves at once.
func (o *outbox) leavesAtOnce() bool { return o == nil || !o.holds }

// emit lets an effect leave.
func (o *outbox) emit(effect func()) {
	if o.leavesAtOnce() {
		effect()
		return
	}
	o.held = append(o.held, effect)
}

// send ends what begin began.
func (o *outbox) send() {
	if !o.holds {
		return
	}
	one := parcel{o.due, o.held}
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
		default: // it is told already
		}
	}
}

// flush lets everything leave now.
func (o *outbox) flush() {
	o.due = time.Time{}
	o.send()
}

// release lets leave what is due, with all that came before it. The caller holds the
// mutex.
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

// perform has one thing leave. Where that breaks, the rest leaves nevertheless.
func (o *outbox) perform(effect func()) {
	defer func() {
		if recover() != nil {
			o.broken(whereabouts())
		}
	}()
	effect()
}

// wait lets everything leave at its time, until nothing is left.
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

// releaseDue lets leave what is due, and returns when something is again; zero once nothing
// is left, and nobody waits any more.
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

// whereabouts is the stack of a panic as functions and lines only. Neither the
// panic's text nor the arguments that a full stack trace prints may come into
// a log: they could be somebody's tiles.
func whereabouts() string {
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
