package local

import "sync"

// hands are goroutines that do what rooms have to do, one thing after the other. An
// order goes deep, into the rules and what is written of them, and a goroutine of its
// own would have its stack grown for each.
//
// Nothing waits for another: where no hand is free, there is one more.
type hands struct {
	work *sync.WaitGroup // counts what is done

	mu     sync.Mutex
	free   []chan func() // each with a slot; the one that came back last at the end
	closed bool
}

// keptHands is how many are kept while they have nothing to do.
const keptHands = 2

// do has something done, and returns at once.
func (h *hands) do(call func()) {
	h.work.Add(1)
	h.mu.Lock()
	defer h.mu.Unlock()
	last := len(h.free) - 1
	if last < 0 {
		go h.hand(call)
		return
	}
	one := h.free[last]
	h.free[last], h.free = nil, h.free[:last]
	one <- call
}

// hand does what it is given, until it is kept no more.
func (h *hands) hand(call func()) {
	calls := make(chan func(), 1)
	for more := true; more; call, more = <-calls {
		call()
		h.keep(calls)
		h.work.Done()
	}
}

// keep takes a hand that has nothing to do, or lets it go.
func (h *hands) keep(one chan func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.free) >= keptHands {
		close(one)
		return
	}
	h.free = append(h.free, one)
}

// close lets no hand stay that has nothing to do. What there is to do is done as before.
func (h *hands) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, one := range h.free {
		close(one)
	}
	h.free = nil
}
