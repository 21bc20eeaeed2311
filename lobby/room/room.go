// Package room implements one room: an actor with one inbox, made of parts that each own a
// piece of the state, such as seating, clock, spectators, host and match. Clients get the
// latest complete update through a one-slot channel, so that a slow terminal blocks no
// other.
//
// A Room executes orders from its mailbox one by one, in a goroutine that exists only while
// there are any. Each order changes the state, which is a value, in a tx. The parts
// admission, orders, hosting, bots and timekeeper apply it, the journalWriter makes it
// durable or takes it back, and the publisher shows it.
package room

import (
	"context"
	"errors"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// ReservedSeat is a seat that a game night reserves for a person or a bot.
type ReservedSeat struct {
	ID    string // Identity.ID; empty for a bot
	Name  string
	Guest bool
	Level engine.Level // of a bot
}

// ReserveSeats assigns the seats of a table at a game night. Its people are away until they
// enter. It must be called before Begin.
func (r *Room) ReserveSeats(seats []ReservedSeat) {
	s := &r.loop.state.seating
	s.seats = nil
	for _, given := range seats {
		if given.ID == "" {
			s.seats = append(s.seats, seat{kind: lobby.SeatBot, name: r.loop.transition.freeBotName(), level: given.Level})
			continue
		}
		s.seats = append(s.seats, seat{kind: lobby.SeatPerson, id: given.ID, name: given.Name, guest: given.Guest, away: time.Now()})
	}
	r.loop.state.emptySince = time.Now()
}

// Room is the part of a room that the lobby uses. Its methods are safe for concurrent use. They
// send messages to the loop, and most wait for the answer.
type Room struct {
	config Config
	mail   mailbox
	night  bool // the room belongs to a game night; constant
	loop   loop
}

// New returns a room with a plan that Hooks.Check has completed. titled is the identity of
// the person from whose name the title was made, or "". The room runs after Begin.
func New(config Config, plan lobby.Plan, titled string) *Room {
	r := &Room{config: config, night: plan.GameNight != "", loop: loop{state: state{plan: plan, titled: titled}}}
	l := &r.loop
	r.mail = newMailbox(config.Limits.Inbox, &l.out, func() { config.Go(l.work) })
	r.config.Hooks = outside{config.Hooks, &l.out}
	if config.Seen != nil {
		r.config.Seen = func(seen lobby.Glance) { l.out.emit(func() { config.Seen(seen) }) }
	}
	l.assemble(&r.config, &r.mail)
	return r
}

// Done returns a channel that is closed when the room has ended.
func (r *Room) Done() <-chan struct{} { return r.mail.done() }

// Holders returns the identities of the people who have a seat. It must be called before
// Begin.
func (r *Room) Holders() (ids []string) {
	for _, s := range r.loop.state.seating.seats {
		if s.here() {
			ids = append(ids, s.id)
		}
	}
	return ids
}

// Admit enters the room for a client and waits for the answer. It first registers the handle with
// the session, so that the session closes it in any case.
func (r *Room) Admit(ctx context.Context, guest Client, how EntryMode) (lobby.Handle, error) {
	h := &Handle{guest: guest, room: r, code: r.config.Code, name: guest.Name(), updates: lobby.NewUpdateSlot(), out: &r.loop.out, turn: make(chan struct{}, 1), seat: engine.Watcher, viewpoint: engine.Watcher}
	if !guest.Keep(h) {
		return nil, prose.Refuse("This session has ended.")
	}
	err := r.mail.ask(ctx, false, func() error { return r.loop.admission.enter(h, how) })
	if errors.Is(err, lobby.ErrNoAnswer) {
		r.config.Go(h.Close) // the room may still admit it
	}
	if err != nil {
		guest.Drop(h)
		return nil, err
	}
	if r.night {
		r.mail.inbox.Put(message{do: r.loop.orders.beginOnce}) // a separate order: entering is irrevocable, beginning is not
	}
	return h, nil
}

// BeginPresent begins the match at a table of a game night without its absent players. It
// does not block.
func (r *Room) BeginPresent() { r.mail.inbox.Put(message{do: r.loop.orders.beginPresent}) }

// submit implements receiver.
func (r *Room) submit(ctx context.Context, h *Handle, request lobby.Request) error {
	return r.mail.request(ctx, message{by: h}, func() error {
		if h.closed {
			return errHandleClosed
		}
		return r.loop.orders.carryOut(h, request)
	})
}

// hangUp implements receiver.
func (r *Room) hangUp(h *Handle) { r.mail.tell(func() { r.loop.admission.hungUp(h) }) }

// showAgain publishes the current state to one handle.
func (r *Room) showAgain(h *Handle) { r.mail.tell(func() { r.loop.tx.changedOf(h) }) }

// Look returns what a client would be shown, without events that are shown only once. If
// guest is nil, that is the public view. While
// a write is pending, it returns the state before it.
func (r *Room) Look(ctx context.Context, guest Client) (seen lobby.Update, err error) {
	err = r.mail.ask(ctx, true, func() error {
		shown := &r.loop.state
		if r.loop.journal.pending != nil {
			shown = r.loop.tx.before
		}
		seen = look(&r.config, shown, guest)
		return nil
	})
	return seen, err
}

// RemovePeople removes people without a seat from the room's data, given their identities.
// It returns when the journal does not mention them, or nil if the room has closed.
func (r *Room) RemovePeople(ctx context.Context, ids []string) error {
	err := r.mail.askWaiting(ctx, func() {
		r.loop.admission.removePeople(ids)
		r.loop.journal.forget(ids)
	})
	return unlessClosed(err)
}

// Rename changes the name of a person who is in the room or has a seat. It returns nil if
// the room has closed.
func (r *Room) Rename(ctx context.Context, id, name string) error {
	err := r.mail.ask(ctx, false, func() error {
		r.loop.admission.rename(id, name)
		return nil
	})
	return unlessClosed(err)
}

// Close ends the room for the operator or a game night and shows the reason why to everyone
// in it. A running match becomes void with the cause void. It returns nil when the room is
// closed, also if it was before.
func (r *Room) Close(ctx context.Context, why error, void string) error {
	err := r.mail.askWaiting(ctx, func() {
		r.loop.transition.dissolve(why, void, prose.T("The operator of this server has closed the room."))
	})
	return unlessClosed(err)
}

// Abandon closes the room as if its idle time had passed, unless a client is present. It
// returns when that is done.
func (r *Room) Abandon(ctx context.Context) error {
	err := r.mail.askWaiting(ctx, func() {
		if !r.loop.state.emptySince.IsZero() {
			r.loop.timekeeper.vacateAll()
		}
	})
	return unlessClosed(err)
}

// unlessClosed returns err, or nil if it means that the room has closed.
func unlessClosed(err error) error {
	if errors.Is(err, errRoomEmpty) || errors.Is(err, errRoomBroke) {
		return nil
	}
	return err
}

// Settled waits until the room has executed all earlier messages.
func (r *Room) Settled(ctx context.Context) error {
	return r.mail.ask(ctx, false, func() error { return nil })
}

// ReportContext holds the context attached to a report by a person in the room. It contains only
// what that person may know.
type ReportContext struct {
	Host  string // identity; empty if there is none
	Match string // ID of the current match; empty if there is none
	Heard []lobby.ReportedMessage
}

// ReportContext returns the context of a report by a person. It is answered even while a
// write is pending, and changes nothing.
func (r *Room) ReportContext(ctx context.Context, id string) (seen ReportContext, err error) {
	err = r.mail.ask(ctx, true, func() error {
		seen = r.loop.state.reportContext(id)
		return nil
	})
	return seen, err
}

func (s *state) reportContext(id string) ReportContext {
	watcher := s.seating.of(id) < 0
	seen := ReportContext{Host: s.host.id, Heard: s.talk.Reportable(watcher || s.stage() != engine.Playing)}
	if s.stage() != lobby.Gathering {
		seen.Match = s.play.id
	}
	return seen
}

// Begin starts the room. Entries are written until ctx ends. It must be called once, before
// any request.
func (r *Room) Begin(ctx context.Context) {
	r.loop.journal.append = func(entry lobby.Entry) error {
		began := time.Now()
		err := r.config.Journal.Append(ctx, r.config.Code, entry)
		if err == nil && !entry.Secret && r.loop.out.due.IsZero() {
			r.loop.padding.wrote(time.Since(began))
		}
		return err
	}
	r.loop.timer.Start(r.loop.wake)
	if r.loop.journal.written.number > 0 || r.night {
		r.mail.inbox.Put(message{do: func() {}}) // a restored room or one without a first visitor has work to do
	}
}

// Drain announces the stop of the server: no further game begins. Like Stop, it does not
// block.
func (r *Room) Drain() { r.mail.inbox.Put(message{do: r.loop.drain}) }

// PresenceChanged notifies the room that a person has connected to the server or disconnected. Like
// Stop, it does not block.
func (r *Room) PresenceChanged(id string) {
	r.mail.inbox.Put(message{do: func() { r.loop.transition.presenceChanged(id) }})
}

// Stop ends the room in this process, with lobby.ErrStopping or lobby.ErrMoved. In both
// cases the journal keeps it. Stop does not block.
func (r *Room) Stop(why error) {
	r.mail.inbox.Put(message{do: func() { r.loop.stop(why) }, atOnce: true})
}
