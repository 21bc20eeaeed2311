package lobby

import (
	"context"
	"reflect"
	"slices"
	"sync/atomic"

	"parlor/budget"
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
	newest  atomic.Uint64 // Seq of the update that was put into the slot last

	// The room's goroutine alone uses what follows.
	eyes   engine.Seat  // of a watcher: whose eyes it follows
	seat   engine.Seat  // where it holds one, else engine.Watcher
	last   Update       // without what is told once
	lists  bool         // wants to know what is legal
	match  engine.Match // of which last has the view
	listed listed
	shown  bool // last has been sent
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

// Newest is the Seq of the newest update that was put into the slot, 0 before
// the first. Once an order has returned, the first update whose Seq is Newest
// or more shows what came of it, also where that was nothing: it may have been
// taken long before. Newest counts this hold's own updates and nothing else, so
// that it tells no more than they do.
func (c *Chair) Newest() uint64 { return c.newest.Load() }

// Do plays an action. A refusal is an *engine.Refusal.
func (c *Chair) Do(ctx context.Context, action engine.Action) error {
	return c.ask(ctx, func() error { return c.room.act(c, action) })
}

// Start begins the match, or after its end another one with the same people.
// Host only.
func (c *Chair) Start(ctx context.Context) error {
	return c.ask(ctx, func() error { return c.room.start(c) })
}

// Ready says that this person wants the next match, or the next round, to
// begin; before a match it can be taken back. Once all seats are taken and all
// people on them are ready, the match begins.
func (c *Chair) Ready(ctx context.Context, ready bool) error {
	return c.ask(ctx, func() error { return c.room.ready(c, ready) })
}

// Say tells something to everybody in the room.
func (c *Chair) Say(ctx context.Context, text string) error {
	return c.ask(ctx, func() error { return c.room.say(c, text) })
}

// Pause says that this person wants the match to stand still, or no longer. It
// does once all people who are there want it, and goes on when one of them
// does not.
func (c *Chair) Pause(ctx context.Context, pause bool) error {
	return c.ask(ctx, func() error { return c.room.pause(c, pause) })
}

// Kick sends somebody away by name, from a seat or from watching; out for good
// if asked for. In a match a bot takes their seat and plays on; in one that
// counts for ratings they have to have been away as long as a seat is kept, and
// then it counts for nobody. Host only.
func (c *Chair) Kick(ctx context.Context, name string, keepOut bool) error {
	return c.ask(ctx, func() error { return c.room.kick(c, name, keepOut) })
}

// HandOver makes the person on a seat the host. Host only.
func (c *Chair) HandOver(ctx context.Context, seat engine.Seat) error {
	return c.ask(ctx, func() error { return c.room.handOver(c, seat) })
}

// Swap lets two seats change places. Host only, not during a match.
func (c *Chair) Swap(ctx context.Context, one, other engine.Seat) error {
	return c.ask(ctx, func() error { return c.room.swap(c, one, other) })
}

// ShowEyes says whether watchers may see what this seat sees.
func (c *Chair) ShowEyes(ctx context.Context, show bool) error {
	return c.ask(ctx, func() error { return c.room.showEyes(c, show) })
}

// Follow lets a watcher see with a seat's eyes, as far as its person allows and
// Plan.EyesDelay moves late; engine.Watcher goes back to the public view.
func (c *Chair) Follow(ctx context.Context, seat engine.Seat) error {
	return c.ask(ctx, func() error { return c.room.follow(c, seat) })
}

// List makes the updates from now on hold the legal actions of the seat.
func (c *Chair) List(ctx context.Context) error {
	return c.ask(ctx, func() error {
		c.lists = true
		return nil
	})
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

// Leave gives the seat up for good and ends the hold. It is never too much.
func (c *Chair) Leave(ctx context.Context) error {
	return c.request(ctx, func() error {
		c.room.leave(c)
		return nil
	})
}

// Close ends the hold as a hang-up does: the seat is kept.
func (c *Chair) Close() {
	c.room.tell(func() { c.room.hangUp(c) })
}

// ask runs an order in the room. Whoever gives orders faster than anybody plays
// is refused with a *budget.Refusal before the room knows of it.
func (c *Chair) ask(ctx context.Context, order func() error) error {
	if err := c.visit.spend(budget.Orders); err != nil {
		return err
	}
	return c.request(ctx, order)
}

// request runs an order in the room, unless the hold has ended meanwhile.
func (c *Chair) request(ctx context.Context, order func() error) error {
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
	events, endings := u.Events, u.Ended
	u.Events, u.Ended = nil, nil
	if c.closed || (c.shown && len(events)+len(endings) == 0 && reflect.DeepEqual(u, c.last)) {
		return
	}
	u.Seq++
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
	c.newest.Store(u.Seq)
}

// How much a chair keeps for a reader that does not take its updates: of the
// events the newest, and of the endings all, or it is hung up.
const (
	maxEvents  = 1000
	maxEndings = 64
)

// legal lists what a seat may do, nil where it is more than maxLegal or the
// chair does not want to know.
func (c *Chair) legal(match engine.Match, seat engine.Seat) []engine.Action {
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
func (c *Chair) end(reason error) {
	if !c.closed {
		c.closed = true
		c.ended.Store(&reason)
		close(c.updates)
		c.visit.drop(c)
	}
}
