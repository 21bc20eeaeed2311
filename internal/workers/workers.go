// Package workers makes calls on goroutines that are used again, so that a deep call does
// not have to grow the stack of a new one: a stack grows with the deepest call on it.
package workers

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// Pool is a pool of goroutines. No call waits for another: if no goroutine is free, one
// more makes it, so a call may take its time, or make another one itself.
type Pool struct {
	idle  int
	calls *sync.WaitGroup

	mu     sync.Mutex
	free   []*worker // the one that came back last at the end
	closed bool
}

// New returns a Pool that keeps so many goroutines while they have nothing to do. If calls
// is not nil, it counts the calls of Go that have not returned.
func New(idle int, calls *sync.WaitGroup) *Pool {
	if calls == nil {
		calls = new(sync.WaitGroup)
	}
	return &Pool{idle: idle, calls: calls}
}

// Panic is a panic that goes on in the goroutine that called Do.
type Panic struct {
	Value any
	Stack string // as Stack returns it, of the goroutine that made the call
}

// Go makes a call and returns at once.
func (p *Pool) Go(call func()) {
	p.calls.Add(1)
	p.take().tasks <- task{call: call}
}

// Do makes a call and returns once it has returned. If the call panics, so does Do, with
// a *Panic.
func (p *Pool) Do(call func()) {
	one := p.take()
	one.tasks <- task{call, true}
	broke := <-one.ended
	p.keep(one)
	if broke != nil {
		panic(broke)
	}
}

// Close lets no goroutine stay that has nothing to do. Calls are made as before.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, one := range p.free {
		close(one.tasks)
	}
	p.free = nil
}

// Idle returns how many goroutines have nothing to do.
func (p *Pool) Idle() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.free)
}

// worker is one goroutine of a Pool.
type worker struct {
	tasks chan task   // one slot
	ended chan *Panic // of a task that is awaited; nil if it did not panic
}

type task struct {
	call    func()
	awaited bool
}

func (p *Pool) take() *worker {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.free) - 1; last >= 0 {
		one := p.free[last]
		p.free[last], p.free = nil, p.free[:last]
		return one
	}
	one := &worker{tasks: make(chan task, 1), ended: make(chan *Panic)}
	go p.run(one)
	return one
}

// keep takes back a worker that has nothing to do, or lets it end.
func (p *Pool) keep(one *worker) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || len(p.free) >= p.idle {
		close(one.tasks)
		return
	}
	p.free = append(p.free, one)
}

func (p *Pool) run(one *worker) {
	for task := range one.tasks {
		if task.awaited {
			one.ended <- caught(task.call)
			continue
		}
		task.call()
		p.keep(one)
		p.calls.Done()
	}
}

// caught makes a call and returns its panic; nil for none.
func caught(call func()) (broke *Panic) {
	defer func() {
		if value := recover(); value != nil {
			broke = &Panic{value, Stack()}
			if inner, again := value.(*Panic); again { // of a call that this one made
				broke = inner
			}
		}
	}()
	call()
	return nil
}

// Stack returns the functions and lines that led to a panic, the innermost first, for the
// deferred function that recovers from it. Arguments are left out: they could be secret.
func Stack() string {
	counters := make([]uintptr, 32)
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters)])
	var text strings.Builder
	for {
		frame, more := frames.Next()
		fmt.Fprintf(&text, "%s:%d ", frame.Function, frame.Line)
		if !more {
			return strings.TrimSpace(text.String())
		}
	}
}
