package davinci

import (
	"slices"

	game "parlor/engine/davinci"
)

// fallFrames is how long a tile falls, in frames.
const fallFrames = 3

// falls says whether a tile is moving now.
func (b *model) falls(at target) bool { return b.Moving() && slices.Contains(b.fallen, at) }

// drop lets fall what was turned up or drawn since an earlier view of the same
// round, so that the eye sees which; in setup everybody takes at once, and nothing
// falls.
func (b *model) drop(before game.View) {
	b.fallen = b.fallen[:0]
	if len(before.Racks) == len(b.view.Racks) && before.Phase != game.PhaseSetup {
		for i, was := range before.Racks {
			b.fallen = append(b.fallen, changed(was, b.view.Racks[i])...)
		}
	}
	b.Move(0)
	if len(b.fallen) > 0 {
		b.Move(fallFrames)
	}
}

// changed are the tiles of a rack that were turned up or drawn; place 0 is the one
// drawn, which stands apart.
func changed(was, now game.Rack) (tiles []target) {
	for at, tile := range now.Tiles {
		if tile.Open && !slices.ContainsFunc(was.Tiles, func(old game.Tile) bool { return sameOpen(old, tile) }) {
			tiles = append(tiles, target{now.Seat, at + 1})
		}
	}
	if now.Drawn != nil && was.Drawn == nil {
		tiles = append(tiles, target{now.Seat, 0})
	}
	return tiles
}

// sameOpen says whether a tile lay open already. Places change when a tile
// comes in, but of each colour every value is there once.
func sameOpen(old, tile game.Tile) bool {
	return old.Open && old.Color == tile.Color && old.Value == tile.Value
}
