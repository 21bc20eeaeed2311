package server

import (
	"bytes"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// breakDeep is a call that breaks.
func breakDeep() { panic(errors.New(secret)) }

// TestDeepCallsEndAsOthers: they return, break, call again and wait as they would on
// the goroutine that makes them.
func TestDeepCallsEndAsOthers(t *testing.T) {
	var d deep
	defer d.close()
	var log bytes.Buffer
	said := slog.New(slog.NewTextHandler(&log, nil))
	failed := 0
	func() {
		defer caught(said, func() { failed++ })
		d.do(func() { d.do(breakDeep) })
		t.Error("it goes on after it broke")
	}()
	if text := log.String(); failed != 1 || !strings.Contains(text, "server.breakDeep") || !strings.Contains(text, "kind=*errors.errorString") || strings.Contains(text, secret) {
		t.Errorf("it failed %d times, and the log is %q", failed, text)
	}
	done := 0
	d.do(func() { d.do(func() { done++ }) })
	if done != 1 {
		t.Errorf("it was called %d times", done)
	}
}

// TestDeepCallsWaitForNobody: however many of them wait, one more is made; and
// afterwards no more goroutines are kept than are said to be.
func TestDeepCallsWaitForNobody(t *testing.T) {
	const many = 10 * keptDivers
	var (
		d    deep
		work sync.WaitGroup
	)
	begun, end := make(chan struct{}, many), make(chan struct{})
	for range many {
		work.Go(func() {
			d.do(func() {
				begun <- struct{}{}
				<-end
			})
		})
	}
	for range many {
		<-begun
	}
	d.do(func() {})
	close(end)
	work.Wait()
	d.mu.Lock()
	kept := len(d.free)
	d.mu.Unlock()
	if kept != keptDivers {
		t.Errorf("%d goroutines are kept, not %d", kept, keptDivers)
	}
	d.close()
	called := false
	d.do(func() { called = true })
	if !called || len(d.free) > 0 {
		t.Errorf("after the end it is called: %v; %d goroutines are kept", called, len(d.free))
	}
}

// TestDeepCallsGoDeepElsewhere: the stack of who makes them does not grow.
func TestDeepCallsGoDeepElsewhere(t *testing.T) {
	const callers, size = 64, 64 << 10
	var d deep
	defer d.close()
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
	if here, there := measure(func(call func()) { call() }), measure(d.do); here < callers*size || there > here/4 {
		t.Errorf("stacks grow by %d bytes, and by %d where the calls are made elsewhere", here, there)
	}
}

// sink takes so many bytes of stack.
func sink(size int) byte {
	var some [1 << 10]byte
	if size > len(some) {
		some[size%len(some)] = sink(size - len(some))
	}
	return some[size/2%len(some)]
}
