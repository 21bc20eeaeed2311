package local

import (
	"sync"
	"testing"

	"go.uber.org/goleak"
)

// TestHandsDoAllAtOnce: nothing waits for another, few stay when all is done, and none
// when they are closed.
func TestHandsDoAllAtOnce(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	h := hands{work: new(sync.WaitGroup)}
	for range 3 {
		var met sync.WaitGroup
		met.Add(10)
		for range 10 {
			h.do(func() {
				met.Done()
				met.Wait()
			})
		}
		h.work.Wait()
		h.mu.Lock()
		if len(h.free) > keptHands {
			t.Errorf("%d stay", len(h.free))
		}
		h.mu.Unlock()
	}
	h.close()
	done := false
	h.do(func() { done = true })
	h.work.Wait()
	if !done {
		t.Error("after they were closed nothing is done")
	}
}

// TestHandsGoOn: one call after the other is done by the same goroutine, whose stack is
// as large as the one before has made it.
func TestHandsGoOn(t *testing.T) {
	h := hands{work: new(sync.WaitGroup)}
	defer h.close()
	for range 100 {
		h.do(func() {})
		h.work.Wait()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.free) != 1 {
		t.Errorf("%d did one thing after the other", len(h.free))
	}
}
