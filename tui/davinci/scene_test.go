package davinci

import (
	"strings"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/board"
	"parlor/tui/boardtest"
	"parlor/tui/keymap"
	"parlor/tui/style"
)

// tilesOf reads tiles as these tests write them: "b3" a black 3, "w?" an
// unknown white one, "b-" the black joker, "w7!" an open white 7, and
// "b?/1/5" a tile at which 1 and 5 were guessed wrong.
func tilesOf(tb testing.TB, text string) []game.Tile {
	tb.Helper()
	var tiles []game.Tile
	for word := range strings.FieldsSeq(text) {
		word, not, _ := strings.Cut(word, "/")
		value, open := strings.CutSuffix(word[1:], "!")
		tile := game.Tile{Open: open, Value: valueOf(tb, value)}
		if word[0] == 'w' {
			tile.Color = game.White
		}
		for number := range strings.SplitSeq(not, "/") {
			if number != "" {
				tile.Not = append(tile.Not, valueOf(tb, number))
			}
		}
		tiles = append(tiles, tile)
	}
	return tiles
}

func valueOf(tb testing.TB, text string) game.Value {
	tb.Helper()
	if text == "-" {
		return game.Joker
	}
	var value game.Value
	if err := value.UnmarshalText([]byte(text)); err != nil {
		tb.Fatal(err)
	}
	return value
}

func eventOf(tb testing.TB, line string) game.Event {
	tb.Helper()
	event, err := game.ReadEvent(line)
	if err != nil {
		tb.Fatal(err)
	}
	return event
}

// table is a scene as a test writes it down.
type table struct {
	seat   engine.Seat
	phase  string
	turn   engine.Seat
	names  string   // parted by commas
	racks  []string // as tilesOf reads them; a tile that stands apart after a "|"
	pool   game.Pool
	log    string // parted by commas
	points []float64
	change func(*board.Scene, *game.View) // the rest
}

func (one table) scene(tb testing.TB) board.Scene {
	tb.Helper()
	view := game.View{
		Seat: one.seat, Phase: one.phase, Turn: one.turn, Pool: one.pool, Points: one.points, Jokers: "none",
	}
	for i, text := range one.racks {
		stand, drawn, apart := strings.Cut(text, "|")
		rack := game.Rack{Seat: engine.Seat(i), Tiles: tilesOf(tb, stand)}
		if apart {
			rack.Drawn = &tilesOf(tb, drawn)[0]
		}
		view.Racks = append(view.Racks, rack)
	}
	for event := range strings.SplitSeq(one.log, ",") {
		if event = strings.TrimSpace(event); event != "" {
			view.Log = append(view.Log, eventOf(tb, event))
		}
	}
	scene := board.Scene{
		Names: strings.Split(one.names, ","), Away: make([]bool, len(one.racks)),
		View: engine.View{
			Game: "davinci", Seat: one.seat, Seats: len(one.racks), Stage: engine.Playing, Round: 1, Rounds: 3,
			ToMove: []engine.Seat{one.turn},
		},
	}
	if one.turn < 0 {
		scene.View.ToMove = nil
	}
	if one.change != nil {
		one.change(&scene, &view)
	}
	scene.View.Table = view
	return scene
}

// seated is a board that shows the table, after some keys.
func seated(t *testing.T, tb table, keys string) board.Board {
	t.Helper()
	b := newBoard(style.NewTheme(true), nil)
	b.See(tb.scene(t))
	press(b, keys)
	return b
}

// press presses keys by their names, parted by spaces, and lists the actions that came of it.
func press(b board.Board, names string) []engine.Action {
	var actions []engine.Action
	for key := range strings.FieldsSeq(names) {
		if action, _ := keymap.Press(b.Bindings(), boardtest.Key(key).String()); action != "" {
			actions = append(actions, action)
		}
	}
	return actions
}
