package davinci

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// TestAllIsOpen plays by bots: at each moment every tile has its number.
func TestAllIsOpen(t *testing.T) {
	for n, options := range []engine.Options{nil, {"jokers": "free"}, {"jokers": "strict", "memory": "on"}} {
		random := rand.New(rand.NewPCG(uint64(n), 3))
		m, err := Kit().Game.Start(2+n%3, engine.Seed{byte(n)}, options)
		for err == nil {
			isOpen(t, m)
			if len(m.ToMove()) == 0 {
				break
			}
			seat := m.ToMove()[random.IntN(len(m.ToMove()))]
			m, _, err = m.Play(seat, m.Think(seat, engine.FirstBot, random))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func isOpen(t *testing.T, m engine.Match) {
	t.Helper()
	var views []engine.View
	for seat := range m.View(engine.Watcher).Seats {
		views = append(views, m.View(engine.Seat(seat)))
	}
	all, _ := open(views).Table.(game.View)
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
