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

// loop is the room's goroutine and the data that belongs to it. It applies one order after
// another to the state, each as a tx, lets the journalWriter make it durable, and then the
// publisher show it. An idle room has no goroutine, only a timer.
type loop struct {
	config    *Config
	mail      *mailbox
	out       outbox
	padding   padding
	arrived   time.Time // when the current message arrived
	timer     actor.Timer
	state     state
	lastSound *state // the state before the order that panicked; nil if none has
	tx        tx

	journal   journalWriter
	publisher publisher

	// The parts that change the state.
	transition transition
	admission  admission
	orders     orders
	bots       bots
	timekeeper timekeeper
}

// assemble wires the parts of a loop whose state is set, and starts gathering players.
func (l *loop) assemble(config *Config, mail *mailbox) {
	l.config, l.mail = config, mail
	l.out.run, l.out.broken = config.Go, l.outboxPanicked
	l.journal = journalWriter{config: config, state: &l.state, order: currentOrder{&l.tx, &mail.answers}}
	l.publisher = publisher{config: config, slow: l.dropSlow}
	l.transition = transition{&l.state, &l.tx, config}
	l.admission = admission{&l.transition, &l.tx}
	l.orders = orders{&l.transition, &l.tx, l.admission, hosting{&l.transition}}
	l.bots = bots{&l.transition, &l.tx, mail}
	l.timekeeper = timekeeper{&l.transition}
	l.state.gather()
}

// wake enqueues the timer's work.
func (l *loop) wake() { l.mail.inbox.Put(message{do: l.timerFired, atOnce: true}) }

// work runs on the room's goroutine while there are messages, and leaves the timer set for the next deadline.
func (l *loop) work() {
	for {
		m, more := l.mail.take()
		if !more {
			return
		}
		l.receive(m)
		if l.state.closing != nil && l.journal.pending == nil {
			l.shutDown()
			return
		}
		l.mail.give()
		l.out.send()
		l.timer.Set(l.nextWake())
		if l.journal.pending == nil {
			l.tx = tx{state: &l.state} // drop the previous state: an idle room does not need it
		}
	}
}

// shutDown releases everything when the room has closed. The room leaves the list before
// its callers are answered, so that they no longer find it.
func (l *loop) shutDown() {
	l.timer.Stop()
	l.journal.quarantine(context.Background(), cmp.Or(l.lastSound, &l.state))
	l.config.Hooks.Closed(l.config.Code)
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
	l.out.flush() // no player is left, so there is nothing to hide
}

// outboxPanicked closes the room after a panic in the outbox.
func (l *loop) outboxPanicked(at string) {
	l.config.Log.Error("room failed and was closed", "room", l.config.Code, "game", l.config.Game.Name, "at", at)
	l.mail.inbox.Put(message{do: func() { l.state.closing = errRoomBroke }, atOnce: true})
}

// receive executes a message, or defers it while the outcome of a journal write is unknown.
// Messages with atOnce are never deferred; they see the state before the pending order.
func (l *loop) receive(m message) {
	l.arrived = m.at
	switch {
	case m.atOnce:
		l.out.begin(l.padding.due(m.at, l.secretActors(nil)))
		l.guard(m.do)
	case l.journal.pending == nil:
		l.execute(m)
	default:
		l.mail.deferMessage(m)
	}
}

// timerFired performs the work that is due when the timer fires.
func (l *loop) timerFired() {
	l.timer.Heard()
	switch {
	case l.journal.pending == nil:
		l.execute(message{do: l.tick, at: l.arrived})
		return
	case time.Now().Before(l.journal.due()):
		return // the timer was set before the write became pending
	}
	l.repeat()
	for l.journal.pending == nil && l.state.closing == nil {
		next, more := l.mail.nextDeferred()
		if !more {
			return
		}
		l.mail.give() // before the next order can fail, whose error would go to all waiting callers
		l.out.send()
		next.at = time.Now() // the clocks have been stopped until now
		l.execute(next)
	}
}

