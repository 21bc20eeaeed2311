package davinci

import (
	"reflect"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/boardtest"
)

// TestAllIsOpen plays by bots: at each moment every tile has its number.
func TestAllIsOpen(t *testing.T) {
	boardtest.AllOpen(t, Game(), func(views []engine.View, all engine.View) { isOpen(t, views, all) },
		nil, engine.Options{"jokers": "free"}, engine.Options{"jokers": "strict", "memory": "on"})
}

func isOpen(t *testing.T, views []engine.View, open engine.View) {
	t.Helper()
	all, _ := open.Table.(game.View)
	for seat, rack := range all.Racks {
		own, _ := views[seat].Table.(game.View)
		if !reflect.DeepEqual(rack, own.Racks[seat]) {
			t.Fatalf("seat %d is shown as %+v, and saw %+v", seat+1, rack, own.Racks[seat])
		}
		tiles := append(append([]game.Tile{}, rack.Tiles...), rack.Unplaced...)
		if rack.Drawn != nil {
			tiles = append(tiles, *rack.Drawn)
		}
		for _, tile := range tiles {
			if tile.Value == game.Unknown {
				t.Fatalf("a tile of seat %d has no number: %+v", seat+1, rack)
			}
		}
	}
}
