package gamenight

import (
	"cmp"
	"slices"
	"time"

	"parlor/lobby"
)

// View returns what everybody sees of the game night, and the identities of its
// people. You and Host are those of a reader who takes no part.
func (s *State) View(now time.Time) (shown lobby.EveningUpdate, ids []string) {
	shown = lobby.EveningUpdate{Code: s.Code, Plan: s.Plan, Stage: s.Stage, You: -1, Played: s.results.played}
	if s.Stage != lobby.EveningOver {
		shown.Next = s.matching(now).preview()
	}
	if host := s.Player(s.host.id); host != nil {
		shown.Hosted = host.Name
	}
	for _, p := range s.seating.players.standings() {
		ids = append(ids, p.ID)
		shown.People = append(shown.People, lobby.EveningPerson{
			Name: p.Name, Guest: p.Guest, Host: s.host.is(p), State: s.seating.status(p), Table: p.Table,
			Points: p.Points, Matches: p.Played, Won: p.Won,
		})
	}
	rank(shown.People)
	for _, t := range s.seating.tables {
		shown.Tables = append(shown.Tables, t.view())
	}
	for _, result := range s.results.recent {
		shown.Recent = append(shown.Recent, result.view())
	}
	return shown, ids
}

// standings returns the players who take part or have played, the best first.
func (all players) standings() (standing players) {
	for _, p := range all {
		if !p.Gone || p.Played > 0 || p.Table != 0 {
			standing = append(standing, p)
		}
	}
	slices.SortStableFunc(standing, func(a, b *Player) int {
		return cmp.Or(-cmp.Compare(a.Points, b.Points), -cmp.Compare(a.Won, b.Won), cmp.Compare(a.Number, b.Number))
	})
	return standing
}

// rank numbers people in the order of the standings: equal ones share a rank.
func rank(people []lobby.EveningPerson) {
	for i := range people {
		people[i].Rank = i + 1
		if i > 0 && people[i].Points == people[i-1].Points && people[i].Won == people[i-1].Won {
			people[i].Rank = people[i-1].Rank
		}
	}
}

func (t *Table) view() lobby.EveningTable {
	shown := lobby.EveningTable{Number: t.Number, Game: t.Game, Code: t.Room, Stage: t.Seen.Stage, Round: t.Seen.Round, Rounds: t.Seen.Rounds}
	for i, seat := range t.Seats {
		one := lobby.EveningSeat{Name: seat.Name, Bot: seat.Player == 0}
		if i < len(t.Seen.Seats) {
			seen := t.Seen.Seats[i]
			one.Here, one.Total, one.Won = seen.Here || seat.Player == 0, seen.Total, seen.Won
			one.Name = cmp.Or(seat.Name, seen.Name)
			if t.over() {
				one.Points = Points(t.Seen.Seats, i)
			}
		}
		shown.Seats = append(shown.Seats, one)
	}
	return shown
}

func (r Result) view() lobby.EveningTable {
	shown := lobby.EveningTable{Number: r.Number, Game: r.Game, Stage: over}
	for _, seat := range r.Seats {
		shown.Seats = append(shown.Seats, lobby.EveningSeat{Name: seat.Name, Bot: seat.Player == 0, Total: seat.Total, Won: seat.Won, Points: seat.Points})
	}
	return shown
}
