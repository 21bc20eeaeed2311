// Package room is one room: an actor with one inbox, and the parts of what goes
// on there, each owning its state: seating, clock, bots, spectators, host, talk
// and play. Readers get the latest whole update through a one-slot channel, so
// that nobody waits for anybody's terminal.
//
// A Room takes one order after the other out of its mailbox, in a goroutine that
// there is only while something lies in there. Each is a step from one state,
// which is a value, to the next: admission, orders, hosting, bots and timekeeper do it
// in a transition, the ledger makes it durable or has it taken back, and the publisher
// shows it.
package room

import (
	"context"
	"errors"
	"time"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// ReservedSeat is a seat that a game night gives to a person, or to a bot of a level.
type ReservedSeat struct {
	ID    string // Identity.ID; empty for a bot
	Name  string
	Guest bool
	Level engine.Level // of a bot
}

// Give gives the seats of a table of a game night to people, who are away until they
// come, and to bots. It is for a room that has not begun yet.
func (r *Room) Give(seats []ReservedSeat) {
	s := &r.loop.state.seating
	s.seats = nil
	for _, given := range seats {
		if given.ID == "" {
			s.seats = append(s.seats, seat{kind: lobby.SeatBot, name: r.loop.transition.freeBotName(), level: given.Level})
			continue
		}
		s.seats = append(s.seats, seat{kind: lobby.SeatPerson, id: given.ID, name: given.Name, guest: given.Guest, away: time.Now()})
	}
	r.loop.state.quiet = time.Now()
}

// Room is one room as the lobby knows it. Its methods may be called from any goroutine: they
// send the loop what is to be done, and most wait for the answer.
type Room struct {
	config Config
	mail   mailbox
	night  bool // it is of a game night, which never changes
	loop   loop
}

// New makes a room with a plan that the house has checked, whose title was made
// from the name of titled unless that is empty. It does nothing before Begin.
func New(config Config, plan lobby.Plan, titled string) *Room {
	r := &Room{config: config, night: plan.GameNight != "", loop: loop{state: state{plan: plan, titled: titled}}}
	l := &r.loop
	r.mail = newMailbox(config.Limits.Inbox, &l.out, func() { config.Go(l.work) })
	r.config.House = outside{config.House, &l.out}
	if config.Seen != nil {
		r.config.Seen = func(seen lobby.Glance) { l.out.emit(func() { config.Seen(seen) }) }
	}
	l.assemble(&r.config, &r.mail)
	return r
}

// Done is closed when the room has ended.
func (r *Room) Done() <-chan struct{} { return r.mail.done() }

// Holders are the identities of those who have a seat. It is for a room that
// has not begun yet.
func (r *Room) Holders() (ids []string) {
	for _, s := range r.loop.state.seating.seats {
		if s.here() {
			ids = append(ids, s.id)
		}
	}
	return ids
}

// Admit asks for a place and waits for the answer. The session knows the hold
// before the room does, so that its end misses none.
func (r *Room) Admit(ctx context.Context, guest Guest, how Entrance) (lobby.Handle, error) {
	h := &Handle{guest: guest, room: r, code: r.config.Code, name: guest.Name(), updates: lobby.NewUpdateSlot(), out: &r.loop.out, turn: make(chan struct{}, 1), seat: engine.Watcher, viewpoint: engine.Watcher}
	if !guest.Keep(h) {
		return nil, prose.Refuse("This session has ended.")
	}
	err := r.mail.ask(ctx, false, func() error { return r.loop.admission.enter(h, how) })
	if errors.Is(err, lobby.ErrNoAnswer) {
		r.config.Go(h.Close) // it may still come in
	}
	if err != nil {
		guest.Drop(h)
		return nil, err
	}
	if r.night {
		r.mail.inbox.Put(message{do: r.loop.orders.beginOnce}) // an order of its own: to come in cannot be taken back
	}
	return h, nil
}

// BeginPresent begins the match at a table of a game night without the players who have
// not come. It waits for nothing.
func (r *Room) BeginPresent() { r.mail.inbox.Put(message{do: r.loop.orders.beginPresent}) }

// submit implements receiver.
func (r *Room) submit(ctx context.Context, h *Handle, request lobby.Request) error {
	return r.mail.request(ctx, message{by: h}, func() error {
		if h.closed {
			return errHoldEnded
		}
		return r.loop.orders.carryOut(h, request)
	})
}

// hangUp implements receiver.
func (r *Room) hangUp(h *Handle) { r.mail.tell(func() { r.loop.admission.hungUp(h) }) }

// showAgain lets one hold see the room anew.
func (r *Room) showAgain(h *Handle) { r.mail.tell(func() { r.loop.step.changedOf(h) }) }

// Look is what a person would be shown, apart from what is told once. While it is
// not known whether the newest order was written, it is what was before.
func (r *Room) Look(ctx context.Context, guest Guest) (seen lobby.Update, err error) {
	err = r.mail.ask(ctx, true, func() error {
		shown := &r.loop.state
		if r.loop.ledger.pending != nil {
			shown = r.loop.step.before
		}
		seen = look(&r.config, shown, guest)
		return nil
	})
	return seen, err
}

// Disown takes people who hold no seat out of what the room has of them, under
// the identities that lead to them. It returns once the journal does not name
// them any more, or nil where the room has closed.
func (r *Room) Disown(ctx context.Context, ids []string) error {
	err := r.mail.insist(ctx, func() {
		r.loop.admission.disown(ids)
		r.loop.ledger.forget(ids)
	})
	if errors.Is(err, errRoomEmpty) || errors.Is(err, errRoomBroke) {
		return nil
	}
	return err
}

// Rename calls somebody who is in the room, or holds a seat there, by another
// name from now on. It returns nil where the room has closed.
func (r *Room) Rename(ctx context.Context, id, name string) error {
	err := r.mail.ask(ctx, false, func() error {
		r.loop.admission.rename(id, name)
		return nil
	})
	if errors.Is(err, errRoomEmpty) || errors.Is(err, errRoomBroke) {
		return nil
	}
	return err
}

// Shut ends the room because the operator or a game night wants it to, and tells
// everybody in it why. A match that is played there is void, for that reason. It returns once
// the room is gone for good, or nil where it had closed.
func (r *Room) Shut(ctx context.Context, why error, void string) error {
	err := r.mail.insist(ctx, func() {
		r.loop.transition.dissolve(why, void, prose.T("The operator of this server has closed the room."))
	})
	if errors.Is(err, errRoomEmpty) || errors.Is(err, errRoomBroke) {
		return nil
	}
	return err
}

// Abandon ends the room as if its time had passed without anybody coming back,
// unless somebody is there. It returns once that is done.
func (r *Room) Abandon(ctx context.Context) error {
	err := r.mail.insist(ctx, func() {
		if !r.loop.state.quiet.IsZero() {
			r.loop.timekeeper.vacateAll()
		}
	})
	if errors.Is(err, errRoomEmpty) || errors.Is(err, errRoomBroke) {
		return nil
	}
	return err
}

// Settled waits until the room has done what it was asked for before.
func (r *Room) Settled(ctx context.Context) error {
	return r.mail.ask(ctx, false, func() error { return nil })
}

// Witness is what goes with a report of somebody in the room: nothing that they may
// not know.
type Witness struct {
	Host  string // identity; empty for none
	Match string // ID of the match on the table; empty for none
	Heard []lobby.ReportedMessage
}

// Witness is asked of the room at once, and makes nothing new for anybody.
func (r *Room) Witness(ctx context.Context, id string) (seen Witness, err error) {
	err = r.mail.ask(ctx, true, func() error {
		seen = r.loop.state.witness(id)
		return nil
	})
	return seen, err
}

func (s *state) witness(id string) Witness {
	watcher := s.seating.of(id) < 0
	seen := Witness{Host: s.host.id, Heard: s.talk.Reportable(watcher || s.stage() != engine.Playing)}
	if s.stage() != lobby.Gathering {
		seen.Match = s.play.id
	}
	return seen
}

// Begin lets the room do what it is asked for until it closes. Its entries are
// written as long as ctx lasts. It is called once, before anybody can ask.
func (r *Room) Begin(ctx context.Context) {
	r.loop.ledger.append = func(entry lobby.Entry) error {
		began := time.Now()
		err := r.config.Journal.Append(ctx, r.config.Code, entry)
		if err == nil && !entry.Secret && r.loop.out.due.IsZero() {
			r.loop.padding.wrote(time.Since(began))
		}
		return err
	}
	r.loop.timer.Start(r.loop.ring)
	if r.loop.ledger.written.number > 0 || r.night {
		r.mail.inbox.Put(message{do: func() {}}) // it was brought back, or nobody has made it
	}
}

// Drain tells the room that rounds in play may end and no other begins. Like Halt
// it waits for nobody.
func (r *Room) Drain() { r.mail.inbox.Put(message{do: r.loop.beDrained}) }

// Meet tells the room that a person has come to the server or gone from it. Like Halt
// it waits for nobody.
func (r *Room) Meet(id string) { r.mail.inbox.Put(message{do: func() { r.loop.transition.meet(id) }}) }

// Halt ends the room in this process: with lobby.ErrStopping because the server stops, or with
// lobby.ErrMoved because another one goes on with it from what the journal has. It waits for nobody.
func (r *Room) Halt(why error) {
	r.mail.inbox.Put(message{do: func() { r.loop.halt(why) }, atOnce: true})
}
