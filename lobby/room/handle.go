package room

import (
	"context"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Do implements lobby.Handle.
func (h *Handle) Do(ctx context.Context, order lobby.Order) (lobby.Done, error) {
	err := error(nil)
	if _, leaves := order.Do.(lobby.Leave); !leaves {
		err = h.guest.MayOrder(order.Do)
	}
	if err == nil {
		err = h.forward(ctx, order)
	}
	return lobby.Done{Revision: lobby.Revision(h.newest.Load())}, err
}

// forward has an order done by the room, unless what its reader has been shown refuses it
// already: who is not to move learns nothing from how long the room takes. One action
// is played after the other.
func (h *Handle) forward(ctx context.Context, order lobby.Order) error {
	do, plays := order.Do.(lobby.Play)
	if !plays {
		return h.room.submit(ctx, h, order)
	}
	select {
	case h.turn <- struct{}{}:
		defer func() { <-h.turn }()
	case <-ctx.Done():
		return lobby.NotAsked(ctx.Err())
	}
	if seen := h.latest.Load(); seen != nil && !seen.given.has(h.guest.ID(), order.ID) {
		if err := seen.refusal(do.Action); err != nil {
			if seen.maySecretly {
				waitForTick(ctx)
			}
			return err
		}
	}
	return h.room.submit(ctx, h, order)
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

// receiver is a room as the holds on its places know it.
type receiver interface {
	// submit has an order done of whoever has a hold, and waits for the answer.
	submit(ctx context.Context, h *Handle, order lobby.Order) error
	// hangUp ends a hold; the seat is kept. It waits for no answer.
	hangUp(h *Handle)
	// showAgain publishes to one hold what is; it waits for no answer.
	showAgain(h *Handle)
}
