package davinci_test

import (
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/davinci"
)

// TestTheReasonForAHint: anna has black 5 and black 9, bo shows black 6, and his
// black tile right of it was not an 8: it can only be black 7.
func TestTheReasonForAHint(t *testing.T) {
	tile := func(color game.Color, value game.Value, open bool, not ...game.Value) game.Tile {
		return game.Tile{Color: color, Value: value, Open: open, Not: append([]game.Value{}, not...)}
	}
	view := game.View{
		Phase: game.PhaseGuess, Jokers: game.NoJokers, Points: []float64{},
		Racks: []game.Rack{
			{Seat: 0, Ready: true, Tiles: []game.Tile{tile(game.Black, 5, false), tile(game.Black, 9, false), tile(game.White, 10, false), tile(game.White, 11, false)}},
			{Seat: 1, Ready: true, Tiles: []game.Tile{
				tile(game.Black, 4, true), tile(game.Black, 6, true), tile(game.Black, game.Unknown, false, 8), tile(game.Black, 10, true),
			}},
		},
		Pool: game.Pool{Black: 6, White: 10},
	}
	scene := prose.Scene{View: engine.View{Game: "davinci", Seats: 2, Stage: engine.Playing, Table: view}, Names: []string{"anna", "bo"}, Away: make([]bool, 2)}
	told := strings.Join(prose.English().SayAll(davinci.Game().Told().Hint(scene)), " ")
	const want = "One guess is certain: black 7 for tile 3 of bo. It can only be 7: you have black 9, you see black 6 and black 10 face up, tile 3 of bo is not 8."
	if told != want {
		t.Errorf("it says\n%s\nwant\n%s", told, want)
	}
	scene.Watching = true
	if told := davinci.Game().Told().Hint(scene); len(told) != 1 || told[0].String() != "No hint: it is not your turn to guess." {
		t.Errorf("a watcher is told %v", told)
	}
}

// TestTheReasonIsNear: what stands next to a tile is named, and not what stands far away
// and says as much.
func TestTheReasonIsNear(t *testing.T) {
	tile := func(color game.Color, value game.Value, not ...game.Value) game.Tile {
		return game.Tile{Color: color, Value: value, Open: value != game.Unknown, Not: append([]game.Value{}, not...)}
	}
	view := game.View{
		Phase: game.PhaseGuess, Jokers: game.NoJokers, Points: []float64{},
		Racks: []game.Rack{
			{Seat: 0, Ready: true, Tiles: []game.Tile{{Color: game.Black, Value: 6, Not: []game.Value{}}, {Color: game.White, Value: 11, Not: []game.Value{}}}},
			{Seat: 1, Ready: true, Tiles: []game.Tile{
				tile(game.Black, game.Unknown, 0), tile(game.White, 1), tile(game.White, 2), tile(game.White, 3), tile(game.White, 4), tile(game.Black, 11),
			}},
		},
		Pool: game.Pool{Black: 9, White: 7},
	}
	scene := prose.Scene{View: engine.View{Game: "davinci", Seats: 2, Stage: engine.Playing, Table: view}, Names: []string{"anna", "bo"}, Away: make([]bool, 2)}
	told := strings.Join(prose.English().SayAll(davinci.Game().Told().Hint(scene)), " ")
	const want = "One guess is certain: black 1 for tile 1 of bo. It can only be 1: you see white 1 face up, tile 1 of bo is not 0."
	if told != want {
		t.Errorf("it says\n%s\nwant\n%s", told, want)
	}
	view.Racks[1].Tiles[0].Not = []game.Value{}
	scene.View.Table = view
	told = strings.Join(prose.English().SayAll(davinci.Game().Told().Hint(scene)), " ")
	if want := "All guesses are equally likely; for example black 0 for tile 1 of bo (50%). It can only be 0 or 1: you see white 1 face up."; told != want {
		t.Errorf("it says\n%s\nwant\n%s", told, want)
	}
}
