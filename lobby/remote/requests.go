package remote

import "sync"

// requests are the numbers that a client has in use on a connection: of requests that wait
// for an answer, and of sessions and handles that are shown something.
type requests struct {
	mu    sync.Mutex // guards what follows
	last  uint64     // number of a request
	heres uint64     // how many of callHere there were
	asked map[uint64]chan<- frame
	shown map[uint64]shown
}

func newRequests() *requests {
	return &requests{asked: map[uint64]chan<- frame{}, shown: map[uint64]shown{}}
}

// number returns an unused number.
func (r *requests) number() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	return r.last
}

// expect numbers a request whose answer goes to a channel with room for one.
func (r *requests) expect(answer chan<- frame, shows func(uint64) shown) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.asked[r.last] = answer
	if shows != nil {
		r.shown[r.last] = shows(r.last)
	}
	return r.last
}

// firstHere is the number of the first request of callHere. All of them have as many
// digits, so that how often it is asked changes the length of nothing else.
const firstHere = 1 << 62

// expectHere numbers a request of callHere.
func (r *requests) expectHere(answer chan<- frame) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	number := firstHere + r.heres
	r.heres++
	r.asked[number] = answer
	return number
}

// receivers returns who receives a frame, and forgets those for whom it is the last one. Both
// are nil if nobody waits for it.
func (r *requests) receivers(f frame) (chan<- frame, shown) {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked, shown := r.asked[f.Number], r.shown[f.Number]
	switch f.Kind {
	case kindAnswer:
		delete(r.asked, f.Number)
		if f.Fault != nil {
			delete(r.shown, f.Number)
		}
	case kindEnded:
		delete(r.shown, f.Number)
	}
	return asked, shown
}

// forget drops a number that the server does not know, or not any more.
func (r *requests) forget(number uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.asked, number)
	delete(r.shown, number)
}

// endAll ends what is shown once the connection has ended.
func (r *requests) endAll() {
	r.mu.Lock()
	all := r.shown
	r.shown = map[uint64]shown{}
	r.mu.Unlock()
	for _, one := range all {
		one.end(ErrCut)
	}
}
