package kodeknacker

import (
	"fmt"
	"strings"
	"testing"

	"parlor/engine"
	"parlor/engine/codebreak"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
)

// ended is a game that is over as a seat sees it: how many rows each board has,
// and who has cracked the code on it.
func ended(seat engine.Seat, cracked [2]bool, log ...game.Event) board.Scene {
	scores := []float64{0.5, 0.5}
	if cracked[0] != cracked[1] {
		scores = []float64{1, 0}
	}
	view := game.View{
		Seat: seat, Phase: game.PhaseOver, Positions: 4, Colors: 6, Rows: 10, Round: 3, Log: append(log,
			game.Event{Kind: codebreak.EventCode, Seat: 0, Code: "rgby"}, game.Event{Kind: codebreak.EventCode, Seat: 1, Code: "oppo"}),
	}
	for owner, code := range []string{"rgby", "oppo"} {
		view.Boards = append(view.Boards, game.Board{Seat: engine.Seat(owner), CodeSet: true, Code: code, Guesses: make([]game.Row, 3), Cracked: cracked[owner]})
	}
	return board.Scene{
		Names: []string{"ann", "bo"}, Away: make([]bool, 2), Watching: seat < 0,
		View: engine.View{Seat: seat, Seats: 2, Stage: engine.Interval, Round: 1, Rounds: 3, Scores: [][]float64{scores}, Table: view},
	}
}

// TestWhyAGameEnded: by hand, for a win, a draw of both kinds, and a resignation.
func TestWhyAGameEnded(t *testing.T) {
	for _, row := range []struct {
		scene         board.Scene
		decided, made string
	}{
		{ended(0, [2]bool{true, false}), "You cracked the code in row 3.", "cracked the code [1 0]"},
		{ended(-1, [2]bool{true, true}), "ann cracked the code in row 3. bo cracked the code in row 3.", "cracked the codes in the same row [0.5 0.5]"},
		{ended(1, [2]bool{}), "Nobody cracked a code in 10 rows.", "draw [0.5 0.5]"},
		{ended(1, [2]bool{}, game.Event{Kind: codebreak.EventResigned, Seat: 0}), "ann resigned.", "the opponent resigned [0.5 0.5]"},
	} {
		var made []string
		for _, part := range Game().Narrator.Sum(row.scene) {
			made = append(made, fmt.Sprint(part.For, " ", part.Points))
		}
		decided := strings.Join((*prose.Voice)(nil).SayAll(Game().End.Decided(row.scene)), " ")
		if decided != row.decided || strings.Join(made, ", ") != row.made {
			t.Errorf("it says %q and %q, not %q and %q", decided, made, row.decided, row.made)
		}
	}
}

// TestCodesAreTurnedUpColourByColour: those that the reader did not know; the log
// tells of none before all are, and nothing is changed in the view.
func TestCodesAreTurnedUpColourByColour(t *testing.T) {
	for _, row := range []struct {
		seat   engine.Seat
		hidden int
		up     map[int]string
	}{
		{0, 4, map[int]string{0: "rgby ????", 1: "rgby o???", 3: "rgby opp?", 4: "rgby oppo"}},
		{1, 4, map[int]string{0: "???? oppo", 2: "rg?? oppo", 4: "rgby oppo"}},
		{-1, 8, map[int]string{0: "???? ????", 4: "rgby ????", 5: "rgby o???", 8: "rgby oppo"}},
	} {
		view := ended(row.seat, [2]bool{true, false}).View
		whole := fmt.Sprint(view)
		if n := Game().End.Hidden(view); n != row.hidden {
			t.Errorf("seat %v: %d colours are hidden, not %d", row.seat, n, row.hidden)
		}
		for up, want := range row.up {
			table, _ := Game().End.Turned(view, up).Table.(game.View)
			if got := table.Boards[0].Code + " " + table.Boards[1].Code; got != want {
				t.Errorf("seat %v, %d turned up: %s, not %s", row.seat, up, got, want)
			}
			if told := len(table.Log) == 2; told != (up == row.hidden) {
				t.Errorf("seat %v, %d turned up: the log tells the codes: %v", row.seat, up, told)
			}
		}
		if fmt.Sprint(view) != whole {
			t.Error("the view has changed")
		}
	}
}
