package davinci

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui"
)

// tilesOf reads tiles as these tests write them: "b3" a black 3, "w?" an
// unknown white one, "b-" the black joker, "w7!" an open white 7, and
// "b?/1/5" a tile at which 1 and 5 were guessed wrong.
func tilesOf(t *testing.T, text string) []game.Tile {
	t.Helper()
	var tiles []game.Tile
	for word := range strings.FieldsSeq(text) {
		word, not, _ := strings.Cut(word, "/")
		value, open := strings.CutSuffix(word[1:], "!")
		tile := game.Tile{Open: open, Value: valueOf(t, value)}
		if word[0] == 'w' {
			tile.Color = game.White
		}
		for number := range strings.SplitSeq(not, "/") {
			if number != "" {
				tile.Not = append(tile.Not, valueOf(t, number))
			}
		}
		tiles = append(tiles, tile)
	}
	return tiles
}

func valueOf(t *testing.T, text string) game.Value {
	t.Helper()
	if text == "-" {
		return game.Joker
	}
	var value game.Value
	if err := value.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return value
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
	change func(*tui.Scene, *game.View) // the rest
}

func (tb table) scene(t *testing.T) tui.Scene {
	t.Helper()
	view := game.View{
		Seat: tb.seat, Phase: tb.phase, Turn: tb.turn, Pool: tb.pool, Points: tb.points, Jokers: "none",
	}
	for i, text := range tb.racks {
		stand, drawn, apart := strings.Cut(text, "|")
		rack := game.Rack{Seat: engine.Seat(i), Tiles: tilesOf(t, stand)}
		if apart {
			rack.Drawn = &tilesOf(t, drawn)[0]
		}
		view.Racks = append(view.Racks, rack)
	}
	for event := range strings.SplitSeq(tb.log, ",") {
		if event = strings.TrimSpace(event); event != "" {
			view.Log = append(view.Log, engine.Event(event))
		}
	}
	scene := tui.Scene{
		Names: strings.Split(tb.names, ","), Away: make([]bool, len(tb.racks)),
		View: engine.View{
			Game: "davinci", Seat: tb.seat, Seats: len(tb.racks), Stage: engine.Playing, Round: 1, Rounds: 3,
			ToMove: []engine.Seat{tb.turn},
		},
	}
	if tb.turn < 0 {
		scene.View.ToMove = nil
	}
	if tb.change != nil {
		tb.change(&scene, &view)
	}
	scene.View.Table = view
	return scene
}

func seated(t *testing.T, tb table) tui.Board {
	t.Helper()
	b := newBoard(tui.NewTheme(true))
	b.See(tb.scene(t))
	return b
}

// pressed is the key that a test names, such as "left" or "7".
func pressed(name string) tea.KeyPressMsg {
	code, named := map[string]rune{
		"left": tea.KeyLeft, "right": tea.KeyRight, "up": tea.KeyUp, "down": tea.KeyDown, "tab": tea.KeyTab,
		"enter": tea.KeyEnter, "backspace": tea.KeyBackspace, "esc": tea.KeyEscape, "home": tea.KeyHome, "end": tea.KeyEnd,
	}[name]
	if named {
		return tea.KeyPressMsg{Code: code}
	}
	if name == "shift+tab" {
		return tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

// press presses keys, parted by spaces, and lists the actions that came of it.
func press(t *testing.T, b tui.Board, keys string) []engine.Action {
	t.Helper()
	var actions []engine.Action
	for key := range strings.FieldsSeq(keys) {
		if action, _ := b.Key(pressed(key)); action != "" {
			actions = append(actions, action)
		}
	}
	return actions
}
