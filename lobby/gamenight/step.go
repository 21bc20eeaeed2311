package gamenight

import (
	"slices"
	"time"

	"parlor/lobby"
	"parlor/prose"
)

// Input is what a game night is told: one of the types below.
type Input interface{ input() }

// Join lets a player take part, or come back. The first one is the host.
type Join struct {
	ID, Name string
	Guest    bool
}

// Disconnect says that a player has no connection any more.
type Disconnect struct{ ID string }

// Order is what a player asks for.
type Order struct {
	By string // Identity.ID
	Do lobby.EveningDo
}

// Forget removes a player, under any of their identities, from what is kept.
type Forget struct{ IDs []string }

// Opened says which room was opened for a table.
type Opened struct {
	Table int
	Room  string
}

// Failed says that no room could be opened for a table.
type Failed struct{ Table int }

// Seen says what everybody can see in the room of a table.
type Seen struct {
	Room   string
	Glance lobby.Glance
}

// Closed says that a room is gone. A match that was not over counts for no one.
type Closed struct{ Room string }

// Tick has what is due done. Seat also lets tables be made.
type Tick struct{ Seat bool }

func (Join) input()       {}
func (Disconnect) input() {}
func (Order) input()      {}
func (Forget) input()     {}
func (Opened) input()     {}
func (Failed) input()     {}
func (Seen) input()       {}
func (Closed) input()     {}
func (Tick) input()       {}

// Effects are what follows from a step.
type Effects struct {
	Changed bool     // what is kept or shown
	Open    []Room   // to be opened; Opened or Failed tells what came of it
	Close   []string // rooms of tables that are called off
}

// Step tells the night one thing at a time of day.
func (s *State) Step(in Input, now time.Time) (Effects, error) {
	s.effects = Effects{}
	s.settle(now)
	err := s.take(in)
	s.settle(now)
	s.effects.Close, s.seating.closing = s.seating.closing, nil
	return s.effects, err
}

func (s *State) take(in Input) error {
	switch in := in.(type) {
	case Join:
		return s.join(in)
	case Disconnect:
		s.disconnect(in.ID)
	case Order:
		return s.order(in.By, in.Do)
	case Forget:
		s.forget(in.IDs)
	case Opened:
		if t := s.seating.tables.numbered(in.Table); t != nil {
			t.Room = in.Room
			s.changed()
		}
	case Failed:
		s.failed(in.Table)
	case Seen:
		s.seen(in.Room, in.Glance)
	case Closed:
		s.closed(in.Room)
	case Tick:
		s.tick(in.Seat)
	}
	return nil
}

func (s *State) changed() { s.effects.Changed = true }

// settle notes the time and what follows from it and from a change.
func (s *State) settle(now time.Time) {
	s.seating.now = now
	s.watchQuiet(now)
	s.seating.raiseFloor()
}

// watchQuiet notes since when no player is here and no match is played.
func (s *State) watchQuiet(now time.Time) {
	switch {
	case slices.ContainsFunc(s.seating.players, here), slices.ContainsFunc(s.seating.tables, (*Table).playing):
		s.quiet = time.Time{}
	case s.quiet.IsZero():
		s.quiet = now
	}
}

func (s *State) join(in Join) error {
	p := s.Player(in.ID)
	switch {
	case p != nil && p.Banned:
		return prose.Refuse("The host of that game night has sent you away.")
	case p != nil:
	case s.Stage == lobby.EveningOver:
		return prose.Refuse("That game night is over. Its standings can still be seen.")
	default:
		if p = s.seating.players.add(in.ID, s.bounds.People); p == nil {
			return prose.Refuse("{n} people take part in that game night. There can be no more.", prose.N(s.bounds.People))
		}
	}
	back := !p.Here
	p.Name, p.Guest, p.Here, p.Gone = in.Name, in.Guest, true, false
	if back {
		s.seating.stand(p)
		s.seating.wait(p)
	}
	s.host.join(p)
	s.changed()
	return nil
}

func (s *State) disconnect(id string) {
	if p := s.Player(id); p != nil && p.Here {
		p.Here = false
		s.host.disconnect(p, s.seating.now)
		s.changed()
	}
}

