package cluster

import (
	"context"
	"errors"
	"sync/atomic"

	"parlor/lobby"
)

// nodeHandle is a handle at one particular node.
type nodeHandle[U any] struct {
	lobby.HandleOf[U]
	node  string
	leave func()        // called once it has ended
	base  atomic.Uint64 // of a room: number of revisions shown that are not of this node
}

// Do implements lobby.Doer.
func (h *nodeHandle[U]) Do(ctx context.Context, request lobby.Request) (any, error) {
	answer, err := h.HandleOf.Do(ctx, request)
	return answer, forPlayers(err)
}

// enter sends a request that opens a handle at one node.
func enter[U any, P lobby.HandleOf[U]](ctx context.Context, v *sessions, node string, request lobby.Request) (*nodeHandle[U], error) {
	stay, leave, err := v.at(ctx, node)
	if err != nil {
		return nil, err
	}
	inner, err := lobby.AnswerTo[P](ctx, stay, request)
	if err != nil {
		leave()
		return nil, err
	}
	return &nodeHandle[U]{HandleOf: inner, node: node, leave: leave}, nil
}

// codeOf returns the code of the room or game night that an operation names.
func codeOf(op any) string {
	o, _ := lobby.FindOperation(op)
	return o.Code(op)
}

// enterAnywhere opens a handle at the node that owns the room or game night named by an operation.
func enterAnywhere[U any, P lobby.HandleOf[U]](ctx context.Context, v *sessions, op lobby.Returns[P]) (got *nodeHandle[U], err error) {
	request := lobby.NewRequest(op)
	err = v.node.at(ctx, codeOf(op), func(node string) error {
		got, err = enter[U, P](ctx, v, node, request)
		return err
	})
	return got, err
}

// handle is a session's handle of a room or game night on any node. While that moves there is no nodeHandle, and the
// last update remains.
type handle[U any] struct {
	binding[*nodeHandle[U]]

	sessions *sessions
	reader   reader[U]
	updates  lobby.Latest[U]
	over     context.Context //nolint:containedctx // of the handle: until Close, or that of its session
	stop     context.CancelFunc
}

// reader holds what was shown through a handle, and implements the differences between rooms and
// game nights. Only the goroutine of carry calls pass, moving and again.
type reader[U any] interface {
	// pass returns an update of a nodeHandle in the form in which it is shown.
	pass(from *nodeHandle[U], update U) U
	// moving returns the update to show until there is a nodeHandle again. It reports false if
	// nothing was shown before.
	moving() (U, bool)
	// stopping returns the update to show once it is known when this process stops. It reports false if there is
	// nothing new to show.
	stopping(from *nodeHandle[U]) (U, bool)
	// again opens the same place at its current node.
	again(ctx context.Context) (*nodeHandle[U], error)
	// did returns the answer to an operation with the numbers that the reader has been shown.
	did(from *nodeHandle[U], op, answer any, err error) any
	// repeats returns the request to send to another nodeHandle in place of one without an answer, and false if it
	// must not be repeated. If unknown is set, the request may have been done.
	repeats(request lobby.Request, unknown bool) (lobby.Request, bool)
	// hasLeft reports whether the player has left the place permanently.
	hasLeft() bool
}

// newHandle returns a handle that starts with a nodeHandle. Updates already available can be received at once; the
// caller must start carry for the others.
func newHandle[U any](v *sessions, first *nodeHandle[U], reader reader[U], empty func() lobby.Latest[U]) *handle[U] {
	over, stop := context.WithCancel(v.over) //nolint:gosec // carry and Close call it
	h := &handle[U]{binding: newBinding(first), sessions: v, reader: reader, updates: empty(), over: over, stop: stop}
	select {
	case update, open := <-first.Updates():
		if open {
			h.updates.Put(reader.pass(first, update))
		}
	default:
	}
	return h
}

// carry copies updates from one nodeHandle after the other.
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
	h.updates.End(nil)
}

// next copies the updates of one nodeHandle until it ends, and returns the next one, or nil and the reason.
func (h *handle[U]) next(one *nodeHandle[U]) (*nodeHandle[U], error) {
	why := h.follow(one)
	one.leave()
	if h.over.Err() != nil || h.reader.hasLeft() {
		return nil, nil
	}
	moving, shown := h.reader.moving()
	if !h.sessions.node.elsewhere(one.node, why) || !shown {
		return nil, why
	}
	h.set(nil)
	h.updates.Put(moving) // cannot block: no end was put
	ctx, cancel := context.WithTimeout(h.over, moveTime)
	defer cancel()
	next, err := h.reader.again(ctx)
	if err != nil && ctx.Err() != nil {
		err = errUnreachable // not found before moveTime had passed
	}
	return next, err
}

// follow copies the updates of one nodeHandle and returns why it has ended.
func (h *handle[U]) follow(one *nodeHandle[U]) error {
	stops := h.sessions.node.known
	for {
		var next U
		select {
		case update, open := <-one.Updates():
			if !open {
				return one.Ended()
			}
			next = h.reader.pass(one, update)
		case <-stops:
			stops = nil
			update, news := h.reader.stopping(one)
			if !news {
				continue
			}
			next = update
		}
		if !h.updates.Put(next) {
			one.Close()
			return lobby.ErrTooSlow
		}
	}
}

// Updates implements lobby.HandleOf.
func (h *handle[U]) Updates() <-chan U { return h.updates.Updates() }

// Do implements lobby.Doer. It waits while there is no nodeHandle. A request with an unknown outcome is repeated
// unless that could do it twice.
func (h *handle[U]) Do(ctx context.Context, request lobby.Request) (any, error) {
	if request.ID == "" {
		request = lobby.NewRequest(request.Op)
	}
	unknown := false // the outcome of an earlier try is unknown
	for {
		one, err := h.get(ctx)
		if err != nil && unknown {
			err = lobby.NoAnswer(err)
		}
		if err != nil {
			return nil, err
		}
		answer, err := one.Do(ctx, request)
		answer = h.reader.did(one, request.Op, answer, err)
		if !h.sessions.node.elsewhere(one.node, err) || ctx.Err() != nil {
			return answer, err
		}
		unknown = unknown || errors.Is(err, lobby.ErrNoAnswer)
		repeated, again := h.reader.repeats(request, unknown)
		if !again || !h.isReplaced(ctx, one) {
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
