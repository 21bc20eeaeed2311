package remote

import (
	"context"
	"sync"

	"parlor/lobby"
)

// handle is one session's hold on a place in a room at the other end.
type handle struct {
	visit  *visit
	box    lobby.Box
	number uint64 // set before the request is sent

	mu     sync.Mutex     // guards what follows
	newest lobby.Revision // that came
	over   bool
	why    error
}

func newHandle(v *visit) *handle { return &handle{visit: v, box: lobby.NewBox()} }

// under gives the handle its number.
func (h *handle) under(number uint64) shown {
	h.number = number
	return h
}

// take implements shown.
func (h *handle) take(f frame) error {
	var sent updateOnWire
	if err := readShown(f.Body, &sent); err != nil {
		return notUnderstood(err)
	}
	update, err := h.visit.lobby.decode(sent)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return nil
	}
	if !h.box.Put(update) {
		return lobby.ErrTooSlow
	}
	h.newest = update.Revision
	return nil
}

// end implements shown.
func (h *handle) end(why error) {
	h.visit.drop(h)
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over {
		h.over, h.why = true, why
		h.box.End(nil)
	}
}

// Updates implements lobby.Handle.
func (h *handle) Updates() <-chan lobby.Update { return h.box.Updates() }

// Do implements lobby.Handle.
func (h *handle) Do(ctx context.Context, order lobby.Order) (lobby.Done, error) {
	done := lobby.Done{}
	if err := h.gone(); err != nil {
		return done, err
	}
	sent, err := encodeOrder(order)
	if err != nil {
		return done, err
	}
	err = h.visit.lobby.ask(ctx, request{of: h.number, call: callDo, body: sent}, &done)
	return done, err
}

// gone is why no order can be given any more; nil while one can.
func (h *handle) gone() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over && h.why == nil {
		return errGone
	}
	return h.why
}

// Ended implements lobby.Handle.
func (h *handle) Ended() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.why
}

// Close implements lobby.Handle.
func (h *handle) Close() {
	h.mu.Lock()
	over := h.over
	h.mu.Unlock()
	h.end(nil)
	if !over {
		h.visit.lobby.finish(h.number)
	}
}
