package gamenight

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// teamsOfPeople returns the teams of the people in order of arrival.
func (n *night) teamsOfPeople() (all []string) {
	for _, p := range n.roster.seating.players {
		name, captain := n.roster.format.team(p)
		if captain {
			name += "!"
		}
		all = append(all, p.Name+" "+name)
	}
	return all
}

func TestTeamsAreAssignedAndChosen(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue", "Green"}}, "ann", "bo", "cy", "dee")
	if got := fmt.Sprint(n.teamsOfPeople()); got != "[ann Red bo Blue cy Green dee Red]" {
		t.Errorf("assigned are %s", got)
	}
	n.do("dee", lobby.JoinTeam{Team: "blue"})
	n.do("ann", lobby.MoveToTeam{Name: "bo", Team: "Green"})
	n.do("ann", lobby.NameCaptain{Name: "cy"})
	n.come("eve")
	if got := fmt.Sprint(n.teamsOfPeople()); got != "[ann Red bo Green cy Green! dee Blue eve Red]" {
		t.Errorf("after the changes, the teams are %s", got)
	}
	for _, one := range []Order{
		{"bo", lobby.MoveToTeam{Name: "ann", Team: "Green"}},
		{"bo", lobby.NameCaptain{Name: "bo"}},
		{"bo", lobby.JoinTeam{Team: "Yellow"}},
		{"ann", lobby.MoveToTeam{Name: "zed", Team: "Red"}},
	} {
		if _, err := n.step(one); err == nil {
			t.Errorf("%s may do %+v", one.By, one.Do)
		}
	}
	n.do("ann", lobby.ChangeGameNight{Plan: lobby.GameNightPlan{Format: lobby.GameNightTeams, Teams: []string{"Crimson", "Blue"}, Games: []string{"duel"}}})
	if got := fmt.Sprint(n.teamsOfPeople()); got != "[ann Crimson bo Blue cy Crimson dee Blue eve Crimson]" {
		t.Errorf("with two teams, they are %s", got)
	}
}

func TestTeamsMeet(t *testing.T) {
	for _, tt := range []struct {
		game   string
		people int
		reds   int // the first ones belong to the red team
		bots   engine.Level
		want   string
	}{
		{"duel", 4, 2, 0, "[[p0 p2] [p1 p3]]"},
		{"duel", 4, 3, 0, "[[p0 p3]]"},
		{"duel", 3, 3, 0, "[]"},
		{"duel", 3, 2, 1, "[[p0 p2]]"},
		{"party", 4, 2, 0, "[[p0 p2 p1 p3]]"},
		{"party", 6, 4, 0, "[[p0 p4 p1] [p2 p5 p3]]"},
	} {
		n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue"}, Games: []string{tt.game}, Bots: tt.bots})
		for i := range tt.people {
			name := fmt.Sprint("p", i)
			n.come(name)
			n.do(name, lobby.JoinTeam{Team: map[bool]string{true: "Red", false: "Blue"}[i < tt.reds]})
		}
		n.do("p0", lobby.BeginGameNight{})
		if made := n.seat(); fmt.Sprint(made) != tt.want {
			t.Errorf("%d people, %d of them red, at %s are seated as %v, not %s", tt.people, tt.reds, tt.game, made, tt.want)
		}
		n.now = n.now.Add(Patience)
		if made := n.seat(); tt.bots > 0 && fmt.Sprint(made) != "[[p1 ]]" {
			t.Errorf("with bots, then seated are %v", made)
		}
	}
}

