package room

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parlor/lobby"
	"parlor/lobby/actor"
)

// loop is the room's goroutine and all that belongs to it: it does one order after the other
// to the state, each as a step, has the ledger make that durable, and then lets the publisher
// show it. At rest there is no goroutine, only a timer.
type loop struct {
	config  *Config
	mail    *mailbox
	out     outbox
	padding padding
	arrived time.Time // of the message that the room is about
	timer   actor.Timer
	state   state
	sound   *state // before the order that broke the room; nil where none did
	step    step

	ledger    ledger
	publisher publisher

	// What is done to the state.
	transition transition
	admission  admission
	orders     orders
	bots       bots
	timekeeper timekeeper
}

// assemble makes the parts of a loop that has a state, which waits for people.
func (l *loop) assemble(config *Config, mail *mailbox) {
	l.config, l.mail = config, mail
	l.out.run, l.out.broken = config.Go, l.leavingBroke
	l.ledger = ledger{config: config, state: &l.state, deed: currentOrder{&l.step, &mail.answers}}
	l.publisher = publisher{config: config, slow: l.hangUpSlow}
	l.transition = transition{&l.state, &l.step, config}
	l.admission = admission{&l.transition, &l.step}
	l.orders = orders{&l.transition, &l.step, l.admission, hosting{&l.transition}}
	l.bots = bots{&l.transition, &l.step, mail}
	l.timekeeper = timekeeper{&l.transition}
	l.state.gather()
}

// ring has what is due done, once the timer says that something is.
func (l *loop) ring() { l.mail.inbox.Put(message{do: l.timerRang, atOnce: true}) }

// work is the room's goroutine, as long as there is something to do. It leaves the
// timer set for what is due next.
func (l *loop) work() {
	for {
		m, more := l.mail.take()
		if !more {
			return
		}
		l.receive(m)
		if l.state.closing != nil && l.ledger.pending == nil {
			l.shutDown()
			return
		}
		l.mail.give()
		l.out.send()
		l.timer.Set(l.nextWake())
		if l.ledger.pending == nil {
			l.step = step{state: &l.state} // while the room waits, nobody needs what was before an order
		}
	}
}

// shutDown lets go of everything, once nothing more is done in the room. Whoever ended it
// hears of that when the room is off the list, so that they do not find it there still.
func (l *loop) shutDown() {
	l.timer.Stop()
	l.ledger.putAway(context.Background(), cmp.Or(l.sound, &l.state))
	l.config.House.Closed(l.config.Code)
	l.mail.give()
	why := l.state.closing
	for _, h := range l.state.handles() {
		h.end(why)
	}
	l.out.emit(func() { l.mail.inbox.Close(why) })
	if errors.Is(why, errRoomEmpty) || errors.Is(why, errRoomBroke) {
		l.out.send()
		return
	}
	l.out.flush() // nobody plays here any more
}

// leavingBroke closes the room because something broke as it left.
func (l *loop) leavingBroke(at string) {
	l.config.Log.Error("a room failed and was closed", "room", l.config.Code, "game", l.config.Game.Name, "at", at)
	l.mail.inbox.Put(message{do: func() { l.state.closing = errRoomBroke }, atOnce: true})
}

// receive does what a message asks for. While nobody knows whether the entry of
// an earlier one was written, only what is done at once is, and looks show what
// was before.
func (l *loop) receive(m message) {
	l.arrived = m.at
	switch {
	case m.atOnce:
		l.out.begin(l.padding.due(m.at, l.secretActors(nil)))
		l.guard(m.do)
	case l.ledger.pending == nil:
		l.execute(m)
	default:
		l.mail.putOff(m)
	}
}

// timerRang does what is due by now.
func (l *loop) timerRang() {
	l.timer.Heard()
	switch {
	case l.ledger.pending == nil:
		l.execute(message{do: l.tick, at: l.arrived})
		return
	case time.Now().Before(l.ledger.due()):
		return // it rang for something else, before the room had to wait
	}
	l.repeat()
	for l.ledger.pending == nil && l.state.closing == nil {
		next, more := l.mail.nextDeferred()
		if !more {
			return
		}
		l.mail.give() // before another order can fail: its reason would be told to all
		l.out.send()
		next.at = time.Now() // the clocks have stood until now
		l.execute(next)
	}
}

