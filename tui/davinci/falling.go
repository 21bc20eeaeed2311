package davinci

import (
	"slices"

	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// fallFrames is how long a tile falls, in frames.
const fallFrames = 3

// falling animates the tiles that were just turned up or drawn.
type falling struct {
	board.Motion

	tiles []target // place 0 is the one that stands apart
}

// fall returns how many frames of a tile's fall are to come; 0 at rest.
func (f *falling) fall(at target) int {
	if !slices.Contains(f.tiles, at) {
		return 0
	}
	return f.Left()
}

// drop lets fall what was turned up or drawn since an earlier view of the same
// round, so that the eye sees which; in setup all seats take at once, and nothing
// falls.
func (f *falling) drop(before, now game.View) {
	f.tiles = f.tiles[:0]
	if len(before.Racks) == len(now.Racks) && before.Phase != game.PhaseSetup {
		for i, was := range before.Racks {
			f.tiles = append(f.tiles, changed(was, now.Racks[i])...)
		}
	}
	f.Move(0)
	if len(f.tiles) > 0 {
		f.Move(fallFrames)
	}
}

// changed returns the tiles of a rack that were turned up or drawn; place 0 is the one
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

// sameOpen reports whether a tile lay open already. Places change when a tile
// comes in, but of each colour every value is there once.
func sameOpen(old, tile game.Tile) bool {
	return old.Open && old.Color == tile.Color && old.Value == tile.Value
}
