package kodeknacker

import (
	"fmt"
	"testing"
)

func TestCandidates(t *testing.T) {
	view := func(positions, colors int, rows ...Row) View {
		return View{Seat: 1, Positions: positions, Colors: colors, Boards: []Board{{}, {Guesses: rows}}}
	}
	for _, row := range []struct {
		name string
		view View
		want string // colours by place
	}{
		{"nothing known", view(3, 4), "[rgby rgby rgby]"},
		{"none of them", view(3, 4, Row{Guess: "rrr", Pegs: Pegs{Black: 0, White: 0}}), "[gby gby gby]"},
		{"no guess was made", view(3, 4, Row{}), "[rgby rgby rgby]"},
		{"all in another order", view(3, 4, Row{Guess: "rgb", Pegs: Pegs{Black: 0, White: 3}}), "[gb rb rg]"},
		{"a red one first, or neither first", view(3, 4, Row{Guess: "rgg", Pegs: Pegs{Black: 1, White: 0}}, Row{Guess: "ryy", Pegs: Pegs{Black: 1, White: 0}}), "[rb rgby rgby]"},
	} {
		can, ok := Candidates(row.view)
		var got []string
		for _, place := range can {
			text := ""
			for color, is := range place {
				if is {
					text += letters[color : color+1]
				}
			}
			got = append(got, text)
		}
		if !ok || fmt.Sprint(got) != row.want {
			t.Errorf("%s: %v, want %s", row.name, got, row.want)
		}
	}
	answered := view(3, 4, Row{Guess: "rgb", Pegs: Pegs{Black: 0, White: 3}}, Row{})
	if !Fits(answered, "gbr") || Fits(answered, "rgb") || Fits(answered, "gb") || Fits(View{Seat: -1}, "") {
		t.Error("what fits three colours in other places is gbr, not rgb, and no shorter code")
	}
	if _, ok := Candidates(view(8, 10)); ok {
		t.Error("a hundred million codes were looked at")
	}
	if _, ok := Candidates(View{Seat: -1, Positions: 3, Colors: 4}); ok {
		t.Error("a watcher looks for no code")
	}
}
