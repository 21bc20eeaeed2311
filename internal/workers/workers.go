// Package workers runs functions on reused goroutines, so that a deep call does not have to grow a new stack each
// time.
package workers

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// Pool is a pool of goroutines. It is unbounded: if no goroutine is idle, a new one runs the call, so a call may
// block or make further calls.
type Pool struct {
	idle  int
	calls *sync.WaitGroup

	mu     sync.Mutex
	free   []*worker // most recently used last
	closed bool
}

// New returns a Pool that keeps up to idle goroutines. If calls is not nil, it counts the running calls of Go.
func New(idle int, calls *sync.WaitGroup) *Pool {
	if calls == nil {
		calls = new(sync.WaitGroup)
	}
	return &Pool{idle: idle, calls: calls}
}

// Panic is the value with which Do repanics.
type Panic struct {
	Value any
	Stack string // stack of the panicking goroutine, from Stack
}

// Go runs a function and returns at once.
func (p *Pool) Go(call func()) {
	p.calls.Add(1)
	p.take().tasks <- task{call: call}
}

// Do runs a function and waits for it. If it panics, Do panics with a *Panic.
func (p *Pool) Do(call func()) {
	one := p.take()
	one.tasks <- task{call, true}
	broke := <-one.ended
	p.keep(one)
	if broke != nil {
		panic(broke)
	}
}

// Close ends the idle goroutines and those that become idle. Calls still work.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, one := range p.free {
		close(one.tasks)
	}
	p.free = nil
}

// Idle returns the number of idle goroutines.
func (p *Pool) Idle() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.free)
}

// worker is a goroutine of a Pool.
type worker struct {
	tasks chan task   // capacity 1
	ended chan *Panic // result of a task that is waited for; nil without a panic
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

// keep makes a worker idle, or lets it end.
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

// caught runs a function and returns its panic, or nil.
func caught(call func()) (broke *Panic) {
	defer func() {
		if value := recover(); value != nil {
			broke = &Panic{value, Stack()}
			if inner, again := value.(*Panic); again { // of a nested call
				broke = inner
			}
		}
	}()
	call()
	return nil
}

// Stack returns the functions and lines that led to a panic, innermost first, for a deferred function. Arguments are
// left out, because they could be secret.
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
