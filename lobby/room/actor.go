package room

import (
	"cmp"
	"context"
	"errors"
	"time"

	"parlor/lobby"
)

// taken is the order that the room does now, as the ledger knows it.
type taken struct {
	*step
	*answers
}

func (t taken) takeBack(why error) {
	if t.step.takeBack() {
		t.refuse(why)
	}
}

// Begin lets the room do what it is asked for until it closes. Its entries are
// written as long as ctx lasts. It is called once, before anybody can ask.
func (r *Room) Begin(ctx context.Context) {
	r.ledger.append = func(entry lobby.Entry) error {
		began := time.Now()
		err := r.config.Journal.Append(ctx, r.config.Code, entry)
		if err == nil && !entry.Secret && r.out.due.IsZero() {
			r.padding.wrote(time.Since(began))
		}
		return err
	}
	r.timer.Start(r.ring)
	if r.ledger.written.number > 0 || r.evening {
		r.mail.inbox.Put(message{do: func() {}}) // it was brought back, or nobody has made it
	}
}

// Drain tells the room that rounds in play may end and no other begins. Like Stop
// it waits for nobody.
func (r *Room) Drain() { r.mail.inbox.Put(message{do: r.beDrained}) }

// Meet tells the room that a person has come to the server or gone from it. Like Stop
// it waits for nobody.
func (r *Room) Meet(id string) { r.mail.inbox.Put(message{do: func() { r.table.meet(id) }}) }

// Stop ends the room, because the server stops.
func (r *Room) Stop() {
	r.mail.inbox.Put(message{do: func() { r.halt(lobby.ErrStopping) }, atOnce: true})
}

// Move ends the room in this process, because another one goes on with it from what
// the journal has.
func (r *Room) Move() { r.mail.inbox.Put(message{do: func() { r.halt(lobby.ErrMoved) }, atOnce: true}) }

// ring has what is due done, once the timer says that something is.
func (r *Room) ring() { r.mail.inbox.Put(message{do: r.wake, atOnce: true}) }

// work is the room's goroutine, as long as there is something to do. It leaves the
// timer set for what is due next.
func (r *Room) work() {
	for {
		m, more := r.mail.take()
		if !more {
			return
		}
		r.receive(m)
		if r.state.closing != nil && r.ledger.pending == nil {
			r.end()
			return
		}
		r.mail.answer()
		r.out.send()
		r.timer.Set(r.nextWake())
		if r.ledger.pending == nil {
			r.step = step{state: &r.state} // while the room waits, nobody needs what was before an order
		}
	}
}

// end lets go of everything, once nothing more is done in the room. Whoever ended it
// hears of that when the room is off the list, so that they do not find it there still.
func (r *Room) end() {
	r.timer.Stop()
	r.ledger.putAway(context.Background(), cmp.Or(r.sound, &r.state))
	r.config.House.Closed(r.config.Code)
	r.mail.answer()
	why := r.state.closing
	for _, h := range r.state.handles() {
		h.end(why)
	}
	r.out.do(func() { r.mail.inbox.Close(why) })
	if errors.Is(why, errRoomEmpty) || errors.Is(why, errRoomBroke) {
		r.out.send()
		return
	}
	r.out.flush() // nobody plays here any more
}

// leavingBroke closes the room because something broke as it left.
func (r *Room) leavingBroke(at string) {
	r.config.Log.Error("a room failed and was closed", "room", r.config.Code, "game", r.config.Game.Name, "at", at)
	r.mail.inbox.Put(message{do: func() { r.state.closing = errRoomBroke }, atOnce: true})
}

// receive does what a message asks for. While nobody knows whether the entry of
// an earlier one was written, only what is done at once is, and looks show what
// was before.
func (r *Room) receive(m message) {
	r.arrived = m.at
	switch {
	case m.atOnce:
		r.out.begin(r.padding.due(m.at, r.others(nil)))
		r.guard(m.do)
	case r.ledger.pending == nil:
		r.take(m)
	default:
		r.mail.putOff(m)
	}
}

// wake does what is due by now.
func (r *Room) wake() {
	r.timer.Heard()
	switch {
	case r.ledger.pending == nil:
		r.take(message{do: r.tick, at: r.arrived})
		return
	case time.Now().Before(r.ledger.due()):
		return // it rang for something else, before the room had to wait
	}
	r.repeat()
	for r.ledger.pending == nil && r.state.closing == nil {
		next, more := r.mail.next()
		if !more {
			return
		}
		r.mail.answer() // before another order can fail: its reason would be told to all
		r.out.send()
		next.at = time.Now() // the clocks have stood until now
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

// halt closes the room here, whatever is pending: the journal knows what was
// written, and whoever goes on with it finds it.
func (r *Room) halt(why error) {
	r.state.closing = why
	if r.ledger.giveUp() {
		r.mail.withhold(false)
		r.mail.refuse(lobby.ErrNoAnswer)
	}
}

// take runs one order and what follows from it, makes that durable, and only
// then lets anybody see it. What cannot be made durable is taken back.
func (r *Room) take(m message) {
	r.step = newStep(&r.state)
	due := r.padding.due(m.at, r.others(m.by))
	if r.out.begin(due); r.step.at.Before(due) {
		r.step.at = m.at
	}
	r.guard(m.do)
	if r.state.closing == nil {
		r.guard(r.table.settle)
	}
	if errors.Is(r.state.closing, errRoomBroke) {
		r.sound = r.step.before
	}
	r.guard(func() { r.ledger.commit(r.step.probe) })
	if !r.step.secret() {
		r.padding.shown(due)
	}
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
		if ending {
			r.presenter.glimpse(&r.state) // the match counts at the evening
		}
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
	r.config.Go(func() {
		r.mail.tell(func() {
			if !h.closed {
				h.end(lobby.ErrTooSlow)
				r.door.abandon(h)
			}
		})
	})
}

// nextWake is when wake has something to do; zero where it has not.
func (r *Room) nextWake() time.Time {
	if due := r.ledger.due(); !due.IsZero() {
		return due
	}
	return r.timekeeper.nextDue()
}
