package room

import (
	"slices"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Sentences for those who come and go.
var (
	errHoldEnded  = prose.Refuse("You are not at this table any more.")
	errSeatsGiven = prose.Refuse("The game night gives the seats of that table to people. You can watch.")
	errNoProgram  = prose.Refuse("The match there counts for ratings and began without a program. Go on with it on a screen or in lines.")
	errNotByNight = prose.Refuse("Programs do not play at a game night. You can watch.")
	errNoSeatHere = prose.Refuse("You have no seat there.")
)

// Entrance is how somebody wants to come in.
type Entrance int

// Ways to come in.
const (
	AsPlayer  Entrance = iota // on a free seat, or the own one
	AsWatcher                 // without a seat, or on the own one
	AsHolder                  // on the own one only
)

// admission is how people come to a table and go from it.
type admission struct {
	*transition
	reversal
}

// reversal is what admission settles for an order that cannot be written.
type reversal interface {
	// undo has something done where the order is not durable.
	undo(effect func())
	// makeIrrevocable lets what the order does stand nevertheless.
	makeIrrevocable()
}

// enter gives a hold its place.
func (d admission) enter(h *Handle, how Entrance) error {
	if h.closed {
		return errHoldEnded // its session has ended meanwhile
	}
	if d.host.keepsOut(d.config.Code, h.guest.ID()) {
		return prose.Refuse("The host of that room does not let you in.")
	}
	if at := d.seating.of(h.guest.ID()); at >= 0 {
		if err := d.mayComeBack(h, at); err != nil {
			return err
		}
		d.comeBack(h, at)
		return nil
	}
	switch how {
	case AsWatcher:
		return d.admitSpectator(h)
	case AsPlayer:
		return d.sit(h)
	default:
		return errNoSeatHere
	}
}

// mayComeBack refuses a program the seat of somebody whose match counts and began
// without one: whom people play with for their rating, they know before.
func (d admission) mayComeBack(h *Handle, at int) error {
	switch {
	case !h.guest.Program():
		return nil
	case d.plan.GameNight != "":
		return errNotByNight
	case d.inPlay() && d.play.rated && !d.play.unmarked && !d.seating.seats[at].program:
		return errNoProgram
	}
	return nil
}

// comeBack gives a person the own seat again.
func (d admission) comeBack(h *Handle, at int) {
	d.makeIrrevocable()
	d.clock.comeBack(&d.seating.seats[at], d.plan, d.now())
	d.seating.seats[at].comeBack(at, h, d.effects)
	d.seating.seats[at].noteProgram(d.inPlay(), d.effects)
	d.renameBots(h.name)
	if d.seating.seats[at].id == d.host.id {
		d.host.acting = false
	}
}

// sit gives a person a free seat.
func (d admission) sit(h *Handle) error {
	free := d.seating.freeSeat()
	switch {
	case d.inPlay():
		return prose.Refuse("The match there has begun. You can watch it.")
	case d.stage() != lobby.Gathering:
		return prose.Refuse("The match there has just ended. Watch until the host begins another.")
	case d.plan.GameNight != "":
		return errSeatsGiven
	case free < 0:
		return prose.Refuse("All seats there are taken. You can watch.")
	}
	id, code := h.guest.ID(), d.config.Code
	if err := d.config.House.Hold(id, code); err != nil {
		return err
	}
	d.undo(func() { d.config.House.Release(id, code) })
	if older := d.spectators.of(id); d.spectators.drop(older) {
		d.after(func() { older.end(errTakenOver) })
	}
	d.seating.sit(free, h)
	d.changed()
	d.renameBots(h.name)
	if d.host.id == "" {
		d.host.id = id
	} else {
		d.note(satDown(h))
	}
	return nil
}

// satDown says who has taken a seat.
func satDown(h *Handle) prose.Text {
	if h.guest.Program() {
		return prose.T("{name}, a program, sat down.", prose.Name(h.name))
	}
	return prose.T("{name} sat down.", prose.Name(h.name))
}

// admitSpectator lets somebody watch.
func (d admission) admitSpectator(h *Handle) error {
	if d.plan.Unwatched {
		return prose.Refuse("That room allows no watchers.")
	}
	again := d.spectators.of(h.guest.ID()) != nil
	if !again && len(d.spectators.handles) >= d.config.Limits.Watchers {
		return prose.Refuse("Too many people watch there already. Come back later.")
	}
	before := d.spectators.names()
	if older := d.spectators.add(h); older != nil {
		d.after(func() { older.end(errTakenOver) })
	}
	if !slices.Equal(d.spectators.names(), before) {
		d.changed()
	}
	d.renameBots(h.name)
	if !again {
		d.note(prose.T("{name} is watching.", prose.Name(h.name)))
	}
	return nil
}

// leave gives a seat up for good.
func (d admission) leave(h *Handle) {
	d.after(func() { h.end(nil) })
	if h.seat == engine.Watcher {
		d.stopWatching(h)
		return
	}
	at := int(h.seat)
	name := d.seating.seats[at].called()
	if !d.inPlay() {
		d.vacate(at, prose.T("{name} left.", name))
		return
	}
	d.vacate(at, prose.Text{})
	if d.seating.inhabited() && d.plan.GameNight == "" {
		d.host.pass(&d.seating, d.effects) // before the note that says more, of which screens show the newest
	}
	d.note(prose.T("{name} resigned and left.", name))
}

// hungUp is the end of a session that did not leave.
func (d admission) hungUp(h *Handle) {
	if !h.closed {
		h.end(nil)
		d.abandon(h)
	}
}

// abandon marks the seat of a hold that has ended, unless somebody has it again.
func (d admission) abandon(h *Handle) {
	d.makeIrrevocable()
	if h.seat == engine.Watcher {
		d.stopWatching(h)
	} else if at := d.seating.held(h); at >= 0 {
		own := &d.seating.seats[at]
		own.goAway(!d.config.House.Present(own.id), d.effects)
	}
}

// rename calls somebody by another name: on their seat, as a spectator, and in the
// title where that was made from their name. What they said stays as it was.
func (d admission) rename(id, name string) {
	before := ""
	for _, h := range d.handles() {
		if older := h.name; h.guest.ID() == id && older != name {
			before, h.name = older, name
			d.undo(func() { h.name = older })
		}
	}
	if at := d.seating.of(id); at >= 0 && d.seating.seats[at].name != name {
		before, d.seating.seats[at].name = d.seating.seats[at].name, name
	}
	if before == "" {
		return
	}
	if d.titled == id {
		d.plan.Title = lobby.CleanText(lobby.DefaultTitle(name), d.config.Limits.TitleCells)
	}
	d.renameBots(name)
	d.note(prose.T("{before} is called {after} from now on.", prose.Name(before), prose.Name(name)))
}

// disown takes somebody out of what the room has of people beside the seats they
// hold: seats they have left, where the match goes on to count for the others,
// the title, notes, talk, and a spectator's place.
func (d admission) disown(ids []string) {
	for i := range d.seating.seats {
		if s := &d.seating.seats[i]; s.left && slices.Contains(ids, s.began) {
			s.began, s.name = "", lobby.Forgotten
		}
	}
	if slices.Contains(ids, d.titled) {
		d.plan.Title, d.titled = lobby.DefaultTitle(lobby.Forgotten), ""
	}
	for _, w := range slices.Clone(d.spectators.handles) {
		if slices.Contains(ids, w.guest.ID()) {
			d.after(func() { w.end(lobby.ErrForgotten) })
			d.spectators.drop(w)
		}
	}
	d.notes, d.talk = d.notes.without(ids), d.talk.Without(ids)
	d.changed()
}
