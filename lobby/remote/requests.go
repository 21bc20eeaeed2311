package remote

import "sync"

// requests holds the numbers that a client uses on a connection: those of pending requests and of
// open streams.
type requests struct {
	mu      sync.Mutex // guards the fields below
	last    uint64     // the last number that was assigned
	pings   uint64     // number of pings so far
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

// expect assigns a number to a request. Its answer goes to a channel with a free slot.
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

// firstPing is the number of the first ping. All pings have the same number of digits, so
// that their count does not change the length of other frames.
const firstPing = 1 << 62

// expectPing assigns a number to a ping.
func (r *requests) expectPing(answer chan<- frame) uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	number := firstPing + r.pings
	r.pings++
	r.waiting[number] = answer
	return number
}

// receivers returns the receivers of a frame, and removes those that expect no further frame. Both
// are nil if there are none.
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

// forget removes a number that the server does not use.
func (r *requests) forget(number uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.waiting, number)
	delete(r.streams, number)
}

// takeStreams removes all streams and returns them.
func (r *requests) takeStreams() map[uint64]stream {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.streams
	r.streams = map[uint64]stream{}
	return all
}

// stream is a session or a handle as the connection sees it. Its methods do not block.
type stream interface {
	// receive handles a frame with the number of the stream.
	receive(frame) error
	// stop ends the stream.
	stop(why error)
}
