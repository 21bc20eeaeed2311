package gamenight

import (
	"maps"
	"slices"
	"time"

	"parlor/lobby"
)

// seating is who is where: the players, their tables, how often each was seated, and
// who has met whom.
type seating struct {
	players players
	tables  tables
	made    int // tables so far
	floor   int // the fewest turns that there have been among those who count; it never falls
	met     meetings
	now     time.Time // of the step that is done
	closing []string  // rooms of tables that this step calls off
}

// status returns what a player does.
func (s *seating) status(p *Player) string {
	t := s.tables.numbered(p.Table)
	switch {
	case p.Gone:
		return lobby.GameNightGone
	case t != nil && t.playing():
		return lobby.GameNightAtTable
	case t != nil && !t.over():
		return lobby.GameNightCalled
	case !p.Here:
		return lobby.GameNightAway
	case p.Out:
		return lobby.GameNightOut
	case t != nil:
		return lobby.GameNightResting
	}
	return lobby.GameNightWaiting
}

// counting returns those whose turns count now: they wait, are called or play, or
// have just played.
func (s *seating) counting(now time.Time) (all []*Player) {
	for _, p := range s.players {
		switch s.status(p) {
		case lobby.GameNightWaiting, lobby.GameNightCalled, lobby.GameNightAtTable:
			all = append(all, p)
		case lobby.GameNightResting:
			if s.tables.numbered(p.Table).rests(now) {
				all = append(all, p)
			}
		}
	}
	return all
}

// raiseFloor notes the fewest turns of those who count.
func (s *seating) raiseFloor() {
	if all := s.counting(s.now); len(all) > 0 {
		s.floor = max(s.floor, slices.MinFunc(all, byTurns).Turns)
	}
}

func byTurns(a, b *Player) int { return a.Turns - b.Turns }

// wait lets a player wait from now on. They need not catch up on the turns that they
// were not there for.
func (s *seating) wait(p *Player) {
	p.Since = s.now
	p.Turns = max(p.Turns, s.floor)
}

// waitAgain lets the players of a table that was called off wait from now on, if they may.
func (s *seating) waitAgain(t *Table, may func(*Player) bool) {
	for _, seat := range t.Seats {
		if p := s.players.numbered(seat.Player); p != nil && p.Table == 0 && may(p) {
			p.Since = s.now
		}
	}
}

// at returns the players at a table.
func (s *seating) at(t *Table) (all []*Player) {
	for _, seat := range t.Seats {
		if p := s.players.numbered(seat.Player); p != nil && !seat.Left {
			all = append(all, p)
		}
	}
	return all
}

// notSeated returns the players at a table who have left its room.
func (s *seating) notSeated(t *Table) []*Player { return slices.DeleteFunc(s.at(t), t.has) }

// call makes a table.
func (s *seating) call(group []*Player, game string, bots int) *Table {
	s.made++
	t := &Table{Number: s.made, Game: game, Called: s.now, Seen: lobby.Glance{Stage: lobby.Gathering}}
	for i, p := range group {
		p.Table = t.Number
		p.Turns++
		t.Seats = append(t.Seats, Seat{Player: p.Number, Name: p.Name})
		for _, mate := range group[:i] {
			s.met[pair(p.Number, mate.Number)]++
		}
	}
	t.Seats = append(t.Seats, make([]Seat, bots)...)
	s.tables = append(s.tables, t)
	return t
}

// withdraw calls off the table that waits for a player.
func (s *seating) withdraw(p *Player) {
	if t := s.tables.numbered(p.Table); t != nil && t.gathers() {
		s.callOff(t, false)
	}
}

// callOff removes a table at which nothing was played, or nothing that counts. If it
// is late, those who have not come sit out.
func (s *seating) callOff(t *Table, late bool) {
	all := s.at(t)
	for i, seat := range t.Seats {
		p := s.players.numbered(seat.Player)
		if p == nil {
			continue
		}
		for _, other := range t.Seats[:i] {
			s.met.undo(other.Player, seat.Player)
		}
		if p.Table == t.Number {
			p.Table = 0
			p.Out = p.Out || late && !t.here(p)
		}
	}
	s.tables.remove(t)
	for _, p := range all {
		s.giveBack(p)
	}
	if t.Room != "" {
		s.closing = append(s.closing, t.Room)
	}
}

// giveBack takes back a turn that was none, as far as no one is ahead of others by it.
func (s *seating) giveBack(p *Player) {
	turns := max(p.Turns-1, s.floor)
	if all := s.counting(s.now); len(all) > 0 {
		turns = max(turns, slices.MaxFunc(all, byTurns).Turns-1)
	}
	p.Turns = min(p.Turns, turns)
}

// stand takes a player from a table where the match is over.
func (s *seating) stand(p *Player) {
	if t := s.tables.numbered(p.Table); t != nil && t.over() {
		t.leave(p.Number)
		p.Table = 0
		s.clear(t)
	}
}

// leave lets players wait who have left a table.
func (s *seating) leave(t *Table, left []*Player) {
	for _, p := range left {
		t.leave(p.Number)
		if p.Table == t.Number {
			p.Table = 0
			s.wait(p)
		}
	}
	s.clear(t)
}

// clear removes a table that is over once all players have left it.
func (s *seating) clear(t *Table) {
	if t.over() && t.empty() {
		s.tables.remove(t)
	}
}

// clone returns a copy to try out on who is seated next.
func (s *seating) clone() *seating {
	might := *s
	might.players, might.tables, might.met = nil, slices.Clone(s.tables), maps.Clone(s.met)
	for _, p := range s.players {
		one := *p
		might.players = append(might.players, &one)
	}
	return &might
}