// leave ends the night for a player. A table that waits for them is called off.
func (s *State) leave(p *Player) {
	p.Here, p.Gone = false, true
	s.seating.withdraw(p)
	s.seating.stand(p)
	if s.host.is(p) {
		s.host.pass(s.seating.players)
	}
	s.changed()
}

// knows reports whether anything is kept of a player with one of these identities.
func (s *State) knows(ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return s.Player(id) != nil || id == s.Titled })
}

func (s *State) forget(ids []string) {
	for _, id := range ids {
		if s.Titled != "" && s.Titled == id {
			s.Plan.Title, s.Titled = lobby.DefaultEvening(lobby.Forgotten).String(), ""
			s.changed()
		}
		if p := s.Player(id); p != nil {
			s.leave(p)
			p.ID, p.Name, p.Banned = "", lobby.Forgotten, false
			s.seating.tables.forget(p.Number, id)
			s.results.forget(p.Number)
		}
	}
}

func (s *State) failed(table int) {
	if t := s.seating.tables.numbered(table); t != nil {
		s.seating.callOff(t, false)
		s.retry = s.seating.now.Add(RetryTime)
		s.changed()
	}
}

func (s *State) seen(room string, seen lobby.Glance) {
	t := s.seating.tables.in(room)
	if t == nil || t.shows(seen) {
		return
	}
	t.Seen = seen
	left := s.seating.notSeated(t)
	if t.gathers() && len(left) > 0 {
		for _, p := range left {
			p.Out = true
		}
		s.seating.callOff(t, false)
	} else {
		if seen.Stage == over && !t.over() {
			s.results.finish(t, s.seating.players, s.seating.now)
		}
		s.seating.leave(t, left)
	}
	s.changed()
}

func (s *State) closed(room string) {
	t := s.seating.tables.in(room)
	if t == nil {
		return
	}
	t.Room = "" // it need not be closed
	if t.over() {
		s.seating.leave(t, s.seating.at(t))
	} else {
		s.seating.callOff(t, false)
		s.seating.waitAgain(t, func(p *Player) bool { return p.Here && !p.Out })
	}
	s.changed()
}

func (s *State) tick(seat bool) {
	now := s.seating.now
	if due := s.host.due(s.seating.players); !due.IsZero() && !now.Before(due) {
		s.host.pass(s.seating.players)
		s.changed()
	}
	if s.Stage != lobby.EveningOver && !s.quiet.IsZero() && !now.Before(s.quiet.Add(s.bounds.Idle)) {
		s.Stage = lobby.EveningOver
		s.changed()
	}
	for _, t := range slices.Clone(s.seating.tables) {
		if t.gathers() && !now.Before(t.Called.Add(CallTime)) {
			s.seating.callOff(t, true)
			s.changed()
		}
	}
	s.settle(now)
	if seat && s.Stage == lobby.EveningPlaying && !now.Before(s.retry) {
		for _, t := range s.matching(now).seat() {
			s.effects.Open = append(s.effects.Open, s.room(t))
			s.changed()
		}
	}
}

// Due returns when a Tick has something to do; zero if nothing is due before the
// next input.
func (s *State) Due() (at time.Time) {
	sooner := func(one time.Time) {
		if !one.IsZero() && (at.IsZero() || one.Before(at)) {
			at = one
		}
	}
	switch {
	case s.quiet.IsZero():
	case s.Stage == lobby.EveningOver:
		sooner(s.quiet.Add(s.bounds.Kept))
	default:
		sooner(s.quiet.Add(s.bounds.Idle))
	}
	sooner(s.host.due(s.seating.players))
	plays, now := s.Stage == lobby.EveningPlaying, s.seating.now
	for _, t := range s.seating.tables {
		switch {
		case t.gathers():
			sooner(t.Called.Add(CallTime))
		case plays && t.rests(now) && !t.empty():
			sooner(t.Ended.Add(RestTime))
		}
	}
	if plays {
		for _, p := range s.seating.players {
			for _, patience := range []time.Duration{Patience, StrangerPatience} {
				if end := p.Since.Add(patience); p.mayWait() && end.After(now) {
					sooner(end)
				}
			}
		}
		if s.retry.After(now) {
			sooner(s.retry)
		}
	}
	return at
}
