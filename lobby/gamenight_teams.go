package lobby

import (
	"slices"
	"strings"

	"parlor/prose"
)

// GameNightTeam is a team of a game night, as everyone sees it.
type GameNightTeam struct {
	Name    string `json:"Name"`
	Rank    int    `json:"Rank"`    // from 1; equal ones share it
	Average int    `json:"Average"` // points per match of a member, by which teams are ranked
	Points  int    `json:"Points"`
	Matches int    `json:"Matches"` // of all members
	Won     int    `json:"Won"`
	People  int    `json:"People"` // members who have not left
}

// Bounds of the teams of a game night.
const (
	maxTeams      = 8
	maxTeamsCells = 16 // width of a name

	// TeamsCells is the width of the names of all teams with ", " between them.
	TeamsCells = maxTeams * (maxTeamsCells + 2)
)

// completeTeams cleans the names of the teams, and removes them if the format has none.
func (p *GameNightPlan) completeTeams() error {
	if p.Format != GameNightTeams {
		p.Teams = nil
		return nil
	}
	if len(p.Teams) == 0 {
		p.Teams = []string{"Red", "Blue"}
	}
	names := make([]string, 0, len(p.Teams))
	for _, name := range p.Teams {
		clean := CleanText(strings.TrimSpace(name), maxTeamsCells)
		if FoldName(clean) == "" || slices.ContainsFunc(names, func(other string) bool { return FoldName(other) == FoldName(clean) }) {
			return prose.Refuse("Each team needs a name of its own.")
		}
		names = append(names, clean)
	}
	if p.Teams = names; len(names) < 2 || len(names) > maxTeams {
		return prose.Refuse("A game night has 2 to {n} teams.", prose.N(maxTeams))
	}
	return nil
}

// winningTeams returns the names of the teams of rank 1.
func (u GameNightUpdate) winningTeams() (best []string) {
	for _, team := range u.Teams {
		if team.Rank == 1 {
			best = append(best, team.Name)
		}
	}
	return best
}

// TeamTexts describes all teams, a sentence each, the best first.
func (u GameNightUpdate) TeamTexts() (said []prose.Text) {
	for _, team := range u.Teams {
		rank, name, points, matches := prose.N(team.Rank), prose.Literal(team.Name), prose.N(team.Average), prose.N(team.Matches)
		var members []prose.Text
		for _, p := range u.People {
			switch {
			case p.Team != team.Name || p.State == GameNightGone:
			case p.Captain:
				members = append(members, prose.T("{name} (captain)", prose.Name(p.Name)))
			default:
				members = append(members, prose.T("{name}", prose.Name(p.Name)))
			}
		}
		if len(members) == 0 {
			said = append(said, prose.T("Team {rank}: {team}, {points} points per match, {n} played.", rank, name, points, matches))
			continue
		}
		said = append(said, prose.T("Team {rank}: {team}, {points} points per match, {n} played: {players}.", rank, name, points, matches, prose.And(members)))
	}
	return said
}
