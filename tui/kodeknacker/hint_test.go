package kodeknacker_test

import (
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/kodeknacker"
)

// TestHints: among codes that are all alike, a hint names one whose answer tells much,
// and says how many there are; where there are too many to look at, it says that.
func TestHints(t *testing.T) {
	row := func(guess string, black, white int) game.Row {
		return game.Row{Guess: guess, Pegs: game.Pegs{Black: black, White: white}}
	}
	for _, c := range []struct {
		name              string
		positions, colors int
		rows              []game.Row
		want              string
	}{
		{"nothing known", 3, 4, nil, "All guesses are equally likely; for example red, green, blue (2%). There is no information about the code yet."},
		{"one row", 3, 4, []game.Row{row("rgb", 1, 1)}, "All guesses are equally likely; for example red, blue, yellow (8%). The reason: row 1 leaves 12 codes, and all of them are equally likely."},
		{"certain", 3, 4, []game.Row{row("rgy", 2, 0), row("rgg", 2, 0), row("ryb", 2, 0)}, "One guess is certain: red, green, blue. The reason: rows 1, 2 and 3 leave no other code."},
		{"too many", 8, 10, []game.Row{row("rgbyorgb", 0, 3)}, "With 8 places and 10 colours, too many codes are left to work out a hint: guess again first."},
		{"few are left of many", 8, 10, []game.Row{row("rrrrrrrr", 7, 0)}, "All guesses are equally likely; for example red, red, red, red, red, red, red, green (1%). The reason: row 1 leaves 72 codes, and all of them are equally likely."},
	} {
		view := game.View{
			Phase: game.PhasePlay, Positions: c.positions, Colors: c.colors, Rows: 12, Round: len(c.rows) + 1,
			Boards: []game.Board{{CodeSet: true, Code: strings.Repeat("r", c.positions), Guesses: c.rows}, {Seat: 1, CodeSet: true, Guesses: []game.Row{}}},
		}
		scene := prose.Scene{View: engine.View{Game: "kodeknacker", Seats: 2, Stage: engine.Playing, Table: view}, Names: []string{"anna", "bo"}, Away: make([]bool, 2)}
		told := strings.Join(prose.English().SayAll(kodeknacker.Game().Told().Hint(scene)), " ")
		if told != c.want {
			t.Errorf("%s: it says\n%s\nwant\n%s", c.name, told, c.want)
		}
		scene.Watching = true
		if told := kodeknacker.Game().Told().Hint(scene); len(told) != 1 || told[0].String() != "No hint: it is not your turn to guess." {
			t.Errorf("%s: a watcher is told %v", c.name, told)
		}
	}
}
