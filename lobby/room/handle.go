package room

import (
	"context"
	"sync/atomic"
	"time"
	"weak"

	"parlor/engine"
	"parlor/lobby"
)

// Handle is one session's hold on a seat, or on a spectator's place. Its methods
// may be called from any goroutine; none of them waits for another terminal.
type Handle struct {
	guest   Guest
	room    receiver
	code    string                 // of the room
	name    string                 // of the visitor when they came to the room
	updates lobby.UpdateSlot       // only the outbox puts and ends
	out     *outbox                // of the room; nil lets everything leave at once
	turn    chan struct{}          // one slot: plays one action after the other
	newest  atomic.Uint64          // Revision of the update that was put into the slot last
	latest  atomic.Pointer[latest] // what the update showed that is put in last, or is about to be; nil before the first

	// Only the room uses what follows, as it does its work.
	viewpoint engine.Seat               // of a spectator: the seat whose hand it is shown
	seat      engine.Seat               // where it holds one, else engine.Watcher
	shown     lobby.Revision            // of the update that was published last
	lists     bool                      // wants to know what is legal
	match     engine.Match              // of which seen is the view
	seen      weak.Pointer[engine.View] // that was shown last, while its reader has it still; nil for none
	listed    listed
	closed    bool
}

// Updates delivers the room through one slot, the newest only. It is closed
// when the hold ends; Ended then says why.
func (h *Handle) Updates() <-chan lobby.Update { return h.updates.Updates() }

// Ended is why Updates was closed, as a sentence for the person: nil after
// Leave or Close.
func (h *Handle) Ended() error { return h.updates.Ended() }

// Code is the code of the room.
func (h *Handle) Code() string { return h.code }

// receiver is a room as the holds on its places know it.
type receiver interface {
	// submit has a request done of the holder of a handle, and waits for the answer.
	submit(ctx context.Context, h *Handle, request lobby.Request) error
	// hangUp ends a hold; the seat is kept. It waits for no answer.
	hangUp(h *Handle)
	// showAgain publishes to one hold what is; it waits for no answer.
	showAgain(h *Handle)
}

// Guest is a session, as far as a room needs it.
type Guest interface {
	ID() string  // Identity.ID
	Guest() bool // came without a key
	// Program reports whether it is a program, and not somebody at a screen or a line.
	Program() bool
	Name() string
	// MayDo charges an operation of a rate, and refuses what is too much.
	MayDo(rate lobby.Rate) error
	// Mutes reports whether they have muted the person with an identity.
	Mutes(id string) bool
	// Utter cleans what somebody says, and refuses what is too much.
	Utter(text string) (string, error)
	// Keep notes a hold, to be closed with the session; it reports whether the
	// session still goes on. Drop forgets it.
	Keep(h *Handle) bool
	Drop(h *Handle)
}

// Do implements lobby.Handle.
func (h *Handle) Do(ctx context.Context, request lobby.Request) (any, error) {
	op, err := lobby.OfRoom.Find(request.Op)
	if err == nil {
		err = h.guest.MayDo(op.Rate)
	}
	if err == nil {
		err = h.forward(ctx, request)
	}
	return lobby.Done{Revision: lobby.Revision(h.newest.Load())}, err
}

// forward has a request done by the room, unless what its reader has been shown refuses it
// already: who is not to move learns nothing from how long the room takes. One action
// is played after the other.
func (h *Handle) forward(ctx context.Context, request lobby.Request) error {
	play, plays := request.Op.(lobby.Play)
	if !plays {
		return h.room.submit(ctx, h, request)
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return lobby.NotAsked(ctx.Err())
	}
	if seen := h.latest.Load(); seen != nil && !seen.given.has(h.guest.ID(), request.ID) {
		if err := seen.refusal(play.Action); err != nil {
			if seen.maySecretly {
				waitForTick(ctx)
			}
			return err
		}
	}
	return h.room.submit(ctx, h, request)
}

// refusalTick is the grid of the times of refusals that do not ask the room. It is some
// times as long as a timer of Go is late, which is up to a millisecond, and
// coarse beside what the caches of a processor make of a refusal, which would tell
// whether another player has just acted in secret.
const refusalTick = 5 * time.Millisecond

