package gamenight

import (
	"slices"

	"parlor/lobby"
)

// Attendance returns what is kept of a player with one of these identities, if
// anything is.
func (s *State) Attendance(ids []string) (kept lobby.Attendance, is bool) {
	p := s.seating.players.first(func(p *Player) bool { return p.ID != "" && slices.Contains(ids, p.ID) })
	if p == nil {
		return kept, false
	}
	return lobby.Attendance{
		Evening: s.Code, Title: s.Plan.Title, Made: s.made, Host: s.host.is(p), Name: p.Name, Guest: p.Guest,
		Out: p.Out, Left: p.Gone, SentAway: p.Banned, Since: p.Since, Table: p.Table, Turns: p.Turns,
		Points: p.Points, Matches: p.Played, Won: p.Won, Met: s.seating.metBy(p), Results: s.results.of(p),
	}, true
}

// metBy returns those with whom a player has sat at a table, in the order in which
// they came.
func (s *seating) metBy(p *Player) []lobby.Met {
	all := []lobby.Met{}
	for _, other := range s.players {
		if times := s.met.of(p, other); other != p && times > 0 {
			all = append(all, lobby.Met{Name: other.Name, Times: times})
		}
	}
	return all
}

// of returns how a player did in the matches that are remembered.
func (r *results) of(p *Player) []lobby.EveningResult {
	all := []lobby.EveningResult{}
	for _, result := range r.recent {
		for _, seat := range result.Seats {
			if seat.Player == p.Number {
				all = append(all, lobby.EveningResult{Table: result.Number, Game: result.Game, Total: seat.Total, Won: seat.Won, Points: seat.Points})
			}
		}
	}
	return all
}
