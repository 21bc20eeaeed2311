package remote

import "sync"

// requests are the numbers that a client has in use on a connection: of requests that wait
// for an answer, and of streams that are open.
type requests struct {
	mu      sync.Mutex // guards what follows
	last    uint64     // number of a request
	pings   uint64     // sent so far
	waiting map[uint64]chan<- frame
	streams map[uint64]stream
}

func newRequests() *requests {
	return &requests{waiting: map[uint64]chan<- frame{}, streams: map[uint64]stream{}}
}

// number returns an unused number.
func (r *requests) number() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	return r.last
}

// expect numbers a request whose answer goes to a channel with room for one.
func (r *requests) expect(answer chan<- frame, opens func(uint64) stream) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.waiting[r.last] = answer
	if opens != nil {
		r.streams[r.last] = opens(r.last)
	}
	return r.last
}

// firstPing is the number of the first request of callPing. All of them have the same number
// of digits, so that the number of pings changes the length of no other frame.
const firstPing = 1 << 62

// expectPing numbers a request of callPing.
func (r *requests) expectPing(answer chan<- frame) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	number := firstPing + r.pings
	r.pings++
	r.waiting[number] = answer
	return number
}

// receivers returns what receives a frame, and forgets those for which it is the last one.
// Both are nil if nothing waits for it.
func (r *requests) receivers(f frame) (chan<- frame, stream) {
	r.mu.Lock()
	defer r.mu.Unlock()
	answer, to := r.waiting[f.Number], r.streams[f.Number]
	switch f.Kind {
	case kindAnswer:
		delete(r.waiting, f.Number)
		if f.Fault != nil {
			delete(r.streams, f.Number)
		}
	case kindEnded:
		delete(r.streams, f.Number)
	}
	return answer, to
}

// forget drops a number that the server does not know, or not any more.
func (r *requests) forget(number uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiting, number)
	delete(r.streams, number)
}

// takeStreams returns all streams and forgets them.
func (r *requests) takeStreams() map[uint64]stream {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.streams
	r.streams = map[uint64]stream{}
	return all
}

// stream is a session or a handle, as the connection knows it. Its methods do not wait.
type stream interface {
	// receive takes a frame that the server sends under the number of the stream.
	receive(frame) error
	// stop ends the stream: the server sends nothing more under its number.
	stop(why error)
}
