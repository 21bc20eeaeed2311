package gamenight

import (
	"maps"
	"slices"
	"time"

	"parlor/lobby"
)

// maxMissed is the number of missed calls in a row after which a player sits out.
const maxMissed = 2

// seating is the players, their tables, and their meetings.
type seating struct {
	players players
	tables  tables
	made    int // number of tables so far
	met     meetings
	now     time.Time // time of the current step
	closing []string  // rooms of tables that the current step cancels
	moves   moves     // of the host, pending
	minutes int       // time limit of the matches at new tables; 0 means none
}

// status returns the state of a player, such as lobby.GameNightWaiting.
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

// wait starts the waiting time of a player.
func (s *seating) wait(p *Player) { p.Since = s.now }

// loseAll records that the connections of all players are lost, as at a restart. The order of
// the queue stays, and the time while the server was down does not count as waiting.
func (s *seating) loseAll(now time.Time) {
	var queue players
	newest := time.Time{}
	for _, p := range s.players {
		if p.Here = false; !p.Gone && p.Lost.IsZero() {
			p.Lost = now
			queue = append(queue, p)
			if p.Since.After(newest) {
				newest = p.Since
			}
		}
	}
	for _, p := range queue {
		p.Since = p.Since.Add(now.Sub(newest))
	}
}

// lostUntil returns when the next player does not count as lost any more, or zero.
func (s *seating) lostUntil() (at time.Time) {
	for _, p := range s.players {
		if end := p.Lost.Add(PlaceTime); p.lost(s.now) && (at.IsZero() || end.Before(at)) {
			at = end
		}
	}
	return at
}

// waitAgain starts the waiting time of the players of a cancelled table for which may
// returns true.
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

// notSeated returns the players at a table who have no seat in its room any more.
func (s *seating) notSeated(t *Table) []*Player { return slices.DeleteFunc(s.at(t), t.has) }

// call makes a table.
func (s *seating) call(group []*Player, game string, bots int) *Table {
	s.made++
	t := &Table{Number: s.made, Game: game, Called: s.now, Minutes: s.minutes, Seen: lobby.Glance{Stage: lobby.Gathering}}
	for i, p := range group {
		p.Table = t.Number
		p.Turns++
		t.Seats = append(t.Seats, Seat{Player: p.Number, Name: p.Name, Team: p.Team})
		for _, mate := range group[:i] {
			s.met[pair(p.Number, mate.Number)]++
		}
	}
	t.Seats = append(t.Seats, make([]Seat, bots)...)
	s.tables = append(s.tables, t)
	return t
}

// withdraw cancels the table that waits for a player.
func (s *seating) withdraw(p *Player) {
	if t := s.tables.numbered(p.Table); t != nil && t.gathers() {
		s.callOff(t, false)
	}
}

// callOff cancels a table without a match that counts. If it is late, the absent players
// have missed the call.
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

// miss records that a player has missed a call. They are called once more.
func (s *seating) miss(p *Player) {
	p.Missed++
	p.Out = p.Out || p.Missed >= maxMissed
	s.wait(p)
}

// beginWith records that the match at a table has begun. Players without a seat in the room
// have missed the call.
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

// stand removes a player from the table of a finished match.
func (s *seating) stand(p *Player) {
	if t := s.tables.numbered(p.Table); t != nil && t.over() {
		t.leave(p.Number)
		p.Table = 0
		s.clear(t)
	}
}

// leave removes players from a table and lets them wait.
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

// clear removes a finished table once all players have left it.
func (s *seating) clear(t *Table) {
	if t.over() && t.empty() {
		s.tables.remove(t)
	}
}

// clone returns a copy for previewing the next tables.
func (s *seating) clone() *seating {
	might := *s
	might.players, might.tables, might.met = nil, slices.Clone(s.tables), maps.Clone(s.met)
	for _, p := range s.players {
		one := *p
		might.players = append(might.players, &one)
	}
	return &might
}
