package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// kick sends somebody away by name. In a match a bot plays on for them, so that
// nobody wins by it.
func (r *Room) kick(name string, keepOut bool) error {
	wanted := lobby.FoldName(name)
	for i, s := range r.seating.seats {
		if s.here() && lobby.FoldName(s.name) == wanted {
			return r.kickSeated(i, keepOut)
		}
	}
	for _, w := range r.watch.watchers {
		if lobby.FoldName(w.name) == wanted {
			return r.kickWatcher(w, keepOut)
		}
	}
	return fmt.Errorf("nobody here is called %s", lobby.CleanText(name, r.config.Limits.NameCells))
}

func (r *Room) kickSeated(at int, keepOut bool) error {
	s := r.seating.seats[at]
	switch {
	case s.id == r.host.id:
		return errors.New("that is you; to go, leave the table")
	case r.protects(s):
		return errors.New("this match counts for ratings: whoever plays it can be sent away only after being away for a while")
	}
	if keepOut {
		if err := r.host.keepOut(r.config.Code, s.id); err != nil {
			return err
		}
	}
	if s.handle != nil {
		r.step.after(func() { s.handle.end(errKicked) })
	}
	if r.inPlay() {
		r.replace(at)
		return nil
	}
	r.vacate(at, "The host sent %s away.")
	return nil
}

func (r *Room) kickWatcher(w *Handle, keepOut bool) error {
	if keepOut {
		if err := r.host.keepOut(r.config.Code, w.guest.ID()); err != nil {
			return err
		}
	}
	r.step.after(func() { w.end(errKicked) })
	r.step.note("The host sent %s away.", w.name)
	r.watch.drop(w)
	return nil
}

// protects reports whether the host cannot send away who has a seat: in a match
// that counts that would be a way to win. Somebody who has been away as long as
// a seat is kept holds up the others, and has no such protection.
func (r *Room) protects(s seat) bool {
	return r.play.rated && r.inPlay() &&
		(s.away.IsZero() || time.Since(s.away) < max(r.config.Limits.Grace, slowness(r.plan)))
}

// replace lets a bot play on for a person whom the host has sent away. Of their
// hand nothing is shown, and what becomes of the seat is not theirs any more:
// neither a win nor a loss. A match that counted counts for nobody.
func (r *Room) replace(at int) {
	s := &r.seating.seats[at]
	id, name := s.id, s.name
	r.step.after(func() { r.config.House.Release(id, r.config.Code) })
	s.kind, s.level, s.name = lobby.Bot, engine.FirstBot, r.freeBotName()
	s.id, s.began, s.guest = "", "", false
	s.handle, s.away = nil, time.Time{}
	s.pause, s.ready, s.eyes = false, false, false
	r.step.note("The host sent %s away; the bot %s plays on.", name, s.name)
	if r.play.rated {
		r.play.rated = false
		r.step.note("The match does not count for ratings any more.")
	}
}

// handOver makes somebody present the host.
func (r *Room) handOver(to engine.Seat) error {
	if !r.seating.has(to) || !r.seating.seats[to].here() || r.seating.seats[to].handle == nil {
		return errors.New("nobody is there on that seat to be the host")
	}
	r.host.be(r.seating.seats[to], &r.step)
	return nil
}

// swap lets two seats change places.
func (r *Room) swap(one, other engine.Seat) error {
	for _, at := range []engine.Seat{one, other} {
		if !r.seating.has(at) {
			return fmt.Errorf("there is no seat %v", at)
		}
	}
	r.gatherAnew() // the seats of a match that has ended stay as they were
	if int(max(one, other)) >= len(r.seating.seats) {
		return errors.New("there are not so many seats any more")
	}
	r.seating.swap(one, other)
	if one != other && (r.seating.seats[one].taken() || r.seating.seats[other].taken()) {
		r.step.changed()
	}
	return nil
}

// change replaces the plan; a match that has ended is put away.
func (r *Room) change(h *Handle, plan lobby.Plan) error {
	plan.Game = r.config.Game.Name
	plan, err := r.config.House.Check(plan, h.name)
	if err != nil {
		return err
	}
	if taken := r.seating.taken(); plan.Seats < taken {
		return fmt.Errorf("%d seats are taken; nobody is sent away by a change", taken)
	}
	if plan.Title != r.plan.Title {
		r.titled = r.config.House.Titled(plan, h.guest.ID(), h.name)
	}
	r.plan = plan
	r.gather()
	r.step.note("The host changed the table.")
	return nil
}

// addBot puts a bot on the first free seat.
func (r *Room) addBot(level engine.Level) error {
	switch {
	case level < engine.FirstBot || int(level) > len(r.config.Game.Levels):
		return fmt.Errorf("there are bots of level 1 to %d for this game", len(r.config.Game.Levels))
	case r.seating.taken() >= r.plan.Seats:
		return errors.New("all seats are taken")
	}
	r.gatherAnew()
	r.seating.seats[r.seating.free()] = seat{kind: lobby.Bot, name: r.freeBotName(), level: level}
	r.step.changed()
	return nil
}

// freeBotName is a bot's name that nobody can be taken for who is at the table
// or elsewhere in the lobby.
func (r *Room) freeBotName() string {
	taken := map[string]bool{}
	for _, s := range r.seating.seats {
		taken[lobby.FoldName(s.name)] = true
	}
	for _, h := range r.handles() {
		taken[lobby.FoldName(h.name)] = true // a seat keeps an older one
	}
	return freeBotName(func(folded string) bool { return taken[folded] || r.config.House.Taken(folded) })
}

// renameBots lets a bot give way to a person of its name who comes to the table,
// to play or to watch, so that what is said of one is never taken to be said of
// the other.
func (r *Room) renameBots(person string) {
	for i := range r.seating.seats {
		if s := &r.seating.seats[i]; s.kind == lobby.Bot && lobby.FoldName(s.name) == lobby.FoldName(person) {
			before := s.name
			s.name = r.freeBotName()
			r.step.note("The bot %s is called %s from now on.", before, s.name)
		}
	}
}

func (r *Room) removeBot(at engine.Seat) error {
	if !r.seating.has(at) || r.seating.seats[at].kind != lobby.Bot {
		return errors.New("there is no bot on that seat")
	}
	r.seating.empty(int(at))
	r.gatherAnew()
	r.step.changed()
	return nil
}

// disown takes somebody out of what the room has of people beside the seats they
// hold: seats they have left, where the match goes on to count for the others,
// the title, notes, talk, and a watcher's place.
func (r *Room) disown(ids []string) {
	for i := range r.seating.seats {
		if s := &r.seating.seats[i]; s.left && slices.Contains(ids, s.began) {
			s.began, s.name = "", lobby.Forgotten
		}
	}
	if slices.Contains(ids, r.titled) {
		r.plan.Title, r.titled = lobby.DefaultTitle(lobby.Forgotten), ""
	}
	for _, w := range slices.Clone(r.watch.watchers) {
		if slices.Contains(ids, w.guest.ID()) {
			r.step.after(func() { w.end(lobby.ErrForgotten) })
			r.watch.drop(w)
		}
	}
	r.notes, r.talk = r.notes.without(ids), r.talk.Without(ids)
	r.step.changed()
}
