package davinci

import (
	"fmt"
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
)

// ended is a game that is over as a seat sees it; the winner's tiles are those
// that are not open.
func ended(seat engine.Seat, points, log string, made []float64, racks ...string) table {
	return table{
		seat: seat, phase: game.PhaseOver, turn: engine.Watcher, names: "ann,bo,cy,dee", racks: racks, log: log, points: made,
		change: func(scene *board.Scene, _ *game.View) {
			scene.View.Stage, scene.View.Options = engine.Interval, engine.Options{"points": points}
			scene.Watching = seat < 0
		},
	}
}

// summed is the sum of each seat in words.
func summed(scene prose.Scene) string {
	var sums []string
	all := narrator().Sum(scene)
	for seat := range scene.View.Seats {
		var parts []string
		for _, part := range all {
			parts = append(parts, fmt.Sprint(part.Points[seat], " ", part.For))
		}
		sums = append(sums, strings.Join(parts, " + "))
	}
	return strings.Join(sums, "; ")
}

// TestSumsByHand: 1 for each right guess, 3 for the last hidden tile of a player,
// 5 for winning and, where points are international, the winner's hidden numbers.
func TestSumsByHand(t *testing.T) {
	last := "turn 1, 1 drew black, 1 guessed 2 1 3 right, 2 opened 1 black 3, 1 guessed 2 2 7 right, 2 opened 2 white 7, 2 out, 1 kept 1 black, 1 won"
	racks := []string{"b2 w6 b-", "b3! w7!"}
	for name, row := range map[string]struct {
		tb      table
		want    string
		decided string
	}{
		"international": {
			ended(0, game.International, last, []float64{18, 0}, racks...),
			"2 right guesses + 3 knockouts + 5 winning + 8 hidden numbers; 0 right guesses + 0 knockouts + 0 winning + 0 hidden numbers",
			"You guessed 7 for tile 2 of bo: right. bo is out.",
		},
		"classic": {
			ended(1, game.Classic, last, []float64{10, 0}, racks...),
			"2 right guesses + 3 knockouts + 5 winning; 0 right guesses + 0 knockouts + 0 winning",
			"ann guessed 7 for your tile 2: right. You are out.",
		},
		"the loser guessed right, too": {
			ended(engine.Watcher, game.International, "turn 2, 2 guessed 1 1 2 right, 1 opened 1 black 2, 2 guessed 1 2 4 wrong, 2 turned 1 black 3, turn 1, 1 guessed 2 2 7 right, 2 opened 2 white 7, 2 out, 1 won",
				[]float64{15, 1}, "b2! w6", "b3! w7!"),
			"1 right guesses + 3 knockouts + 5 winning + 6 hidden numbers; 1 right guesses + 0 knockouts + 0 winning + 0 hidden numbers",
			"ann guessed 7 for tile 2 of bo: right. bo is out.",
		},
		"bo turned up the own last tile": {
			ended(0, game.International, "turn 2, 2 guessed 1 1 4 wrong, 2 turned 1 black 3, 2 out, 1 won", []float64{13, 0}, "b2 w6", "b3! w7!"),
			"5 winning + 8 hidden numbers; 0 winning + 0 hidden numbers",
			"bo guessed 4 for your tile 1: wrong. bo turned up black 3 (tile 1). bo is out.",
		},
		"bo resigned": {
			ended(0, game.Classic, "turn 1, 1 guessed 2 1 3 right, 2 opened 1 black 3, 2 resigned, 2 out, 1 won", []float64{6, 0}, "b2 w6", "b3! w7!"),
			"1 right guesses + 5 winning; 0 right guesses + 0 winning",
			"bo resigned. bo is out.",
		},
		"nothing but the last guess is remembered": {
			memorised(ended(0, game.International, "turn 1, 1 guessed 2 2 7 right, 2 opened 2 white 7, 2 out, 1 won", []float64{18, 2}, racks...)),
			"5 guesses and knockouts + 5 winning + 8 hidden numbers; 2 guesses and knockouts + 0 winning + 0 hidden numbers",
			"You guessed 7 for tile 2 of bo: right. bo is out.",
		},
		"three players, two of them knocked out": {
			ended(2, game.Classic, "turn 1, 1 guessed 3 1 0 right, 3 opened 1 black 0, 3 out, 1 stopped, turn 2, 2 guessed 1 1 2 wrong, 2 turned 1 black 3, 2 out, 1 won",
				[]float64{9, 0, 0}, "b2 w6", "b3!", "b0!"),
			"1 right guesses + 3 knockouts + 5 winning; 0 right guesses + 0 knockouts + 0 winning; 0 right guesses + 0 knockouts + 0 winning",
			"bo guessed 2 for tile 1 of ann: wrong. bo turned up black 3 (tile 1). bo is out.",
		},
		"no points are kept": {ended(0, game.Single, last, nil, racks...), "; ", "You guessed 7 for tile 2 of bo: right. bo is out."},
	} {
		scene := row.tb.scene(t)
		if got := summed(scene); got != row.want {
			t.Errorf("%s: the sums are\n%s, not\n%s", name, got, row.want)
		}
		if got := strings.Join((*prose.Voice)(nil).SayAll(Game().End.Decided(scene)), " "); got != row.decided {
			t.Errorf("%s: it was decided by\n%s, not\n%s", name, got, row.decided)
		}
	}
}

func memorised(tb table) table {
	change := tb.change
	tb.change = func(scene *board.Scene, view *game.View) {
		change(scene, view)
		view.Memory = true
	}
	return tb
}

// TestTilesAreTurnedUpOneAfterTheOther: those that the reader did not know, rack
// by rack, and nothing is changed in the view.
func TestTilesAreTurnedUpOneAfterTheOther(t *testing.T) {
	tb := ended(1, game.International, "1 won", []float64{18, 0, 0}, "b2 w6 b5! b-", "b3! w7", "w11 w1!")
	view := tb.scene(t).View
	whole := fmt.Sprint(view)
	for up, want := range []string{
		"b? w? b5! b? | b3! w7 | w? w1!", "b2 w? b5! b? | b3! w7 | w? w1!", "b2 w6 b5! b? | b3! w7 | w? w1!", "b2 w6 b5! b- | b3! w7 | w? w1!", "b2 w6 b5! b- | b3! w7 | w11 w1!",
	} {
		if got := racksOf(Game().End.Turned(view, up)); got != want {
			t.Errorf("%d are turned up: %s, not %s", up, got, want)
		}
	}
	if n := Game().End.Hidden(view); n != 4 {
		t.Errorf("%d tiles were hidden, not 4", n)
	}
	if now := fmt.Sprint(view); now != whole {
		t.Errorf("the view has changed:\n%s\n%s", now, whole)
	}
	if own := ended(0, game.International, "1 won", []float64{18, 0}, "b2 w6", "b3! w7!").scene(t).View; Game().End.Hidden(own) != 0 {
		t.Error("something is hidden from the one who has won")
	}
}

func racksOf(view engine.View) string {
	table, _ := view.Table.(game.View)
	racks := make([]string, len(table.Racks))
	for i, rack := range table.Racks {
		var tiles []string
		for _, tile := range rack.Tiles {
			text := strings.ToLower(letter(tile.Color)) + tile.Value.String()
			if tile.Value == game.Joker {
				text = strings.ToLower(letter(tile.Color)) + "-"
			}
			if tile.Open {
				text += "!"
			}
			tiles = append(tiles, text)
		}
		racks[i] = strings.Join(tiles, " ")
	}
	return strings.Join(racks, " | ")
}