// repeat retries the pending journal write. When its outcome is known, the clocks are
// shifted by the time since it began.
func (l *loop) repeat() {
	since := l.journal.pending.since
	l.guard(l.journal.repeat)
	l.mail.withhold(l.journal.pending != nil)
	if l.journal.pending != nil {
		return
	}
	if !l.state.clock.stopped() {
		l.state.clock.shift(&l.state.seating, time.Since(since))
	}
	l.guard(l.showAll)
}

// stop closes the room in this process, even if a write is pending. The next owner of the
// room reads the outcome from the journal.
func (l *loop) stop(why error) {
	l.state.closing = why
	if l.journal.stopWaiting() {
		l.mail.withhold(false)
		l.mail.refuse(lobby.ErrNoAnswer)
	}
}

// execute runs one order, makes its effects durable, and only then shows them. If they
// cannot be written, they are taken back.
func (l *loop) execute(m message) {
	l.tx = newTx(&l.state)
	due := l.padding.due(m.at, l.secretActors(m.by))
	if l.out.begin(due); l.tx.at.Before(due) {
		l.tx.at = m.at
	}
	l.guard(m.do)
	if l.state.closing == nil {
		l.guard(l.transition.settle)
	}
	if errors.Is(l.state.closing, errRoomBroke) {
		l.lastSound = l.tx.before
	}
	l.guard(func() { l.journal.commit(l.tx.probe) })
	if !l.tx.secret() {
		l.padding.noteShown(due)
	}
	l.mail.withhold(l.journal.pending != nil)
	if l.journal.pending == nil {
		l.guard(l.showAll)
	}
}

// showAll publishes the new state to the readers, the bots and the lobby. If the room
// closes, spectators still see how its match ended.
func (l *loop) showAll() {
	ending := errors.Is(l.state.closing, errRoomEmpty) && len(l.state.play.ended) > 0
	if l.state.closing != nil && !l.state.drained && !ending {
		return
	}
	l.publisher.publish(&l.state, l.tx.news)
	if l.state.closing != nil {
		if ending {
			l.publisher.notifyGameNight(&l.state) // the result counts at the game night
		}
		return
	}
	if !l.journal.failing() {
		l.bots.askAll()
	}
	l.publisher.describe(&l.state, l.tx.news)
}

// tick performs the work that is due. If writing has failed before, it writes a probe.
func (l *loop) tick() {
	l.tx.probe = !l.journal.stuck.IsZero()
	l.timekeeper.tick()
}

// drain announces the coming stop of the server, even if that cannot be written.
func (l *loop) drain() {
	l.tx.makeIrrevocable()
	l.transition.drain()
}

// dropSlow closes the handle of a reader who does not take updates. It is called while
// updates are published, so it enqueues an order of its own.
func (l *loop) dropSlow(h *Handle) {
	l.config.Go(func() {
		l.mail.tell(func() {
			if !h.closed {
				h.end(lobby.ErrTooSlow)
				l.admission.abandon(h)
			}
		})
	})
}

// nextWake returns when timerFired has work to do, or zero.
func (l *loop) nextWake() time.Time {
	if due := l.journal.due(); !due.IsZero() {
		return due
	}
	return l.timekeeper.nextDue()
}

// guard calls step and closes the room if it panics.
func (l *loop) guard(step func()) {
	defer func() {
		if broken := recover(); broken != nil {
			l.state.closing = errRoomBroke
			l.config.Log.Error("room failed and was closed", "room", l.config.Code, "game", l.config.Game.Name,
				"kind", fmt.Sprintf("%T", broken), "at", stackLines())
		}
	}()
	step()
}

// secretActors returns how many seats, according to public information, may act in secret
// while the room executes an order of by. The seat of by is excluded, as its player waits
// for the answer. by may be nil.
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
