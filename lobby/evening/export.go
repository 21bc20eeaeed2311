package evening

import (
	"slices"

	"parlor/lobby"
)

// Attendance is what is kept of somebody with one of these identities, if anything is.
func (e *Evening) Attendance(ids []string) (kept lobby.Attendance, is bool) {
	at := slices.IndexFunc(e.People, func(p *Person) bool { return p.ID != "" && slices.Contains(ids, p.ID) })
	if at < 0 {
		return kept, false
	}
	p := e.People[at]
	return lobby.Attendance{
		Evening: e.Code, Title: e.Plan.Title, Made: e.Made, Host: p.ID == e.Host, Name: p.Name, Guest: p.Guest,
		Out: p.Out, Left: p.Gone, SentAway: p.Banned, Since: p.Since, Table: p.Table, Turns: p.Turns,
		Points: p.Points, Matches: p.Played, Won: p.Won, Met: e.metBy(p), Results: e.resultsOf(p),
	}, true
}

// metBy are those with whom somebody has sat at a table, in the order in which they
// came.
func (e *Evening) metBy(p *Person) []lobby.Met {
	all := []lobby.Met{}
	for _, other := range e.People {
		if times := e.met[pair(p.Number, other.Number)]; other != p && times > 0 {
			all = append(all, lobby.Met{Name: other.Name, Times: times})
		}
	}
	return all
}

// resultsOf is how somebody did in the matches that are remembered.
func (e *Evening) resultsOf(p *Person) []lobby.EveningResult {
	all := []lobby.EveningResult{}
	for _, result := range e.Recent {
		for _, seat := range result.Seats {
			if seat.Person == p.Number {
				all = append(all, lobby.EveningResult{Table: result.Number, Game: result.Game, Total: seat.Total, Won: seat.Won, Points: seat.Points})
			}
		}
	}
	return all
}
