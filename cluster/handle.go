package cluster

import (
	"context"
	"errors"

	"parlor/lobby"
)

// hold is a place at one node.
type hold[U any] struct {
	lobby.HandleOf[U]
	node  string
	leave func()         // once it has ended
	base  lobby.Revision // of a room: that was shown under the holds before
}

// Do implements lobby.Doer.
func (h *hold[U]) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := h.HandleOf.Do(ctx, request)
	return answer, forPlayers(err)
}

// enter comes to a place at one node, by a request that opens it there.
func enter[U any, P lobby.HandleOf[U]](ctx context.Context, v *presence, node string, request lobby.Request) (*hold[U], error) {
	stay, leave, err := v.stay(ctx, node)
	if err != nil {
		return nil, err
	}
	inner, err := lobby.AnswerTo[P](ctx, stay, request)
	if err != nil {
		leave()
		return nil, err
	}
	return &hold[U]{HandleOf: inner, node: node, leave: leave}, nil
}

// codeOf is the code of the room or night that an operation is about, which has one.
func codeOf(op any) string {
	o, _ := lobby.FindOperation(op)
	return o.Code(op)
}

// come comes to the room or the game night that an operation is about, wherever it is.
func come[U any, P lobby.HandleOf[U]](ctx context.Context, v *presence, op lobby.Returns[P]) (got *hold[U], err error) {
	request := lobby.NewRequest(op)
	err = v.node.at(ctx, codeOf(op), func(node string) error {
		got, err = enter[U, P](ctx, v, node, request)
		return err
	})
	return got, err
}

// handle is one session's place in a room or at a game night, wherever that is: while it
// moves to another node there is no hold, and the reader goes on with what they were shown
// last.
type handle[U any] struct {
	grip[*hold[U]]

	session *presence
	reader  reader[U]
	box     lobby.Latest[U]
	over    context.Context //nolint:containedctx // of the handle: until Close, or its visit's
	stop    context.CancelFunc
}

// reader is what the reader of a handle was shown, and what a room and a game night do
// differently. Only the goroutine that carries updates over uses pass, moving and again.
type reader[U any] interface {
	// pass returns an update of a hold as it is shown.
	pass(from *hold[U], update U) U
	// moving returns what is shown until there is a hold again, and false if nothing was
	// shown before.
	moving() (U, bool)
	// again comes to the same place wherever it is now.
	again(ctx context.Context) (*hold[U], error)
	// did returns the answer to an operation of a hold as the reader counts.
	did(from *hold[U], op, answer any, err error) any
	// repeats returns the request by which another hold does a request again, and false if
	// none may; unknown says that it may have been done.
	repeats(request lobby.Request, unknown bool) (lobby.Request, bool)
	// hasLeft reports whether the place was given up for good.
	hasLeft() bool
}

// newHandle returns a handle that begins with a hold. What is shown there already can be
// taken at once, as in one process; go carry carries the rest.
func newHandle[U any](v *presence, first *hold[U], reader reader[U], empty func() lobby.Latest[U]) *handle[U] {
	over, stop := context.WithCancel(v.over) //nolint:gosec // carry and Close call it
	h := &handle[U]{grip: newGrip(first), session: v, reader: reader, box: empty(), over: over, stop: stop}
	select {
	case update, open := <-first.Updates():
		if open {
			h.box.Put(reader.pass(first, update))
		}
	default:
	}
	return h
}

// carry carries updates over, from one hold after the other.
func (h *handle[U]) carry() {
	defer h.stop()
	err := error(nil)
	for one := h.current(); one != nil; {
		if one, err = h.next(one); one != nil {
			h.set(one)
			if h.over.Err() != nil {
				one.Close()
			}
		}
	}
	if h.over.Err() != nil || h.reader.hasLeft() {
		err = nil // it was closed meanwhile
	}
	h.end(err)
	h.box.End(nil)
}

// next carries over what one hold shows, until that ends, and returns the next one; nil if
// there is none, and why.
func (h *handle[U]) next(one *hold[U]) (*hold[U], error) {
	why := h.follow(one)
	one.leave()
	if h.over.Err() != nil || h.reader.hasLeft() {
		return nil, nil
	}
	moving, shown := h.reader.moving()
	if !h.session.node.elsewhere(one.node, why) || !shown {
		return nil, why
	}
	h.set(nil)
	h.box.Put(moving) // there is room: it has no endings
	ctx, cancel := context.WithTimeout(h.over, moveTime)
	defer cancel()
	next, err := h.reader.again(ctx)
	if err != nil && ctx.Err() != nil {
		err = errAway // it was not found for long
	}
	return next, err
}

// follow carries over what one hold shows, and returns why that has ended.
func (h *handle[U]) follow(one *hold[U]) error {
	for update := range one.Updates() {
		if !h.box.Put(h.reader.pass(one, update)) {
			one.Close()
			return lobby.ErrTooSlow
		}
	}
	return one.Ended()
}

// Updates implements lobby.HandleOf.
func (h *handle[U]) Updates() <-chan U { return h.box.Updates() }

// Do implements lobby.Doer. While there is no hold the request waits; if nobody knows
// whether it was done it is repeated, if that does not do it twice.
func (h *handle[U]) Do(ctx context.Context, request lobby.Request) (any, error) {
	if request.ID == "" {
		request = lobby.NewRequest(request.Op)
	}
	unknown := false // whether it was done, while it is tried again
	for {
		one, err := h.held(ctx)
		if err != nil && unknown {
			err = lobby.NoAnswer(err)
		}
		if err != nil {
			return nil, err
		}
		answer, err := one.Do(ctx, request)
		answer = h.reader.did(one, request.Op, answer, err)
		if !h.session.node.elsewhere(one.node, err) || ctx.Err() != nil {
			return answer, err
		}
		unknown = unknown || errors.Is(err, lobby.ErrNoAnswer)
		repeated, again := h.reader.repeats(request, unknown)
		if !again || !h.moved(ctx, one) {
			return answer, err
		}
		request = repeated
	}
}

// Close implements lobby.HandleOf.
func (h *handle[U]) Close() {
	h.stop()
	if one := h.current(); one != nil {
		one.Close()
	}
}
