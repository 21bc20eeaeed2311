package local

import (
	"context"
	"reflect"
	"slices"
	"sync/atomic"

	"parlor/budget"
	"parlor/engine"
	"parlor/lobby"
)

// handle is one session's hold on a seat, or on a watcher's place. Its methods
// may be called from any goroutine; none of them waits for another terminal.
type handle struct {
	visit   *visit
	room    *room
	name    string            // of the visitor when he came to the room
	updates chan lobby.Update // one slot; only the room's goroutine sends and closes
	ended   atomic.Pointer[error]
	newest  atomic.Uint64 // Revision of the update that was put into the slot last

	// The room's goroutine alone uses what follows.
	eyes   engine.Seat  // of a watcher: whose eyes it follows
	seat   engine.Seat  // where it holds one, else engine.Watcher
	last   lobby.Update // without what is told once
	lists  bool         // wants to know what is legal
	match  engine.Match // of which last has the view
	listed listed
	shown  bool // last has been sent
	closed bool
}

// Updates delivers the room through one slot, the newest only. It is closed
// when the hold ends; Ended then says why.
func (c *handle) Updates() <-chan lobby.Update { return c.updates }

// Ended is why Updates was closed, as a sentence for the person: nil after
// Leave or Close.
func (c *handle) Ended() error {
	if reason := c.ended.Load(); reason != nil {
		return *reason
	}
	return nil
}

// Do implements lobby.Handle.
func (c *handle) Do(ctx context.Context, order lobby.Order) (lobby.Done, error) {
	give := c.ask
	if _, leaves := order.Do.(lobby.Leave); leaves {
		give = c.request
	}
	err := give(ctx, func() error { return c.room.carryOut(c, order) })
	return lobby.Done{Revision: lobby.Revision(c.newest.Load())}, err
}

// Close ends the hold as a hang-up does: the seat is kept.
func (c *handle) Close() {
	c.room.tell(func() { c.room.hangUp(c) })
}

// ask runs an order in the room. Whoever gives orders faster than anybody plays
// is refused with a *budget.Refusal before the room knows of it.
func (c *handle) ask(ctx context.Context, order func() error) error {
	if err := c.visit.spend(budget.Orders); err != nil {
		return err
	}
	return c.request(ctx, order)
}

// request runs an order in the room, unless the hold has ended meanwhile.
func (c *handle) request(ctx context.Context, order func() error) error {
	return c.room.ask(ctx, func() error {
		if c.closed {
			return errHoldEnded
		}
		return order()
	})
}

// view is what a seat sees of a match; the one that was shown last while the
// match has not moved on.
func (c *handle) view(match engine.Match, seat engine.Seat) *engine.View {
	if match == nil {
		c.match = nil
		return nil
	}
	if match == c.match && c.last.Match != nil && c.last.Match.Seat == seat {
		return c.last.Match
	}
	c.match = match
	view := match.View(seat)
	return &view
}

// publish puts an update into the slot in place of an older one, unless it
// says the same as the last: what this chair may not know must not even show
// as a repetition.
func (c *handle) publish(u lobby.Update) {
	u.Revision = c.last.Revision
	events, endings := u.Events, u.Ended
	u.Events, u.Ended = nil, nil
	if c.closed || (c.shown && len(events)+len(endings) == 0 && reflect.DeepEqual(u, c.last)) {
		return
	}
	u.Revision++
	c.last, c.shown = u, true
	select {
	case missed := <-c.updates:
		if len(missed.Ended)+len(endings) > maxEndings {
			c.updates <- missed
			c.room.hangUpSlow(c)
			return
		}
		events = slices.Concat(missed.Events, events)
		endings = slices.Concat(missed.Ended, endings)
	default:
	}
	u.Events, u.Ended = events[max(0, len(events)-maxEvents):], endings
	c.updates <- u
	c.newest.Store(uint64(u.Revision))
}

// How much a chair keeps for a reader that does not take its updates: of the
// events the newest, and of the endings all, or it is hung up.
const (
	maxEvents  = 1000
	maxEndings = 64
)

// legal lists what a seat may do, nil where it is more than maxLegal or the
// chair does not want to know.
func (c *handle) legal(match engine.Match, seat engine.Seat) []engine.Action {
	if !c.lists || match == nil || seat == engine.Watcher {
		return nil
	}
	if c.listed.match == match && c.listed.seat == seat {
		return c.listed.actions
	}
	actions := []engine.Action{}
	for action := range match.Legal(seat) {
		if actions = append(actions, action); len(actions) > maxLegal {
			actions = nil
			break
		}
	}
	c.listed = listed{match, seat, actions}
	return actions
}

// maxLegal is how many actions are listed; where there are more, the grammar
// in the view says what is legal.
const maxLegal = 500

// listed are the legal actions of a seat at one moment of a match.
type listed struct {
	match   engine.Match
	seat    engine.Seat
	actions []engine.Action
}

// end closes the updates and lets the visit forget the hold.
func (c *handle) end(reason error) {
	if !c.closed {
		c.closed = true
		c.ended.Store(&reason)
		close(c.updates)
		c.visit.drop(c)
	}
}
