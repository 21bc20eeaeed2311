package davinci

import (
	"slices"

	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// fallFrames is the duration of a tile's fall, in frames.
const fallFrames = 3

// falling animates the tiles that have just been turned up or drawn.
type falling struct {
	board.Motion

	tiles []target // index 0 is the separate tile
}

// fall returns the number of remaining frames of a tile's fall, 0 at rest.
func (f *falling) fall(at target) int {
	if !slices.Contains(f.tiles, at) {
		return 0
	}
	return f.Left()
}

// drop starts the fall of the tiles that were turned up or drawn since an earlier view of the same
// round. Nothing falls in the setup, in which all seats take tiles at the same time.
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

// changed returns the tiles of a rack that were turned up or drawn. Index 0 is the drawn tile,
// which is separate.
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

// sameOpen reports whether a tile was open before. It compares values because positions change when
// a tile is added.
func sameOpen(old, tile game.Tile) bool {
	return old.Open && old.Color == tile.Color && old.Value == tile.Value
}
