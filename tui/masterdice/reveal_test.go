package masterdice

import (
	"fmt"
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
)

// ended is a game that is over as a seat sees it.
func ended(seat engine.Seat, view game.View) board.Scene {
	view.Seat, view.Over = seat, true
	for i := range view.Boards {
		view.Boards[i].Open, view.Boards[i].Phase, view.Boards[i].Code = true, game.PhaseOver, game.Line{1, 2, 3, 4}
		view.Log = append(view.Log, game.Event{Kind: game.EventCode, Seat: 1 - view.Boards[i].Solver, Dice: game.Line{1, 2, 3, 4}})
	}
	return board.Scene{
		Names: []string{"ann", "bo"}, Away: make([]bool, 2), Watching: seat < 0,
		View: engine.View{Seat: seat, Seats: 2, Stage: engine.Interval, Round: 1, Rounds: 2, Table: view},
	}
}

// TestSumsByHand: 20 for the code, 5 for each of the 7 rows that is empty, and 1
// for each die left where that was chosen; nothing for a wrong answer.
func TestSumsByHand(t *testing.T) {
	right := game.Board{Solver: 0, Outcome: game.Right, RowsUsed: 2, DiceLeft: 11, Answer: game.Line{1, 2, 3, 4}}
	wrong := game.Board{Solver: 1, Outcome: game.Wrong, RowsUsed: 1, DiceLeft: 14, Answer: game.Line{6, 6, 6, 6}}
	other := game.Board{Solver: 1, Outcome: game.Right, RowsUsed: 2, DiceLeft: 10, Answer: game.Line{1, 2, 3, 4}}
	for _, row := range []struct {
		seat          engine.Seat
		view          game.View
		decided, made string
	}{
		{0, game.View{Mode: game.Classic, Boards: []game.Board{right}}, "You answered 1 2 3 4: right.", "right answer [20 0], empty rows [25 0]"},
		{1, game.View{Mode: game.Classic, BonusDice: true, Boards: []game.Board{right}}, "ann answered 1 2 3 4: right.", "right answer [20 0], empty rows [25 0], dice left [11 0]"},
		{1, game.View{Mode: game.Duel, Boards: []game.Board{right, wrong}}, "ann answered 1 2 3 4: right. You answered 6 6 6 6: wrong.", "right answer [20 0], empty rows [25 0]"},
		{-1, game.View{Mode: game.Duel, BonusDice: true, Boards: []game.Board{right, other}}, "ann answered 1 2 3 4: right. bo answered 1 2 3 4: right.", "right answer [20 20], empty rows [25 25], dice left [11 10]"},
		{0, game.View{Mode: game.Classic, Boards: []game.Board{wrong}}, "bo answered 6 6 6 6: wrong.", ""},
		{0, game.View{Mode: game.Classic, Boards: []game.Board{{Solver: 0, Outcome: game.Conceded, DiceLeft: 18}}}, "bo resigned.", "right answer [20 0], empty rows [35 0]"},
		{0, game.View{Mode: game.Classic, Boards: []game.Board{{Solver: 0, Outcome: game.Resigned, DiceLeft: 18}}}, "You resigned.", ""},
	} {
		scene := ended(row.seat, row.view)
		var made []string
		for _, part := range narrator().Sum(scene) {
			made = append(made, fmt.Sprint(part.For, " ", part.Points))
		}
		decided := strings.Join((*prose.Voice)(nil).SayAll(Game().End.Decided(scene)), " ")
		if decided != row.decided || strings.Join(made, ", ") != row.made {
			t.Errorf("it says %q and %q, not %q and %q", decided, made, row.decided, row.made)
		}
	}
}

// TestDiceAreTurnedUpOneByOne: those that the reader had not seen; the log tells
// of no code before all are, and nothing is changed in the view.
func TestDiceAreTurnedUpOneByOne(t *testing.T) {
	classic := []game.Board{{Solver: 0, Outcome: game.Wrong}}
	duel := []game.Board{{Solver: 0, Outcome: game.Wrong}, {Solver: 1, Outcome: game.Wrong}}
	done := []game.Event{{Kind: game.EventFinished, Seat: 0}, {Kind: game.EventFinished, Seat: 1}}
	for _, row := range []struct {
		seat   engine.Seat
		view   game.View
		hidden int
		up     map[int]string
	}{
		{0, game.View{Mode: game.Classic, Boards: classic}, 4, map[int]string{0: "[0 0 0 0]", 1: "[1 0 0 0]", 4: "[1 2 3 4]"}},
		{1, game.View{Mode: game.Classic, Boards: classic}, 0, map[int]string{0: "[1 2 3 4]"}}, // who rolled it
		{-1, game.View{Mode: game.Duel, Boards: duel, Log: done}, 8, map[int]string{2: "[1 2 0 0] [0 0 0 0]", 7: "[1 2 3 4] [1 2 3 0]"}},
		{0, game.View{Mode: game.Duel, Boards: duel, Log: done}, 0, map[int]string{0: "[1 2 3 4] [1 2 3 4]"}}, // who was done first
		{1, game.View{Mode: game.Duel, Boards: duel, Log: done}, 4, map[int]string{1: "[1 2 3 4] [1 0 0 0]"}},
	} {
		row.view.Boards = append([]game.Board{}, row.view.Boards...)
		view := ended(row.seat, row.view).View
		whole := fmt.Sprint(view)
		if n := Game().End.Hidden(view); n != row.hidden {
			t.Errorf("seat %v, %s: %d dice are hidden, not %d", row.seat, row.view.Mode, n, row.hidden)
		}
		for up, want := range row.up {
			table, _ := Game().End.Turned(view, up).Table.(game.View)
			var codes []string
			told := false
			for _, one := range table.Boards {
				codes = append(codes, fmt.Sprint(one.Code))
			}
			for _, event := range table.Log {
				told = told || event.Kind == game.EventCode
			}
			if got := strings.Join(codes, " "); got != want || told != (up >= row.hidden) {
				t.Errorf("seat %v, %s, %d turned up: %s, and the log tells it: %v; want %s", row.seat, row.view.Mode, up, got, told, want)
			}
		}
		if fmt.Sprint(view) != whole {
			t.Error("the view has changed")
		}
	}
}
