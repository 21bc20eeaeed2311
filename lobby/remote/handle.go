package remote

import (
	"context"
	"reflect"
	"sync"

	"parlor/lobby"
)

// handles holds the open handles of a session. They end with the session.
type handles struct {
	client *client
	number uint64 // of the session; set before its request is sent

	mu     sync.Mutex // guards the fields below
	open   map[stream]struct{}
	closed bool // by this end
}

// ask sends a request to the session at the other end.
func (s *handles) ask(ctx context.Context, r request, out any) error {
	if s.isClosed() {
		return errSessionEnded
	}
	r.of = s.number
	return s.client.ask(ctx, r, out)
}

// add adds a handle. It reports false if the session is closed.
func (s *handles) add(one stream) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.open[one] = struct{}{}
	}
	return !s.closed
}

// remove removes a handle that has ended.
func (s *handles) remove(one stream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, one)
}

func (s *handles) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// closeAll removes all handles and returns them. It also reports whether this was the first call.
func (s *handles) closeAll() (open map[stream]struct{}, first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	open, first = s.open, !s.closed
	s.open, s.closed = map[stream]struct{}{}, true
	return open, first
}

// handle is a handle of a room or a game night at the other end.
type handle[U any] struct {
	of      *handles
	kind    handleKind[U]
	updates lobby.Latest[U]
	number  uint64 // set before the request is sent
}

// handleKind is the difference between handles of rooms and game nights.
type handleKind[U any] struct {
	target lobby.Target
	answer reflect.Type // answer type of its operations
	empty  func() lobby.Latest[U]
	decode func(d decoder, body []byte) (U, error)
	closed error // the error of operations on a closed handle
}

// roomHandles returns the handleKind of room handles, which implement lobby.Handle.
func roomHandles() handleKind[lobby.Update] {
	return handleKind[lobby.Update]{lobby.OfRoom, reflect.TypeFor[lobby.Done](), lobby.NewUpdateSlot, decoder.readUpdate, errNotAtTable}
}

// nightHandles returns the kind of lobby.GameNightHandle.
func nightHandles() handleKind[lobby.GameNightUpdate] {
	return handleKind[lobby.GameNightUpdate]{lobby.OfNight, reflect.TypeFor[lobby.Nothing](), lobby.NewLatest[lobby.GameNightUpdate], func(_ decoder, body []byte) (u lobby.GameNightUpdate, err error) {
		if err := readShown(body, &u); err != nil {
			return u, notUnderstood(err)
		}
		return u, nil
	}, errSessionEnded}
}

// openHandle opens a handle with a request to a session. If there is an error, it returns
// no handle.
func openHandle[U any](ctx context.Context, of *handles, kind handleKind[U], r request) (any, error) {
	h := &handle[U]{of: of, kind: kind, updates: kind.empty()}
	if !of.add(h) {
		return nil, errSessionEnded
	}
	r.of, r.opens = of.number, h.open
	if err := of.client.ask(ctx, r, nil); err != nil {
		of.remove(h)
		return nil, err
	}
	if of.isClosed() {
		return nil, errSessionEnded // the handle ends with the session
	}
	return h, nil
}

// open sets the number of the handle.
func (h *handle[U]) open(number uint64) stream {
	h.number = number
	return h
}

// receive implements stream.
func (h *handle[U]) receive(f frame) error {
	update, err := h.kind.decode(h.of.client.decoder, f.Body)
	if err != nil {
		return err
	}
	if !h.updates.Put(update) {
		return lobby.ErrTooSlow
	}
	return nil
}

// stop implements stream.
func (h *handle[U]) stop(why error) {
	h.of.remove(h)
	h.updates.End(why)
}

// Updates implements lobby.HandleOf.
func (h *handle[U]) Updates() <-chan U { return h.updates.Updates() }

// Do implements lobby.Doer.
func (h *handle[U]) Do(ctx context.Context, asked lobby.Request) (any, error) {
	answer := reflect.New(h.kind.answer)
	if err := h.gone(); err != nil {
		return answer.Elem().Interface(), err
	}
	sent, err := encodeOp(h.kind.target, asked)
	if err == nil {
		err = h.of.client.ask(ctx, request{of: h.number, call: callDo, body: sent}, answer.Interface())
	}
	return answer.Elem().Interface(), err
}

// gone returns the error for operations on an ended handle, or nil if it is open.
func (h *handle[U]) gone() error {
	if why := h.updates.Ended(); why != nil || !h.updates.HasEnded() {
		return why
	}
	return h.kind.closed
}

// Ended implements lobby.HandleOf.
func (h *handle[U]) Ended() error { return h.updates.Ended() }

// Close implements lobby.HandleOf.
func (h *handle[U]) Close() {
	h.of.remove(h)
	if h.updates.End(nil) {
		h.of.client.release(h.number)
	}
}
