package tui_test

import (
	"testing"
	"time"

	"parlor/tui/program"
	"parlor/tui/screen"

	"parlor/engine"
	"parlor/lobby"
)

// TestAClaimIsTold in the help before it can be made, and at the end of the match.
func TestAClaimIsTold(t *testing.T) {
	in(t, func(t *testing.T) {
		l := testLobby(t)
		anna, bo := sitWith(t, l, "anna", false, program.Session{Settings: screen.Settings{Still: true}}), sit(t, l, "bo", false)
		anna.press("n", "2")
		bo.press("p")
		anna.settle()
		anna.press("enter", "d", "?", "end")
		anna.shows("The history and the", "replay show the forfeit.")
		anna.press("esc")
		bo.visit.Close()
		time.Sleep(5*time.Minute + time.Second)
		anna.settle()
		anna.shows("c to claim a forfeit")
		anna.press("esc", "c")
		anna.settle()
		anna.shows("bo was away for too long and forfeited.")
	})
}

// TestTheClockDecidesWhereItIsShort: no claim is promised that never comes, but what
// becomes of the move of who is away, and when.
func TestTheClockDecidesWhereItIsShort(t *testing.T) {
	for name, clock := range map[string]time.Duration{"rated": 30 * time.Second, "two minutes": 2 * time.Minute} {
		in(t, func(t *testing.T) {
			l := testLobby(t)
			anna, bo := sit(t, l, "anna", false), sit(t, l, "bo", false)
			plan := lobby.NewPlan(lobby.RoomSettings(), kits()[0].Game)
			plan.Seats, plan.Clock, plan.Absent, plan.Rated, plan.Usual = 2, clock, lobby.AbsentClock, name == "rated", false
			hold, err := lobby.Ask(t.Context(), bo.visit, lobby.Create{Plan: plan})
			if err != nil {
				t.Fatal(err)
			}
			anna.types("cAAAAAA\r")
			everybody(anna, bo)
			if err := lobby.Perform(t.Context(), hold, lobby.Start{}); err != nil {
				t.Fatal(err)
			}
			anna.settle()
			anna.press("d")
			anna.settle()
			bo.visit.Close()
			anna.settle()
			anna.shows("bo is away. When the clock runs out, a")
			anna.shows("made for them.")
			anna.lacks("claim")
			if name != "rated" {
				return
			}
			time.Sleep(5 * time.Minute)
			anna.settle()
			anna.lacks("claim")
		})
	}
}

// TestAClaimIsRemembered in the history and in the replay.
func TestAClaimIsRemembered(t *testing.T) {
	in(t, func(t *testing.T) {
		match := claimed(t)
		s := reader(t, &memHistory{matches: []lobby.Finished{match}})
		s.shows("bo was away for too long and forfeited.")
		s.press("enter", "end")
		s.shows("bo was away for too long and forfeited. bo")
		s.press("left")
		s.lacks("claimed")
	})
}

// claimed is a match that anna has won because bo was away.
func claimed(t *testing.T) lobby.Finished {
	t.Helper()
	game := kits()[0].Game
	match, err := game.Start(2, engine.Seed{4}, engine.Options{"rounds": "1"})
	for _, move := range []engine.Move{{Seat: 0, Action: "deal"}, {Seat: 1, Action: "deal"}, {Seat: 1, Action: engine.Resign}} {
		if err == nil {
			match, _, err = match.Play(move.Seat, move.Action)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	view := match.View(engine.Watcher)
	return lobby.Finished{
		ID: "K4WQXAE93TD9", Title: "anna's table", Public: true, Began: time.Now().Add(-time.Hour), Ended: time.Now(),
		Players: []lobby.Player{{ID: "key:anna", Name: "anna"}, {ID: "key:bo", Name: "bo", Claimed: 1}},
		Winners: view.Winners, Totals: view.Totals, Record: match.Record(),
	}
}
