package room

import (
	"context"
	"sync/atomic"
	"time"
	"weak"

	"parlor/engine"
	"parlor/lobby"
)

// Handle is a session's reference to its seat or spectator's place in a room. Its methods
// are safe for concurrent use and never wait for another client.
type Handle struct {
	guest   Client
	room    receiver
	code    string                 // of the room
	name    string                 // the client's name when it entered
	updates lobby.UpdateSlot       // only the outbox puts and ends
	out     *outbox                // of the room; nil sends without delay
	turn    chan struct{}          // one slot: serializes actions
	newest  atomic.Uint64          // Revision of the latest update in the slot
	latest  atomic.Pointer[latest] // what the latest update showed; set before the update is in the slot

	// The fields below belong to the room's goroutine.
	viewpoint engine.Seat               // of a spectator: the seat whose hand is shown
	seat      engine.Seat               // engine.Watcher without a seat
	shown     lobby.Revision            // of the latest published update
	lists     bool                      // the client wants the legal actions
	match     engine.Match              // the match that seen is a view of
	seen      weak.Pointer[engine.View] // the latest view, while its reader holds it
	listed    listed
	closed    bool
}

// Updates returns the one-slot channel of updates. It is closed when the handle ends; Ended
// then returns the reason.
func (h *Handle) Updates() <-chan lobby.Update { return h.updates.Updates() }

// Ended returns why Updates was closed, as a message for the player. It is nil after Leave
// or Close.
func (h *Handle) Ended() error { return h.updates.Ended() }

// Code returns the code of the room.
func (h *Handle) Code() string { return h.code }

// receiver is the part of a room that its handles use.
type receiver interface {
	// submit executes a request and waits for the answer.
	submit(ctx context.Context, h *Handle, request lobby.Request) error
	// hangUp closes a handle and keeps the seat. It does not wait for an answer.
	hangUp(h *Handle)
	// showAgain publishes the current state to one handle. It does not wait for an answer.
	showAgain(h *Handle)
}

// Client is the part of a session that a room uses.
type Client interface {
	ID() string  // Identity.ID
	Guest() bool // has no key
	// Program reports whether it is an API client.
	Program() bool
	Name() string
	// MayDo charges an operation by its rate and returns an error if the client is over the
	// limit.
	MayDo(rate lobby.Rate) error
	// Mutes reports whether the client has muted a person.
	Mutes(id string) bool
	// CleanMessage returns the cleaned text of a chat message, or an error if the client is
	// over the limit.
	CleanMessage(text string) (string, error)
	// Keep registers a handle to be closed with the session, and reports whether the
	// session is still open. Drop unregisters it.
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

// forward sends a request to the room, one action at a time. If the state that was shown to the
// reader rules out an action, forward refuses it without asking the room, so that the delay reveals
// nothing to players who are not to move.
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

// refusalTick is the grid to which refusals without asking the room are delayed. It is
// several times the error of a Go timer, and coarse compared to cache effects that would
// reveal whether another player has just acted in secret.
const refusalTick = 5 * time.Millisecond

// waitForTick blocks until the next multiple of refusalTick or until ctx is done.
func waitForTick(ctx context.Context) {
	now := time.Now()
	timer := time.NewTimer(now.Truncate(refusalTick).Add(refusalTick).Sub(now))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// refusal returns why the reader's seat, which is not to move, cannot play an action. It
// returns nil if the room has to be asked, also if the rules panic.
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

// Close closes the handle like a disconnect: the seat is kept.
func (h *Handle) Close() { h.room.hangUp(h) }

// ShowAgain publishes the current state again after a change of the client's muted people.
func (h *Handle) ShowAgain() { h.room.showAgain(h) }

// longestAction bounds the notation of an action, in bytes.
const longestAction = 200

// mayTry refuses actions that no game allows.
func mayTry(seat engine.Seat, action engine.Action, paused bool) error {
	switch {
	case seat == engine.Watcher:
		return errWatching()
	case paused && action != engine.Resign:
		return lobby.ErrPaused
	case action == engine.Timeout || action == engine.Enough || len(action) > longestAction:
		return engine.Refuse(engine.NotAnAction, "That is no action of this game.")
	}
	return nil
}

// latest holds the part of the state last shown to a reader that decides whether they may act.
type latest struct {
	seat        engine.Seat
	match       engine.Match // the match whose view was shown; nil while gathering
	moves       bool         // the seat is to move
	paused      bool
	maySecretly bool       // another seat may be able to act in secret
	given       doneOrders // the orders done by then
}

// view returns a seat's view of a match. It reuses the last view while its reader still holds it,
// or a view that was made for another reader. The handle does not keep the view alive.
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

// views caches the views of one publication, as several readers may share a viewpoint.
type views map[perspective]*engine.View

// of returns a seat's view of a match, making it if necessary.
func (v views) of(match engine.Match, seat engine.Seat) *engine.View {
	one := perspective{seat, match}
	if _, made := v[one]; !made {
		view := match.View(seat)
		v[one] = &view
	}
	return v[one]
}

// publish puts an update into the slot, in place of an older one, and calls slow if the
// reader is too slow.
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

// putLater calls put when the update may leave the room. It is separate from publish so that its
// closure allocates only when needed.
func (h *Handle) putLater(u lobby.Update, shown *latest, slow func(*Handle)) {
	h.out.emit(func() { h.put(u, shown, slow) })
}

// put puts an update into the slot when it is due. latest is stored first, so that an
// action after the update is not refused because of an older one.
func (h *Handle) put(u lobby.Update, shown *latest, slow func(*Handle)) {
	h.latest.Store(shown)
	if !h.updates.Put(u) {
		slow(h)
		return
	}
	h.newest.Store(uint64(u.Revision))
}

// legal returns the legal actions of a seat. It is nil if there are more than maxLegal or
// the client does not want them.
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

// maxLegal bounds the listed actions. If there are more, the grammar in the view describes
// them.
const maxLegal = 500

// listed caches the legal actions of a seat at one position of a match.
type listed struct {
	match   engine.Match
	seat    engine.Seat
	actions []engine.Action
}

// end closes the updates and unregisters the handle from its session.
func (h *Handle) end(reason error) {
	if !h.closed {
		h.closed = true
		h.out.emit(func() {
			h.updates.End(reason)
			h.guest.Drop(h)
		})
	}
}

// perspective is the seat from which a reader sees a match, and the match as seen.
type perspective struct {
	from  engine.Seat  // engine.Watcher for the public view
	match engine.Match // nil for the public view
}