func TestTeamScores(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue"}}, "ann", "bo", "cy")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.now = n.now.Add(time.Minute)
	n.plays(1) // ann, red, beats bo, blue
	n.seat()
	n.plays(2) // cy, red, beats bo
	n.do("cy", lobby.JoinTeam{Team: "Blue"})
	n.do("ann", lobby.CorrectResult{Number: 2, Order: [][]string{{"bo"}, {"cy"}}})
	if shown, _ := n.View(n.now); shown.Teams[0].Points != 100 || shown.Teams[1].Points != 100 {
		t.Errorf("corrected, the teams are %+v", shown.Teams)
	}
	n.do("ann", lobby.CorrectResult{Number: 2})
	n.State = Restore(stored(n.State), games(), bounds(), n.now)
	shown, _ := n.View(n.now)
	want := []lobby.GameNightTeam{
		{Name: "Red", Rank: 1, Average: 100, Points: 200, Matches: 2, Won: 2, People: 1},
		{Name: "Blue", Rank: 2, Average: 0, Points: 0, Matches: 2, Won: 0, People: 2},
	}
	if !slices.Equal(shown.Teams, want) || fmt.Sprint(shown.Winners()) != "[Red]" {
		t.Errorf("the teams are %+v, and %v win", shown.Teams, shown.Winners())
	}
}

// TestMatchCountsForTheTeamOfItsBeginning: a player who changes teams during a match can
// neither leave a loss behind nor take a win along, and no one joins the winners afterwards.
func TestMatchCountsForTheTeamOfItsBeginning(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue"}}, "ann", "bo")
	n.do("ann", lobby.BeginGameNight{})
	n.seat()
	n.begins(1)
	n.do("ann", lobby.JoinTeam{Team: "Blue"})
	n.plays(1) // ann, red when it began, wins
	shown, _ := n.View(n.now)
	if red := shown.Teams[0]; red.Name != "Red" || red.Points != 100 || red.Matches != 1 || shown.Teams[1].Points != 0 {
		t.Errorf("the teams are %+v", shown.Teams)
	}
	n.do("ann", lobby.EndGameNight{})
	n.refuses("bo", lobby.JoinTeam{Team: "Red"})
}

// TestTeamsThatAreGoneCountNoMore: results of a team that was removed do not count for one that
// gets its place, whatever becomes of them.
func TestTeamsThatAreGoneCountNoMore(t *testing.T) {
	plan := lobby.GameNightPlan{Games: []string{"duel"}, Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue", "Green"}}
	n := newNight(t, plan, "ann", "bo", "cy", "dee")
	n.do("ann", lobby.BeginGameNight{})
	n.do("ann", lobby.MoveToTeam{Name: "ann", Team: "Green"})
	n.seat()
	n.plays(1) // ann, green, wins
	change := func(format string, teams ...string) {
		plan.Format, plan.Teams = format, teams
		n.do("ann", lobby.ChangeGameNight{Plan: plan})
	}
	for name, again := range map[string]func(){
		"two teams": func() { change(lobby.GameNightTeams, "Red", "Blue") },
		"open play": func() { change(lobby.GameNightOpen) },
	} {
		again()
		change(lobby.GameNightTeams, "Red", "Blue", "Gold")
		n.do("ann", lobby.CorrectResult{Number: 1, Void: true})
		shown, _ := n.View(n.now)
		for _, team := range shown.Teams {
			if team.Name == "Gold" && (team.Points != 0 || team.Matches != 0) || team.Points < 0 || team.Matches < 0 {
				t.Errorf("after %s: %+v", name, shown.Teams)
			}
		}
		n.do("ann", lobby.CorrectResult{Number: 1})
	}
}

// TestTeamRefusalsNameThePlayer: the host reads who was not found.
func TestTeamRefusalsNameThePlayer(t *testing.T) {
	n := newNight(t, lobby.GameNightPlan{Format: lobby.GameNightTeams, Teams: []string{"Red", "Blue"}}, "ann", "bo")
	for _, do := range []lobby.NightOp{lobby.MoveToTeam{Name: "zed", Team: "Red"}, lobby.NameCaptain{Name: "zed"}} {
		if _, err := n.step(Order{By: "ann", Do: do}); err == nil || !strings.Contains(err.Error(), "zed") {
			t.Errorf("%T: %v", do, err)
		}
	}
}
