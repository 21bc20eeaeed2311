package workers_test

import (
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"parlor/internal/workers"
)

const idle = 4

// TestGoMakesAllCallsAtOnce checks that calls do not wait for each other, that few goroutines remain, and none after
// Close.
func TestGoMakesAllCallsAtOnce(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var calls sync.WaitGroup
	p := workers.New(idle, &calls)
	for range 3 {
		var met sync.WaitGroup
		met.Add(10)
		for range 10 {
			p.Go(func() {
				met.Done()
				met.Wait()
			})
		}
		calls.Wait()
		if kept := p.Idle(); kept > idle {
			t.Errorf("%d stay", kept)
		}
	}
	p.Close()
	done := false
	p.Go(func() { done = true })
	if calls.Wait(); !done {
		t.Error("after the pool was closed nothing is done")
	}
}

// TestGoUsesAGoroutineAgain checks that consecutive calls run on the same goroutine.
func TestGoUsesAGoroutineAgain(t *testing.T) {
	var calls sync.WaitGroup
	p := workers.New(idle, &calls)
	defer p.Close()
	for range 100 {
		p.Go(func() {})
		calls.Wait()
	}
	if kept := p.Idle(); kept != 1 {
		t.Errorf("%d goroutines made one call after the other", kept)
	}
}

func breaks() { panic(errors.New("broken")) }

// TestDoPanicsWhereItIsCalled checks that a panic in a nested call reaches the outer caller with its stack.
func TestDoPanicsWhereItIsCalled(t *testing.T) {
	p := workers.New(idle, nil)
	defer p.Close()
	func() {
		defer func() {
			broke, is := recover().(*workers.Panic)
			if !is || !strings.Contains(broke.Stack, "workers_test.breaks") || strings.Contains(broke.Stack, "broken") {
				t.Errorf("it panics with %+v", broke)
			}
		}()
		p.Do(func() { p.Do(breaks) })
		t.Error("it goes on after a panic")
	}()
	done := 0
	if p.Do(func() { p.Do(func() { done++ }) }); done != 1 {
		t.Errorf("it was called %d times", done)
	}
}

// TestDoWaitsForNoOther checks that a call is run however many others block, and the number of idle goroutines
// afterwards.
func TestDoWaitsForNoOther(t *testing.T) {
	const many = 10 * idle
	p := workers.New(idle, nil)
	var work sync.WaitGroup
	begun, end := make(chan struct{}, many), make(chan struct{})
	for range many {
		work.Go(func() {
			p.Do(func() {
				begun <- struct{}{}
				<-end
			})
		})
	}
	for range many {
		<-begun
	}
	p.Do(func() {})
	close(end)
	if work.Wait(); p.Idle() != idle {
		t.Errorf("%d goroutines are kept, not %d", p.Idle(), idle)
	}
	p.Close()
	called := false
	if p.Do(func() { called = true }); !called || p.Idle() > 0 {
		t.Errorf("after the end it is called: %v; %d goroutines are kept", called, p.Idle())
	}
}

// TestDoGoesDeepElsewhere checks that the caller's stack does not grow.
func TestDoGoesDeepElsewhere(t *testing.T) {
	const callers, size = 64, 64 << 10
	p := workers.New(idle, nil)
	defer p.Close()
	stacks := func() int {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.StackInuse)
	}
	measure := func(do func(func())) int {
		before := stacks()
		end := make(chan struct{})
		var made, work sync.WaitGroup
		made.Add(callers)
		one := make(chan struct{}, 1)
		for range callers {
			work.Go(func() {
				one <- struct{}{}
				do(func() { sink(size) })
				<-one
				made.Done()
				<-end
			})
		}
		made.Wait()
		grown := stacks() - before
		close(end)
		work.Wait()
		return grown
	}
	if here, there := measure(func(call func()) { call() }), measure(p.Do); here < callers*size || there > here/4 {
		t.Errorf("stacks grow by %d bytes, and by %d where the calls are made elsewhere", here, there)
	}
}

// sink uses size bytes of stack.
func sink(size int) byte {
	var some [1 << 10]byte
	if size > len(some) {
		some[size%len(some)] = sink(size - len(some))
	}
	return some[size/2%len(some)]
}
