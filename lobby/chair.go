package lobby

import (
	"context"
	"reflect"
	"sync/atomic"

	"parlor/engine"
)

// Chair is one session's hold on a seat, or on a watcher's place. Its methods
// may be called from any goroutine; none of them waits for another terminal.
type Chair struct {
	visit   *Visit
	room    *room
	name    string      // of the visitor when he came to the room
	updates chan Update // one slot; only the room's goroutine sends and closes
	ended   atomic.Pointer[error]

	// The room's goroutine alone uses what follows.
	seat   engine.Seat // where it holds one, else engine.Watcher
	last   Update
	match  engine.Match // of which last has the view
	shown  bool         // last has been sent
	closed bool
}

// Updates delivers the room through one slot, the newest only. It is closed
// when the hold ends; Ended then says why.
func (c *Chair) Updates() <-chan Update { return c.updates }

// Ended is why Updates was closed, as a sentence for the person: nil after
// Leave or Close.
func (c *Chair) Ended() error {
	if reason := c.ended.Load(); reason != nil {
		return *reason
	}
	return nil
}

// Do plays an action. A refusal is an *engine.Refusal.
func (c *Chair) Do(ctx context.Context, action engine.Action) error {
	return c.ask(ctx, func() error { return c.room.act(c, action) })
}

// Start begins the match, or after its end another one with the same people.
// Host only.
func (c *Chair) Start(ctx context.Context) error {
	return c.ask(ctx, func() error { return c.room.start(c) })
}

// AddBot puts a bot on a free seat. Host only, not during a match.
func (c *Chair) AddBot(ctx context.Context, level engine.Level) error {
	return c.ask(ctx, func() error { return c.room.addBot(c, level) })
}

// RemoveBot takes the bot of a seat away. Host only, not during a match.
func (c *Chair) RemoveBot(ctx context.Context, seat engine.Seat) error {
	return c.ask(ctx, func() error { return c.room.removeBot(c, seat) })
}

// Change replaces the plan's title, options, seats, clock and whether it is
// public. Host only, not during a match.
func (c *Chair) Change(ctx context.Context, plan Plan) error {
	return c.ask(ctx, func() error { return c.room.change(c, plan) })
}

// Leave gives the seat up for good and ends the hold.
func (c *Chair) Leave(ctx context.Context) error {
	return c.ask(ctx, func() error {
		c.room.leave(c)
		return nil
	})
}

// Close ends the hold as a hang-up does: the seat is kept.
func (c *Chair) Close() {
	c.room.tell(func() { c.room.hangUp(c) })
}

// ask runs an order in the room, unless the hold has ended meanwhile.
func (c *Chair) ask(ctx context.Context, order func() error) error {
	return c.room.ask(ctx, func() error {
		if c.closed {
			return errHoldEnded
		}
		return order()
	})
}

// view is what a seat sees of a match; the one that was shown last while the
// match has not moved on.
func (c *Chair) view(match engine.Match, seat engine.Seat) *engine.View {
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
func (c *Chair) publish(u Update) {
	u.Seq = c.last.Seq
	if c.closed || (c.shown && reflect.DeepEqual(u, c.last)) {
		return
	}
	u.Seq++
	c.last, c.shown = u, true
	select {
	case <-c.updates:
	default:
	}
	c.updates <- u
}

// end closes the updates and lets the visit forget the hold.
func (c *Chair) end(reason error) {
	if !c.closed {
		c.closed = true
		c.ended.Store(&reason)
		close(c.updates)
		c.visit.drop(c)
	}
}
