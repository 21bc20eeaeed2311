package local

import (
	"errors"
	"slices"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// hostGrace is how long an absent host keeps the role from somebody present.
const hostGrace = 30 * time.Second

// entrance is how somebody wants to come in.
type entrance int

const (
	asPlayer  entrance = iota // on a free seat, or the own one
	asWatcher                 // without a seat, or on the own one
	asHolder                  // on the own one only
)

// gather goes back to waiting for people, with as many seats as planned or
// taken.
func (r *room) gather() {
	r.match, r.public, r.rested = nil, nil, time.Now()
	r.id, r.proof, r.played, r.rated = "", "", nil, false
	r.past, r.paused = nil, time.Time{}
	r.unready()
	r.seats = slices.DeleteFunc(r.seats, func(s seat) bool { return !s.taken() })
	for i := range r.seats {
		r.seats[i].seen = nil
	}
	for len(r.seats) < r.plan.Seats {
		r.seats = append(r.seats, seat{kind: lobby.Empty})
	}
	r.renumber()
}

// renumber tells the holds where their seats are.
func (r *room) renumber() {
	for i := range r.seats {
		if c := r.seats[i].chair; c != nil {
			c.seat = engine.Seat(i)
		}
	}
}

// enter gives a hold its place.
func (r *room) enter(c *handle, how entrance) error {
	if c.closed {
		return errHoldEnded // its session has ended meanwhile
	}
	if r.banned[banMark(r.code, c.visit.id)] {
		return errors.New("the host of that room has asked you to stay away")
	}
	for i, s := range r.seats {
		if s.here() && s.id == c.visit.id {
			r.takeBack(c, i)
			return nil
		}
	}
	switch how {
	case asWatcher:
		return r.watch(c)
	case asPlayer:
		return r.sit(c)
	default:
		return errNoSeatHere
	}
}

// takeBack gives a person the own seat again; the newer session wins.
func (r *room) takeBack(c *handle, i int) {
	r.step.keep = true
	s := &r.seats[i]
	if older := s.chair; older != nil {
		r.after(func() { older.end(errTakenOver) })
	} else {
		r.note("%s is back.", s.name)
	}
	if r.plan.Absent == lobby.AbsentWait && !s.away.IsZero() && !s.since.IsZero() {
		stood := s.away // since when the clock stood
		if s.since.After(stood) {
			stood = s.since
		}
		s.since = s.since.Add(time.Since(stood))
	}
	s.chair, s.away = c, time.Time{}
	c.seat = engine.Seat(i)
	r.renameBots(c.name)
	if s.id == r.host {
		r.standIn = false
	}
}

// sit gives a person a free seat.
func (r *room) sit(c *handle) error {
	free := slices.IndexFunc(r.seats, func(s seat) bool { return s.kind == lobby.Empty })
	switch {
	case r.inPlay():
		return errors.New("the match there has begun; you can watch it")
	case r.stage() != lobby.Gathering:
		return errors.New("the match there has just ended; watch until the host begins another")
	case free < 0:
		return errors.New("all seats there are taken; you can watch")
	}
	if err := r.lobby.hold(c.visit.id, r.code); err != nil {
		return err
	}
	r.undo(func() { r.lobby.release(c.visit.id, r.code) })
	r.stopWatching(c.visit.id)
	r.seats[free] = seat{kind: lobby.Person, id: c.visit.id, name: c.name, guest: c.visit.guest, chair: c}
	c.seat = engine.Seat(free)
	r.renameBots(c.name)
	if r.host == "" {
		r.host = c.visit.id
	} else {
		r.note("%s sat down.", c.name)
	}
	return nil
}

func (r *room) watch(c *handle) error {
	if r.plan.Unwatched {
		return errors.New("that room has no watchers: its host wants it so")
	}
	again := slices.ContainsFunc(r.watchers, func(w *handle) bool { return w.visit.id == c.visit.id })
	if !again && len(r.watchers) >= r.lobby.limits.Watchers {
		return errors.New("too many people watch there already; come back later")
	}
	r.stopWatching(c.visit.id)
	r.watchers = append(r.watchers, c)
	r.renameBots(c.name)
	if !again {
		r.note("%s watches.", c.name)
	}
	return nil
}

// stopWatching ends another session's watching of the same person.
func (r *room) stopWatching(id string) {
	r.watchers = slices.DeleteFunc(r.watchers, func(w *handle) bool {
		if w.visit.id == id {
			r.after(func() { w.end(errTakenOver) })
		}
		return w.visit.id == id
	})
}

// leave gives a seat up for good.
func (r *room) leave(c *handle) {
	r.after(func() { c.end(nil) })
	if c.seat == engine.Watcher {
		r.dropWatcher(c)
		return
	}
	r.vacate(int(c.seat), "%s left.")
}

func (r *room) dropWatcher(c *handle) {
	r.watchers = slices.DeleteFunc(r.watchers, func(w *handle) bool { return w == c })
}

// vacate takes a person off a seat. Once a match has begun the seat stays,
// without him: settle plays for it.
func (r *room) vacate(i int, note string) {
	s := &r.seats[i]
	r.note(note, s.name)
	id := s.id
	r.after(func() { r.lobby.release(id, r.code) })
	if s.id == r.host {
		r.host = ""
	}
	if r.stage() == lobby.Gathering {
		*s = seat{kind: lobby.Empty}
		return
	}
	s.id, s.chair, s.left, s.gone = "", nil, true, r.lastGone()+1
}

// lastGone is the number of who left the match last; 0 where nobody has.
func (r *room) lastGone() (last int) {
	for _, s := range r.seats {
		last = max(last, s.gone)
	}
	return last
}

// vacateAll takes everybody off their seats, in the order in which they went
// away.
func (r *room) vacateAll() {
	var away []int
	for i, s := range r.seats {
		if s.here() {
			away = append(away, i)
		}
	}
	slices.SortStableFunc(away, func(a, b int) int { return r.seats[a].away.Compare(r.seats[b].away) })
	for _, i := range away {
		r.vacate(i, "%s did not come back.")
	}
}

// replace lets a bot play on for a person whom the host has sent away. Of their
// hand nothing is shown, and what becomes of the seat is not theirs any more:
// neither a win nor a loss. A match that counted counts for nobody.
func (r *room) replace(i int) {
	s := &r.seats[i]
	id, name := s.id, s.name
	r.after(func() { r.lobby.release(id, r.code) })
	s.kind, s.level, s.name = lobby.Bot, engine.FirstBot, r.freeBotName()
	s.id, s.began, s.guest = "", "", false
	s.chair, s.away = nil, time.Time{}
	s.pause, s.ready, s.eyes = false, false, false
	r.note("The host sent %s away; the bot %s plays on.", name, s.name)
	if r.rated {
		r.rated = false
		r.note("The match does not count for ratings any more.")
	}
}

// hangUp is the end of a session that did not leave.
func (r *room) hangUp(c *handle) {
	if c.closed {
		return
	}
	r.step.keep = true
	c.end(nil)
	if c.seat == engine.Watcher {
		r.dropWatcher(c)
		return
	}
	s := &r.seats[c.seat]
	s.chair, s.away = nil, time.Now()
	r.note("%s is away; the seat is kept.", s.name)
}

// hangUpSlow ends the hold of somebody who does not read what is told. It is
// called while chairs are told, so the seat is marked by an order of its own.
func (r *room) hangUpSlow(c *handle) {
	c.end(errTooSlow)
	r.lobby.work.Go(func() { r.tell(func() { r.abandon(c) }) })
}

// abandon marks the seat of a hold that has ended, unless somebody has it again.
func (r *room) abandon(c *handle) {
	r.step.keep = true
	if c.seat == engine.Watcher {
		r.dropWatcher(c)
		return
	}
	for i := range r.seats {
		if s := &r.seats[i]; s.chair == c {
			s.chair, s.away = nil, time.Now()
			r.note("%s is away; the seat is kept.", s.name)
		}
	}
}

// graceEnd is when an absent person loses the seat because no match is played;
// zero where that is not so. Somebody who was away at the end of a match has
// the whole time to come back and see it.
func (r *room) graceEnd(i int) time.Time {
	s := r.seats[i]
	if r.inPlay() || !s.here() || s.away.IsZero() {
		return time.Time{}
	}
	from := s.away
	if r.rested.After(from) {
		from = r.rested
	}
	return from.Add(max(r.lobby.limits.Grace, r.slowness()))
}

// hostEnd is when an absent host has to give the role to somebody present;
// zero while the host is there or nobody else is. A stand-in has no grace.
func (r *room) hostEnd() time.Time {
	host := slices.IndexFunc(r.seats, func(s seat) bool { return s.here() && s.id == r.host })
	if host < 0 || r.seats[host].away.IsZero() || r.heir() < 0 {
		return time.Time{}
	}
	if r.standIn {
		return r.seats[host].away
	}
	return r.seats[host].away.Add(hostGrace)
}

// slowness is the clock of a room that people leave and come back to, a move at
// a time; zero where one is meant to stay.
func (r *room) slowness() time.Duration {
	if r.plan.Clock < time.Hour {
		return 0
	}
	return r.plan.Clock
}

// heir is the first seat whose person is connected and not the host, or -1.
func (r *room) heir() int {
	return slices.IndexFunc(r.seats, func(s seat) bool { return s.here() && s.chair != nil && s.id != r.host })
}

// passHost gives the role to somebody present when the host has left, or has
// been away for long. While nobody is there somebody absent stands in, for
// whoever comes first.
func (r *room) passHost() {
	heir := r.heir()
	if r.host != "" {
		if end := r.hostEnd(); heir < 0 || end.IsZero() || end.After(time.Now()) {
			return
		}
	}
	if r.standIn = heir < 0; r.standIn {
		heir = slices.IndexFunc(r.seats, seat.here)
	}
	r.host = r.seats[heir].id
	r.note("%s is the host now.", r.seats[heir].name)
}

// watchQuiet notes since when nobody is connected.
func (r *room) watchQuiet() {
	if len(r.chairs()) > 0 {
		r.quiet = time.Time{}
	} else if r.quiet.IsZero() {
		r.quiet = time.Now()
	}
}

// idleEnd is when a room where nobody is connected closes; zero while
// somebody is.
func (r *room) idleEnd() time.Time {
	if r.quiet.IsZero() {
		return time.Time{}
	}
	return r.quiet.Add(max(r.lobby.limits.RoomIdle, 2*r.slowness()))
}
