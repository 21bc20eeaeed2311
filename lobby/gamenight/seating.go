package gamenight

import (
	"maps"
	"slices"
	"time"

	"parlor/lobby"
)

// maxMissed is how many calls in a row a player can miss until they sit out.
const maxMissed = 2

// seating is who is where: the players, their tables, and who has met whom.
type seating struct {
	players players
	tables  tables
	made    int // tables so far
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

// wait lets a player wait from now on.
func (s *seating) wait(p *Player) { p.Since = s.now }

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
// is late, those who have not come have missed the call.
func (s *seating) callOff(t *Table, late bool) {
	for i, seat := range t.Seats {
		p := s.players.numbered(seat.Player)
		if p == nil {
			continue
		}
		for _, other := range t.Seats[:i] {
			s.met.undo(other.Player, seat.Player)
		}
		if !seat.Left {
			p.Turns = max(0, p.Turns-1)
		}
		if p.Table == t.Number {
			p.Table = 0
			if late && !t.here(p) {
				s.miss(p)
			}
		}
	}
	s.tables.remove(t)
	if t.Room != "" {
		s.closing = append(s.closing, t.Room)
	}
}

// miss notes that a player has not come to their table. They are called once more, in
// their turn.
func (s *seating) miss(p *Player) {
	p.Missed++
	p.Out = p.Out || p.Missed >= maxMissed
	s.wait(p)
}

// beginWith notes that the match at a table has begun, without those who have no seat in
// the room any more: they have missed the call.
func (s *seating) beginWith(t *Table) {
	t.Began = s.now
	for _, p := range s.at(t) {
		if t.has(p) {
			p.Missed = 0
			continue
		}
		for _, seat := range t.Seats {
			if seat.Player != p.Number {
				s.met.undo(seat.Player, p.Number)
			}
		}
		t.remove(p.Number)
		p.Turns, p.Table = max(0, p.Turns-1), 0
		s.miss(p)
	}
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
