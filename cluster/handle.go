package cluster

import (
	"context"
	"errors"

	"parlor/engine"
	"parlor/lobby"
)

// hold is a hold on a place in a room at one node.
type hold struct {
	lobby.Handle
	node  string
	leave func()         // once it has ended
	base  lobby.Revision // that was shown under the holds before
}

// handle is one session's hold on a place in a room, wherever that is: while the room
// moves there is no hold, and the reader goes on with what they were shown last.
type handle struct {
	grip[*hold]

	visit *visit
	box   lobby.Box
	first string          // code of the room, where it was shown from the beginning
	over  context.Context //nolint:containedctx // of the handle: until Close, or its visit's
	stop  context.CancelFunc

	// The grip's mu guards what follows.
	lists   bool          // the reader wants to know what is legal
	left    bool          // the seat was given up for good
	follows *lobby.Follow // whose eyes a watcher has asked for

	// Only the goroutine that carries updates over uses what follows.
	code    string       // of the room; empty until it is shown
	watches bool         // the reader has no seat
	last    lobby.Update // the newest that was shown, without what is told once
	shown   *hold        // which has shown it
	said    numbering[lobby.Line]
	noted   numbering[lobby.Note]
}

var _ lobby.Handle = (*handle)(nil)

// keep is a handle that begins with a hold.
func (v *visit) keep(first *hold) *handle {
	h := &handle{grip: newGrip(first), visit: v, box: lobby.NewBox(), said: ofLines(), noted: ofNotes()}
	h.over, h.stop = context.WithCancel(v.over)
	// What is there already can be taken at once, as in one process.
	select {
	case update, open := <-first.Updates():
		if open {
			h.pass(first, update)
		}
	default:
	}
	h.first = h.code
	v.node.occupy(h.carry)
	return h
}

// carry carries updates over, from one hold after the other.
func (h *handle) carry() {
	defer h.stop()
	for {
		one := h.current()
		why := h.follow(one)
		one.leave()
		if h.over.Err() != nil || h.hasLeft() {
			h.end(nil)
			return
		}
		if !h.visit.node.elsewhere(one.node, why) || h.code == "" {
			h.end(why)
			return
		}
		h.set(nil)
		h.tellMoving()
		next, err := h.again()
		if err != nil {
			if h.over.Err() != nil || h.hasLeft() {
				err = nil // it was closed meanwhile
			}
			h.end(err)
			return
		}
		next.base = h.last.Revision
		h.set(next)
		if h.over.Err() != nil {
			next.Close()
		}
	}
}

// follow carries over what one hold shows, and returns why that has ended.
func (h *handle) follow(one *hold) error {
	for update := range one.Updates() {
		if !h.pass(one, update) {
			one.Close()
			return lobby.ErrTooSlow
		}
	}
	return one.Ended()
}

// pass shows the reader an update of a hold, and reports whether there was room for it.
func (h *handle) pass(one *hold, update lobby.Update) bool {
	h.code, h.watches = update.Code, update.You == engine.Watcher
	update.Revision += one.base
	h.numberOn(one, &update)
	if ends := h.visit.node.stopsAt(); update.Draining.IsZero() {
		update.Draining = ends // as the room goes on, and the session does not
	}
	h.last = update
	h.last.Events, h.last.ByBot, h.last.Ended = nil, nil, nil
	return h.box.Put(update)
}

// numberOn gives what is said and noted the numbers by which the reader goes. Where the
// room has moved, its talk begins anew, and what it has noted by then is no news to somebody
// who was there all the time.
func (h *handle) numberOn(one *hold, update *lobby.Update) {
	if h.shown != nil && h.shown != one && !h.said.goesOn(h.last.Chat, update.Chat) && !h.noted.goesOn(h.last.Notes, update.Notes) {
		h.said.after(0)
		if n := len(update.Notes); n > 0 {
			h.noted.after(update.Notes[n-1].ID)
		}
	}
	h.shown = one
	update.Chat, update.Notes = h.said.tell(update.Chat), h.noted.tell(update.Notes)
}

// tellMoving says that the room moves, until the hold after shows it again. It follows
// from the connection alone, and from nothing that happens at the table.
func (h *handle) tellMoving() {
	h.last.Moving = true
	h.last.Revision++
	h.box.Put(h.last) // there is room: it has no endings
}

// end ends the handle.
func (h *handle) end(why error) {
	h.grip.end(why)
	h.box.End(nil)
}

// again finds the room that has moved, and comes to the same place there. A room that is
// not found for long is given up.
func (h *handle) again() (*hold, error) {
	ctx, cancel := context.WithTimeout(h.over, moveTime)
	defer cancel()
	var op lobby.Returns[lobby.Handle] = lobby.Join{Code: h.code}
	if h.watches {
		op = lobby.Watch{Code: h.code}
	}
	got, err := h.visit.come(ctx, op)
	if err != nil {
		if ctx.Err() != nil {
			return nil, errAway
		}
		return nil, err
	}
	h.mu.Lock()
	lists, follows, left := h.lists, h.follows, h.left
	h.mu.Unlock()
	if left { // as was known only by now
		_ = lobby.Give(ctx, got, lobby.Leave{}) // else it is as after a hang-up
	}
	if lists { // what the reader has asked for, the room has forgotten
		_ = lobby.Give(ctx, got, lobby.ListLegal{}) // else they see the same without
	}
	if follows != nil && h.watches {
		_ = lobby.Give(ctx, got, *follows)
	}
	return got, nil
}

// Updates implements lobby.Handle.
func (h *handle) Updates() <-chan lobby.Update { return h.box.Updates() }

// Do implements lobby.Handle. While the room moves the order waits; where nobody knows
// whether it was done it is repeated, as the room knows it again.
func (h *handle) Do(ctx context.Context, order lobby.Order) (lobby.Done, error) {
	if order.ID == "" {
		order = lobby.NewOrder(order.Do)
	}
	unknown := false // whether it was done, while it is tried again
	for {
		one, err := h.held(ctx)
		if err != nil && unknown {
			err = lobby.NoAnswer(err)
		}
		if err != nil {
			return lobby.Done{}, err
		}
		done, err := one.Do(ctx, order)
		if done.Revision > 0 {
			done.Revision += one.base
		}
		if err == nil {
			h.remember(order.Do)
		}
		if !h.visit.node.elsewhere(one.node, err) || ctx.Err() != nil {
			return done, err
		}
		unknown = unknown || errors.Is(err, lobby.ErrNoAnswer)
		if _, leaves := order.Do.(lobby.Leave); leaves {
			order = lobby.NewOrder(order.Do) // who has left has come back with the room
		}
		if !h.moved(ctx, one) {
			return done, err
		}
	}
}

// hasLeft reports whether the seat was given up for good.
func (h *handle) hasLeft() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.left
}

// remember notes what the reader wants to be shown.
func (h *handle) remember(do lobby.Do) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch do := do.(type) {
	case lobby.ListLegal:
		h.lists = true
	case lobby.Follow:
		h.follows = &do
	case lobby.Leave:
		h.left = true
	}
}

// Close implements lobby.Handle.
func (h *handle) Close() {
	h.stop()
	if one := h.current(); one != nil {
		one.Close()
	}
}