// repeat asks the journal once more for the entry that nobody knows of. The clocks
// have stood since it was given first.
func (l *loop) repeat() {
	since := l.ledger.pending.since
	l.guard(l.ledger.repeat)
	l.mail.withhold(l.ledger.pending != nil)
	if l.ledger.pending != nil {
		return
	}
	if !l.state.clock.stopped() {
		l.state.clock.shift(&l.state.seating, time.Since(since))
	}
	l.guard(l.showAll)
}

// halt closes the room here, whatever is pending: the journal knows what was
// written, and whoever goes on with it finds it.
func (l *loop) halt(why error) {
	l.state.closing = why
	if l.ledger.stopWaiting() {
		l.mail.withhold(false)
		l.mail.refuse(lobby.ErrNoAnswer)
	}
}

// execute runs one order and what follows from it, makes that durable, and only
// then lets anybody see it. What cannot be made durable is taken back.
func (l *loop) execute(m message) {
	l.step = newStep(&l.state)
	due := l.padding.due(m.at, l.secretActors(m.by))
	if l.out.begin(due); l.step.at.Before(due) {
		l.step.at = m.at
	}
	l.guard(m.do)
	if l.state.closing == nil {
		l.guard(l.transition.settle)
	}
	if errors.Is(l.state.closing, errRoomBroke) {
		l.sound = l.step.before
	}
	l.guard(func() { l.ledger.commit(l.step.probe) })
	if !l.step.secret() {
		l.padding.noteShown(due)
	}
	l.mail.withhold(l.ledger.pending != nil)
	if l.ledger.pending == nil {
		l.guard(l.showAll)
	}
}

// showAll lets everybody see what is: the readers, the bots, the lobby. Of a room
// that closes, spectators see how the match in it ended.
func (l *loop) showAll() {
	ending := errors.Is(l.state.closing, errRoomEmpty) && len(l.state.play.ended) > 0
	if l.state.closing != nil && !l.state.drained && !ending {
		return
	}
	l.publisher.publish(&l.state, l.step.news)
	if l.state.closing != nil {
		if ending {
			l.publisher.glimpse(&l.state) // the match counts at the game night
		}
		return
	}
	if !l.ledger.failing() {
		l.bots.askAll()
	}
	l.publisher.describe(&l.state, l.step.news)
}

// tick does what is due. Only writing tells whether the room can be written again.
func (l *loop) tick() {
	l.step.probe = !l.ledger.stuck.IsZero()
	l.timekeeper.tick()
}

// beDrained tells the people that the server will stop, whatever becomes of the
// entry.
func (l *loop) beDrained() {
	l.step.makeIrrevocable()
	l.transition.drain()
}

// hangUpSlow ends the hold of somebody who does not read what is told. It is
// called while readers are told, so the seat is marked by an order of its own.
func (l *loop) hangUpSlow(h *Handle) {
	l.config.Go(func() {
		l.mail.tell(func() {
			if !h.closed {
				h.end(lobby.ErrTooSlow)
				l.admission.abandon(h)
			}
		})
	})
}

// nextWake is when timerRang has something to do; zero where it has not.
func (l *loop) nextWake() time.Time {
	if due := l.ledger.due(); !due.IsZero() {
		return due
	}
	return l.timekeeper.nextDue()
}

// guard closes the room, and nothing else, when something breaks in it.
func (l *loop) guard(step func()) {
	defer func() {
		if broken := recover(); broken != nil {
			l.state.closing = errRoomBroke
			l.config.Log.Error("a room failed and was closed", "room", l.config.Code, "game", l.config.Game.Name,
				"kind", fmt.Sprintf("%T", broken), "at", whereabouts())
		}
	}()
	step()
}

// secretActors is how many seats may act in secret, as far as all can tell, while the room
// does what somebody asks for: apart from their own, as they wait for the answer. A nil
// handle is that of nobody.
func (l *loop) secretActors(by *Handle) (n int) {
	if !l.state.hides(l.config) {
		return 0
	}
	public := l.state.play.public
	if n = len(public.ToMove); by != nil && slices.Contains(public.ToMove, by.seat) {
		n--
	}
	return n
}
