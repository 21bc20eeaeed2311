package local_test

import (
	"slices"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/lobby"
	"parlor/lobby/local"
)

// robo enters a lobby as an API client.
func robo(t *testing.T, l *local.Lobby) lobby.Session {
	t.Helper()
	session, err := l.Enter(t.Context(), lobby.Identity{ID: "key:robo", Name: "robo", Program: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}

// TestProgramMarkSurvivesCrash: a rated match with an API client is marked, also after a
// crash: in the lobby, in the room and in the stored match.
func TestProgramMarkSurvivesCrash(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		plan := ratedPlan()
		plan.Game, plan.Seats = "davinci", 2
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: plan}))
		robos := seated(t)(lobby.Ask(t.Context(), robo(t, l), lobby.Join{Code: anna.now.Code}))
		if err := lobby.Perform(t.Context(), anna, lobby.Start{}); err != nil {
			t.Fatal(err)
		}
		robos.look()
		if notes := anna.notes(); !strings.Contains(notes, "robo, a program, sat down.") ||
			!strings.Contains(notes, "The match is rated. Programs are playing for: robo.") {
			t.Errorf("anna was told %q", notes)
		}
		playOn(3, anna, robos)
		crashed := book.crash()
		l = open(t, local.Config{Journal: crashed})
		if n, err := l.Restore(t.Context()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		page := pageOf(t, enter(t, l, "wes"))
		if len(page.Rooms) != 1 || !slices.Equal(page.Rooms[0].Programs, []bool{false, true}) {
			t.Errorf("the hall shows %+v", page.Rooms)
		}
		anna = back(t, l, "anna")
		if seats := anna.now.Seats; seats[0].Program || !seats[1].Program {
			t.Errorf("the seats are %+v", seats)
		}
		seated(t)(lobby.Ask(t.Context(), robo(t, l), lobby.Join{Code: anna.now.Code})) // allowed, as it has begun the match
		if err := lobby.Perform(t.Context(), anna, lobby.Play{Action: engine.Resign}); err != nil {
			t.Fatal(err)
		}
		match := crashed.only(t)
		if !match.Rated || match.Players[0].Program || !match.Players[1].Program {
			t.Errorf("the match is %+v", match)
		}
		if told := lobby.PlayerNames(match.Players).String(); told != "anna, robo (program)" {
			t.Errorf("the players are told as %q", told)
		}
	})
}
