package gamenight

import (
	"cmp"
	"slices"

	"parlor/lobby"
	"parlor/prose"
)

// Team is a team of a game night. Its score is what its members have got while they
// belonged to it.
type Team struct {
	Name    string `json:"name"`
	Captain int    `json:"captain,omitempty"` // Player.Number; 0 for none
	Points  int    `json:"points"`
	Played  int    `json:"played"` // matches of all members
	Won     int    `json:"won"`
}

// average returns the points per match of a member.
func (t *Team) average() int {
	return (&Player{Points: t.Points, Played: t.Played}).average()
}

// teamPlay is the format in which tables are open play between different teams.
type teamPlay struct {
	openPlay
	teams []Team
}

// rename follows a change of the names in the plan. Scores stay with the place in the list.
func (f *teamPlay) rename(names []string) {
	for i, name := range names {
		if i == len(f.teams) {
			f.teams = append(f.teams, Team{})
		}
		f.teams[i].Name = name
	}
	f.teams = f.teams[:len(names)]
}

// arrange implements format: players without a team get into the smallest one.
func (f *teamPlay) arrange(all players) {
	sizes := make([]int, len(f.teams)) // connected or not
	for _, p := range all {
		if p.Team > len(f.teams) {
			p.Team = 0
		}
		if p.Team > 0 && !p.Gone {
			sizes[p.Team-1]++
		}
	}
	for _, p := range all {
		if p.Team == 0 && !p.Gone {
			smallest := slices.Index(sizes, slices.Min(sizes))
			p.Team = smallest + 1
			sizes[smallest]++
		}
	}
}

// next implements format. Players of one team never play against each other only; a bot
// plays if no one else can.
func (f *teamPlay) next(m *matching) *Table {
	m.teams = true
	waiting := m.waiting()
	if len(waiting) == 0 {
		return nil
	}
	lead := waiting[0]
	if slices.ContainsFunc(waiting, func(p *Player) bool { return p.Team != lead.Team }) {
		return f.openPlay.next(m)
	}
	if m.plan.Bots == 0 || m.personSoon(lead) {
		return nil
	}
	game, _ := m.game(lead)
	return m.call(waiting[:1], game.Name, game.MinSeats-1)
}

// count implements format: a result counts for the teams as they were when it was played.
func (f *teamPlay) count(r Result, times int) {
	for _, seat := range r.Seats {
		if seat.Team == 0 || seat.Team > len(f.teams) || r.Void {
			continue
		}
		team := &f.teams[seat.Team-1]
		team.Points += times * seat.Points
		team.Played += times
		if seat.Won {
			team.Won += times
		}
	}
}

// team implements format.
func (f *teamPlay) team(p *Player) (name string, captain bool) {
	if p.Team == 0 || p.Team > len(f.teams) {
		return "", false
	}
	team := f.teams[p.Team-1]
	return team.Name, team.Captain == p.Number
}

// show implements format: the teams by points per match, then by the share of matches won.
func (f *teamPlay) show(shown *lobby.GameNightUpdate, s *seating) {
	order := make([]*Team, len(f.teams))
	for i := range f.teams {
		order[i] = &f.teams[i]
	}
	better := func(a, b *Team) int {
		return cmp.Or(cmp.Compare(b.average(), a.average()), cmp.Compare(b.Won*max(1, a.Played), a.Won*max(1, b.Played)))
	}
	slices.SortStableFunc(order, better)
	for i, team := range order {
		one := lobby.GameNightTeam{Name: team.Name, Rank: i + 1, Average: team.average(), Points: team.Points, Matches: team.Played, Won: team.Won}
		if i > 0 && better(order[i-1], team) == 0 {
			one.Rank = shown.Teams[i-1].Rank
		}
		for _, p := range s.players {
			if !p.Gone && p.Team > 0 && &f.teams[p.Team-1] == team {
				one.People++
			}
		}
		shown.Teams = append(shown.Teams, one)
	}
}

// store implements format.
func (f *teamPlay) store(kept *Snapshot) { kept.Teams = f.teams }

// teamsOf returns the teams of a format; nil if it has none.
func teamsOf(format format) *teamPlay {
	f, _ := format.(*teamPlay)
	return f
}

var errNoTeams = prose.Refuse("This game night has no teams.")

// leaveTeams takes all players out of all but the first teams, and all tables and results out
// of their count.
func (r *roster) leaveTeams(most int) {
	leave := func(team *int) {
		if *team > most {
			*team = 0
		}
	}
	for _, p := range r.seating.players {
		leave(&p.Team)
	}
	for _, t := range r.seating.tables {
		for i := range t.Seats {
			leave(&t.Seats[i].Team)
		}
	}
	for _, result := range r.results.recent {
		for _, seats := range [][]ResultSeat{result.Seats, result.Original} {
			for i := range seats {
				leave(&seats[i].Team)
			}
		}
	}
}

// named returns the place of a team, from 1.
func (f *teamPlay) named(name string) (at int, err error) {
	if f == nil {
		return 0, errNoTeams
	}
	names := make([]string, len(f.teams))
	for i, team := range f.teams {
		if lobby.FoldName(team.Name) == lobby.FoldName(name) {
			return i + 1, nil
		}
		names[i] = team.Name
	}
	return 0, prose.Refuse("There is no team of that name. The teams are {values}.", prose.List(prose.Literals(names)))
}

// move moves a player with a name to a team. Points stay with the team for which they were won.
func (f *teamPlay) move(p *Player, called, name string) error {
	at, err := f.named(name)
	switch {
	case err != nil:
		return err
	case p == nil:
		return noPlayer(called)
	case p.Team == at:
		return nil
	}
	if p.Team > 0 && f.teams[p.Team-1].Captain == p.Number {
		f.teams[p.Team-1].Captain = 0
	}
	p.Team = at
	return nil
}

// captain makes a player with a name the captain of their team.
func (f *teamPlay) captain(p *Player, called string) error {
	if f == nil {
		return errNoTeams
	}
	if p == nil || p.Team == 0 {
		return noPlayer(called)
	}
	f.teams[p.Team-1].Captain = p.Number
	return nil
}