// waitForTick returns at the next multiple of refusalTick, or when ctx is done.
func waitForTick(ctx context.Context) {
	now := time.Now()
	timer := time.NewTimer(now.Truncate(refusalTick).Add(refusalTick).Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// refusal is why the reader's seat, which is not to move, cannot play an action; nil
// where the room has to be asked, as it has where the rules break: the room answers
// for that.
func (l *latest) refusal(action engine.Action) (err error) {
	defer func() {
		if recover() != nil {
			err = nil
		}
	}()
	if l.match == nil || l.moves {
		return nil
	}
	if err := mayTry(l.seat, action, l.paused); err != nil {
		return err
	}
	_, _, err = l.match.Play(l.seat, action)
	return err
}

// Close ends the hold as a hang-up does: the seat is kept.
func (h *Handle) Close() { h.room.hangUp(h) }

// ShowAgain publishes what the hold shows once more, after whom its guest has muted has
// changed.
func (h *Handle) ShowAgain() { h.room.showAgain(h) }

// longestAction in bytes; no game's notation comes near it.
const longestAction = 200

// mayTry refuses what cannot be played whatever the game says.
func mayTry(seat engine.Seat, action engine.Action, paused bool) error {
	switch {
	case seat == engine.Watcher:
		return errWatching()
	case paused && action != engine.Resign:
		return lobby.ErrPaused
	case action == engine.Timeout || len(action) > longestAction:
		return engine.Refuse(engine.NotAnAction, "That is no action of this game.")
	}
	return nil
}

// latest is what a reader was shown last, as far as it says whether they may act.
type latest struct {
	seat        engine.Seat
	match       engine.Match // of which they were shown the seat's view; nil while gathering
	moves       bool         // the seat is to move
	paused      bool
	maySecretly bool       // another seat may be able to act in secret
	given       doneOrders // orders that were done by then
}

// view is what a seat sees of a match; the one that was shown last while the
// match has not moved on and its reader still has that one, or one that was made
// for somebody else. A view that nobody shows takes no memory.
func (h *Handle) view(match engine.Match, seat engine.Seat, made views) *engine.View {
	if match == nil {
		h.match, h.seen = nil, weak.Pointer[engine.View]{}
		return nil
	}
	if seen := h.seen.Value(); seen != nil && match == h.match && seen.Seat == seat {
		return seen
	}
	view := made.of(match, seat)
	h.match, h.seen = match, weak.Make(view)
	return view
}

// views are those that are made as something is published: several readers may
// have the same viewpoint.
type views map[perspective]*engine.View

// of is what a seat sees of a match, made once.
func (v views) of(match engine.Match, seat engine.Seat) *engine.View {
	one := perspective{seat, match}
	if _, made := v[one]; !made {
		view := match.View(seat)
		v[one] = &view
	}
	return v[one]
}

// publish puts an update into the slot in place of an older one, and calls slow if
// there is no room for it.
func (h *Handle) publish(u lobby.Update, shown *latest, slow func(*Handle)) {
	if h.closed {
		return
	}
	h.shown++
	u.Revision = h.shown
	if h.out.leavesAtOnce() {
		h.put(u, shown, slow)
		return
	}
	h.putLater(u, shown, slow)
}

// putLater is apart from publish, as an update that waits takes memory of its own.
func (h *Handle) putLater(u lobby.Update, shown *latest, slow func(*Handle)) {
	h.out.emit(func() { h.put(u, shown, slow) })
}

// put is publish, once it is time. Whoever has taken the update is not refused by an
// older one any more.
func (h *Handle) put(u lobby.Update, shown *latest, slow func(*Handle)) {
	h.latest.Store(shown)
	if !h.updates.Put(u) {
		slow(h)
		return
	}
	h.newest.Store(uint64(u.Revision))
}

// legal lists what a seat may do, nil where it is more than maxLegal or the
// reader does not want to know.
func (h *Handle) legal(match engine.Match, seat engine.Seat) []engine.Action {
	if !h.lists || match == nil || seat == engine.Watcher {
		return nil
	}
	if h.listed.match == match && h.listed.seat == seat {
		return h.listed.actions
	}
	actions := []engine.Action{}
	for action := range match.Legal(seat) {
		if actions = append(actions, action); len(actions) > maxLegal {
			actions = nil
			break
		}
	}
	h.listed = listed{match, seat, actions}
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

// end closes the updates and lets the session forget the hold.
func (h *Handle) end(reason error) {
	if !h.closed {
		h.closed = true
		h.out.emit(func() {
			h.updates.End(reason)
			h.guest.Drop(h)
		})
	}
}

// perspective is the seat from which somebody sees the match, and the match as they see it.
type perspective struct {
	from  engine.Seat  // engine.Watcher for the public view
	match engine.Match // nil for the public view
}
