package room

import (
	"context"
	"errors"
	"time"

	"parlor/lobby"
)

// taken is the order that the room does now, as the ledger knows it.
type taken struct {
	*step
	*mailbox
}

func (t taken) takeBack(why error) {
	if t.step.takeBack() {
		t.refuse(why)
	}
}

// Run is the room's goroutine. It returns when the room has closed, or ctx ends
// because the server stops.
func (r *Room) Run(ctx context.Context) {
	defer func() { r.mail.close(r.state.closing) }()
	r.ledger.append = func(entry lobby.Entry) error { return r.config.Journal.Append(ctx, r.config.Code, entry) }
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	drain := r.config.Drain
	if r.ledger.written.number > 0 {
		r.take(func() {}) // it was brought back
	}
	for r.state.closing == nil || r.ledger.pending != nil {
		select {
		case m := <-r.mail.inbox:
			r.receive(*m)
		case <-timer.C:
			r.wake()
		case <-drain:
			drain = nil
			r.receive(message{do: r.beDrained})
		case <-ctx.Done():
			r.stop()
		}
		timer.Reset(time.Until(r.nextWake()))
		r.mail.answer()
		if r.ledger.pending == nil {
			r.step = step{state: &r.state} // while the room waits, nobody needs what was before an order
		}
	}
	r.ledger.putAway(context.WithoutCancel(ctx))
	r.config.House.Closed(r.config.Code)
	for _, h := range r.state.handles() {
		h.end(r.state.closing)
	}
}

// receive does what a message asks for. While nobody knows whether the entry of
// an earlier one was written, only looks are done, and show what was before.
func (r *Room) receive(m message) {
	switch {
	case m.looks:
		r.guard(m.do)
	case r.ledger.pending == nil:
		r.take(m.do)
	default:
		r.mail.putOff(m)
	}
}

// wake does what is due by now.
func (r *Room) wake() {
	if r.ledger.pending == nil {
		r.take(r.tick)
		return
	}
	r.repeat()
	for r.ledger.pending == nil && r.state.closing == nil {
		next, more := r.mail.next()
		if !more {
			return
		}
		r.mail.answer() // before another order can fail: its reason would be told to all
		r.take(next)
	}
}

// repeat asks the journal once more for the entry that nobody knows of. The clocks
// have stood since it was given first.
func (r *Room) repeat() {
	since := r.ledger.pending.since
	r.guard(r.ledger.repeat)
	r.mail.withhold(r.ledger.pending != nil)
	if r.ledger.pending != nil {
		return
	}
	if !r.state.clock.stopped() {
		r.state.clock.shift(&r.state.seating, time.Since(since))
	}
	r.guard(r.show)
}

// stop closes the room with the server, whatever is pending: the journal knows
// what was written, and a next start finds it.
func (r *Room) stop() {
	r.state.closing = lobby.ErrStopping
	if r.ledger.giveUp() {
		r.mail.withhold(false)
		r.mail.refuse(lobby.ErrNoAnswer)
	}
}

// take runs one order and what follows from it, makes that durable, and only
// then lets anybody see it. What cannot be made durable is taken back.
func (r *Room) take(order func()) {
	r.step = newStep(&r.state)
	r.guard(order)
	if r.state.closing == nil {
		r.guard(r.table.settle)
	}
	r.guard(func() { r.ledger.commit(r.step.probe) })
	r.mail.withhold(r.ledger.pending != nil)
	if r.ledger.pending == nil {
		r.guard(r.show)
	}
}

// show lets everybody see what is: the readers, the bots, the hall. Of a room
// that closes, watchers see how the match in it ended.
func (r *Room) show() {
	ending := errors.Is(r.state.closing, errRoomEmpty) && len(r.state.play.ended) > 0
	if r.state.closing != nil && !r.state.drained && !ending {
		return
	}
	r.presenter.publish(&r.state, r.step.news)
	if r.state.closing != nil {
		return
	}
	if !r.ledger.failing() {
		r.bots.start()
	}
	r.presenter.describe(&r.state, r.step.news)
}

// tick does what is due. Only writing tells whether the room can be written again.
func (r *Room) tick() {
	r.step.probe = !r.ledger.stuck.IsZero()
	r.timekeeper.tick()
}

// beDrained tells the people that the server will stop, whatever becomes of the
// entry.
func (r *Room) beDrained() {
	r.step.makeIrrevocable()
	r.table.drain()
}

// hangUpSlow ends the hold of somebody who does not read what is told. It is
// called while readers are told, so the seat is marked by an order of its own.
func (r *Room) hangUpSlow(h *Handle) {
	h.end(lobby.ErrTooSlow)
	r.config.Go(func() { r.mail.tell(func() { r.door.abandon(h) }) })
}

// nextWake is when wake has something to do, in an hour at the latest.
func (r *Room) nextWake() time.Time {
	if due := r.ledger.due(); !due.IsZero() {
		return due
	}
	latest := time.Now().Add(time.Hour)
	if due := r.timekeeper.nextDue(); !due.IsZero() && due.Before(latest) {
		return due
	}
	return latest
}
