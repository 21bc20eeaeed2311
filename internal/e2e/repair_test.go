package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parlor/engine"
	"parlor/internal/admin"
	"parlor/internal/games"
	"parlor/lobby"
	"parlor/store"
)

// storedMatch returns a match under the rules before void matches, as stored after these moves, each "SEAT ACTION"
// with seats from 0.
func storedMatch(t *testing.T, id string, seats int, moves ...string) *lobby.Finished {
	t.Helper()
	game := games.All()[0].Game
	match, err := game.Begin(engine.Record{Game: game.Name, Version: 2, Seats: seats, Seed: engine.Seed{1}, Options: engine.Options{"rounds": "1"}})
	check(t, err)
	for _, move := range moves {
		seat, action, _ := strings.Cut(move, " ")
		match, _, err = match.Play(engine.Seat(seat[0]-'0'), engine.Action(action))
		check(t, err)
	}
	if len(match.ToMove()) > 0 {
		t.Fatalf("match %s goes on: %v", id, match.Record().Moves)
	}
	view := match.View(engine.Watcher)
	f := &lobby.Finished{
		ID: id, Room: "ROOM", Title: "evening", Began: time.Now().Add(-time.Hour), Ended: time.Now(), Rated: true,
		Winners: view.Winners, Totals: view.Totals, Record: match.Record(),
	}
	for i := range seats {
		f.Players = append(f.Players, lobby.Player{ID: fmt.Sprint("key:p", i), Name: fmt.Sprint("p", i)})
	}
	return f
}

// TestResultsAreRepaired checks that the operator finds an old match that was ended by closing its room, and makes it
// void. A match with moves between resignations, and one of two seats, are not listed. Ratings stay.
func TestResultsAreRepaired(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	kept, err := store.Open(dir, nil)
	check(t, err)
	for i, match := range []*lobby.Finished{
		storedMatch(t, "CLOSED234567", 3, "0 resign", "1 resign"),
		storedMatch(t, "PLAYED234567", 3, "0 resign", "1 deal", "1 resign"),
		storedMatch(t, "TWAALF234567", 2, "0 resign"),
	} {
		check(t, kept.Journal.Append(t.Context(), fmt.Sprint("ROOM", i), lobby.Entry{Number: 1, Ended: match, Last: true}))
	}
	before, err := kept.History.Match(t.Context(), "CLOSED234567")
	check(t, err)
	if before.Result(2) != lobby.ResultWon {
		t.Fatalf("it was kept as %+v", before)
	}
	check(t, kept.Close())
	addr := startProgram(t, "--data", dir)
	found := asked[[]admin.Suspect](t, dir, "repair-results")
	if len(found) != 1 || found[0].Match != "CLOSED234567" || found[0].Resigned != 2 || found[0].Seats != 3 {
		t.Fatalf("it lists %+v", found)
	}
	wantIn(t, operator(t, dir, "repair-results"), "CLOSED234567", "2/3", "Matches of two players are not listed")
	wantIn(t, operator(t, dir, "repair-results", "--void", "CLOSED234567"), "Void: match CLOSED234567", "Ratings do not")
	wantIn(t, answerOf(t, addr, "cy", "replay --json CLOSED234567"), `"void":"repair"`, `"winners":[]`)
	wantIn(t, refusedBy(t, dir, "repair-results", "--void", "CLOSED234567"), "no match of that ID that has a result")
	if found := asked[[]admin.Suspect](t, dir, "repair-results"); len(found) != 0 {
		t.Errorf("it still lists %+v", found)
	}
}
