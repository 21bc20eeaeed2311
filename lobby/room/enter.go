package room

import (
	"errors"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// Entrance is how somebody wants to come in.
type Entrance int

// Ways to come in.
const (
	AsPlayer  Entrance = iota // on a free seat, or the own one
	AsWatcher                 // without a seat, or on the own one
	AsHolder                  // on the own one only
)

// enter gives a hold its place.
func (r *Room) enter(h *Handle, how Entrance) error {
	if h.closed {
		return errHoldEnded // its session has ended meanwhile
	}
	if r.host.keepsOut(r.config.Code, h.guest.ID()) {
		return errors.New("the host of that room has asked you to stay away")
	}
	if at := r.seating.of(h.guest.ID()); at >= 0 {
		r.comeBack(h, at)
		return nil
	}
	switch how {
	case AsWatcher:
		return r.admitWatcher(h)
	case AsPlayer:
		return r.sit(h)
	default:
		return errNoSeatHere
	}
}

// comeBack gives a person the own seat again.
func (r *Room) comeBack(h *Handle, at int) {
	r.step.makeIrrevocable()
	r.clock.comeBack(&r.seating.seats[at], r.plan)
	r.seating.comeBack(at, h, &r.step)
	r.renameBots(h.name)
	if r.seating.seats[at].id == r.host.id {
		r.host.standIn = false
	}
}

// sit gives a person a free seat.
func (r *Room) sit(h *Handle) error {
	free := r.seating.free()
	switch {
	case r.inPlay():
		return errors.New("the match there has begun; you can watch it")
	case r.stage() != lobby.Gathering:
		return errors.New("the match there has just ended; watch until the host begins another")
	case free < 0:
		return errors.New("all seats there are taken; you can watch")
	}
	id, code := h.guest.ID(), r.config.Code
	if err := r.config.House.Hold(id, code); err != nil {
		return err
	}
	r.step.undo(func() { r.config.House.Release(id, code) })
	if older := r.watch.of(id); r.watch.drop(older) {
		r.step.after(func() { older.end(errTakenOver) })
	}
	r.seating.sit(free, h)
	r.step.changed()
	r.renameBots(h.name)
	if r.host.id == "" {
		r.host.id = id
	} else {
		r.step.note("%s sat down.", h.name)
	}
	return nil
}

// admitWatcher lets somebody watch.
func (r *Room) admitWatcher(h *Handle) error {
	if r.plan.Unwatched {
		return errors.New("that room has no watchers: its host wants it so")
	}
	again := r.watch.of(h.guest.ID()) != nil
	if !again && len(r.watch.watchers) >= r.config.Limits.Watchers {
		return errors.New("too many people watch there already; come back later")
	}
	before := r.watch.names()
	if older := r.watch.add(h); older != nil {
		r.step.after(func() { older.end(errTakenOver) })
	}
	if !slices.Equal(r.watch.names(), before) {
		r.step.changed()
	}
	r.renameBots(h.name)
	if !again {
		r.step.note("%s watches.", h.name)
	}
	return nil
}

// leave gives a seat up for good.
func (r *Room) leave(h *Handle) {
	r.step.after(func() { h.end(nil) })
	if h.seat == engine.Watcher {
		r.stopWatching(h)
		return
	}
	r.vacate(int(h.seat), "%s left.")
}

// stopWatching takes a watcher off the list.
func (r *Room) stopWatching(h *Handle) {
	if r.watch.drop(h) {
		r.step.changed()
	}
}

// vacate takes a person off a seat. Once a match has begun the seat stays,
// without them: settle plays for it.
func (r *Room) vacate(at int, note string) {
	s := r.seating.seats[at]
	r.step.note(note, s.name)
	r.step.after(func() { r.config.House.Release(s.id, r.config.Code) })
	if s.id == r.host.id {
		r.host.id = ""
	}
	if r.stage() == lobby.Gathering {
		r.seating.empty(at)
		return
	}
	r.seating.giveUp(at)
}

// vacateAll takes everybody off their seats, in the order in which they went
// away.
func (r *Room) vacateAll() {
	for _, at := range r.seating.asTheyWent() {
		r.vacate(at, "%s did not come back.")
	}
}

// hungUp is the end of a session that did not leave.
func (r *Room) hungUp(h *Handle) {
	if !h.closed {
		h.end(nil)
		r.abandon(h)
	}
}

// hangUpSlow ends the hold of somebody who does not read what is told. It is
// called while readers are told, so the seat is marked by an order of its own.
func (r *Room) hangUpSlow(h *Handle) {
	h.end(lobby.ErrTooSlow)
	r.config.Go(func() { r.mail.tell(func() { r.abandon(h) }) })
}

// abandon marks the seat of a hold that has ended, unless somebody has it again.
func (r *Room) abandon(h *Handle) {
	r.step.makeIrrevocable()
	if h.seat == engine.Watcher {
		r.stopWatching(h)
	} else if at := r.seating.held(h); at >= 0 {
		r.seating.goAway(at, &r.step)
	}
}

// graceEnd is when an absent person loses the seat because no match is played;
// zero where that is not so. Somebody who was away at the end of a match has
// the whole time to come back and see it.
func (r *Room) graceEnd(s seat) time.Time {
	if r.inPlay() || !s.here() || s.away.IsZero() {
		return time.Time{}
	}
	from := s.away
	if r.play.rested.After(from) {
		from = r.play.rested
	}
	return from.Add(max(r.config.Limits.Grace, slowness(r.plan)))
}

// watchQuiet notes since when nobody is connected.
func (r *Room) watchQuiet() {
	if len(r.handles()) > 0 {
		r.quiet = time.Time{}
	} else if r.quiet.IsZero() {
		r.quiet = time.Now()
	}
}

// idleEnd is when a room where nobody is connected closes; zero while
// somebody is.
func (r *Room) idleEnd() time.Time {
	if r.quiet.IsZero() {
		return time.Time{}
	}
	return r.quiet.Add(max(r.config.Limits.RoomIdle, 2*slowness(r.plan)))
}
