package evening

import (
	"cmp"
	"slices"
	"time"

	"parlor/lobby"
)

// Show is what everybody sees of the evening: You, Host and the codes of rooms are
// those of a board.
func (e *Evening) Show(now time.Time) (shown lobby.EveningUpdate, ids []string) {
	shown = lobby.EveningUpdate{Code: e.Code, Plan: e.Plan, Stage: e.Stage, You: -1, Played: e.Played, Next: e.Next(now)}
	if host := e.Person(e.Host); host != nil {
		shown.Hosted = host.Name
	}
	for _, p := range e.standing() {
		ids = append(ids, p.ID)
		shown.People = append(shown.People, lobby.EveningPerson{
			Name: p.Name, Guest: p.Guest, Host: p.ID != "" && p.ID == e.Host, State: e.state(p), Table: p.Table,
			Points: p.Points, Matches: p.Played, Won: p.Won,
		})
	}
	rank(shown.People)
	for _, t := range e.Tables {
		shown.Tables = append(shown.Tables, e.showTable(t))
	}
	for _, result := range e.Recent {
		shown.Recent = append(shown.Recent, result.show())
	}
	return shown, ids
}

// standing are those who take part or have played, the best first.
func (e *Evening) standing() (all []*Person) {
	for _, p := range e.People {
		if !p.Gone || p.Played > 0 || p.Table != 0 {
			all = append(all, p)
		}
	}
	slices.SortStableFunc(all, func(a, b *Person) int {
		return cmp.Or(-cmp.Compare(a.Points, b.Points), -cmp.Compare(a.Won, b.Won), cmp.Compare(a.Number, b.Number))
	})
	return all
}

// rank numbers people who stand in their order: equal ones share a rank.
func rank(people []lobby.EveningPerson) {
	for i := range people {
		people[i].Rank = i + 1
		if i > 0 && people[i].Points == people[i-1].Points && people[i].Won == people[i-1].Won {
			people[i].Rank = people[i-1].Rank
		}
	}
}

func (e *Evening) showTable(t *Table) lobby.EveningTable {
	shown := lobby.EveningTable{Number: t.Number, Game: t.Game, Code: t.Room, Stage: t.Seen.Stage, Round: t.Seen.Round, Rounds: t.Seen.Rounds}
	for i, seat := range t.Seats {
		one := lobby.EveningSeat{Name: seat.Name, Bot: seat.Person == 0}
		if i < len(t.Seen.Seats) {
			seen := t.Seen.Seats[i]
			one.Here, one.Total, one.Won = seen.Here || seat.Person == 0, seen.Total, seen.Won
			one.Name = cmp.Or(seat.Name, seen.Name)
			if t.over() {
				one.Points = Points(t.Seen.Seats, i)
			}
		}
		shown.Seats = append(shown.Seats, one)
	}
	return shown
}

func (r Result) show() lobby.EveningTable {
	shown := lobby.EveningTable{Number: r.Number, Game: r.Game, Stage: over}
	for _, seat := range r.Seats {
		shown.Seats = append(shown.Seats, lobby.EveningSeat{Name: seat.Name, Bot: seat.Person == 0, Total: seat.Total, Won: seat.Won, Points: seat.Points})
	}
	return shown
}
