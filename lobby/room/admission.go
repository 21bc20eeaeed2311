package room

import (
	"slices"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
)

// Errors returned when a person enters or leaves a room.
var (
	errHandleClosed = prose.Refuse("You are no longer at this table.")
	errSeatsGiven   = prose.Refuse("Only the game night assigns seats at that table. You can watch.")
	errNoProgram    = prose.Refuse("That match is rated and started without a program. Continue it on a screen or in text mode.")
	errNotByNight   = prose.Refuse("The host has not allowed programs at this game night. You can watch.")
	errNoSeatHere   = prose.Refuse("You have no seat there.")
)

// EntryMode is the role in which a client enters.
type EntryMode int

// Entry modes.
const (
	AsPlayer  EntryMode = iota // on a free seat, or the player's own
	AsWatcher                  // as a spectator, or on the player's own seat
	AsHolder                   // on the player's own seat only
)

// admission seats people, lets them watch, and handles their leaving.
type admission struct {
	*transition
	reversal
}

// reversal is the part of tx that admission uses to handle failed writes.
type reversal interface {
	// undo registers an effect to run if the order cannot be written.
	undo(effect func())
	// makeIrrevocable keeps the effects of the order even if it cannot be written.
	makeIrrevocable()
}

// enter assigns a place to a handle.
func (d admission) enter(h *Handle, how EntryMode) error {
	if h.closed {
		return errHandleClosed // the session has ended meanwhile
	}
	if d.host.bans(d.config.Code, h.guest.ID()) {
		return prose.Refuse("The host of that room has banned you.")
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

// mayComeBack refuses an API client the seat of a person whose rated match began without
// one: opponents must know before a rated match whether they play against a program.
func (d admission) mayComeBack(h *Handle, at int) error {
	switch {
	case !h.guest.Program():
		return nil
	case d.plan.GameNight != "" && !d.plan.Programs:
		return errNotByNight
	case d.inPlay() && d.play.rated && !d.play.unmarked && !d.seating.seats[at].program:
		return errNoProgram
	}
	return nil
}

// comeBack returns a person to their seat.
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
		return prose.Refuse("That match has started. You can watch it.")
	case d.stage() != lobby.Gathering:
		return prose.Refuse("That match has just ended. Watch until the host starts another.")
	case d.plan.GameNight != "":
		return errSeatsGiven
	case free < 0:
		return prose.Refuse("All seats there are taken. You can watch.")
	}
	id, code := h.guest.ID(), d.config.Code
	if err := d.config.Hooks.Hold(id, code); err != nil {
		return err
	}
	d.undo(func() { d.config.Hooks.Release(id, code) })
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

// satDown returns the note for a new player.
func satDown(h *Handle) prose.Text {
	if h.guest.Program() {
		return prose.T("{name}, a program, sat down.", prose.Name(h.name))
	}
	return prose.T("{name} sat down.", prose.Name(h.name))
}

// admitSpectator lets a person watch.
func (d admission) admitSpectator(h *Handle) error {
	if d.plan.Unwatched {
		return prose.Refuse("That room does not allow spectators.")
	}
	again := d.spectators.of(h.guest.ID()) != nil
	if !again && len(d.spectators.handles) >= d.config.Limits.Watchers {
		return prose.Refuse("That table has too many spectators. Try again later.")
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

// leave gives up a seat permanently, or stops watching.
func (d admission) leave(h *Handle) {
	d.after(func() { h.end(nil) })
	if h.seat == engine.Watcher {
		d.stopWatching(h)
		return
	}
	at := int(h.seat)
	name := d.seating.seats[at].nameArg()
	if !d.inPlay() {
		d.vacate(at, prose.T("{name} left.", name))
		return
	}
	d.vacate(at, prose.Text{})
	if d.seating.inhabited() && d.plan.GameNight == "" {
		d.host.pass(&d.seating, d.effects) // screens show the latest note, so this one comes before the one that says more
	}
	d.note(prose.T("{name} resigned and left.", name))
}

// hungUp handles the end of a session that did not leave.
func (d admission) hungUp(h *Handle) {
	if !h.closed {
		h.end(nil)
		d.abandon(h)
	}
}

// abandon marks the seat of a closed handle as away, unless another handle has taken it.
func (d admission) abandon(h *Handle) {
	d.makeIrrevocable()
	if h.seat == engine.Watcher {
		d.stopWatching(h)
	} else if at := d.seating.held(h); at >= 0 {
		own := &d.seating.seats[at]
		own.goAway(!d.config.Hooks.Present(own.id), d.effects)
	}
}

// rename changes the name of a person on their seat, as a spectator, and in a title that
// was made from it. Earlier notes and messages keep the old name.
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
	d.note(prose.T("{before} is now called {after}.", prose.Name(before), prose.Name(name)))
}

// removePeople removes people from everything but their current seats: from seats they have
// left during a match, the title, notes, chat and spectators.
func (d admission) removePeople(ids []string) {
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
