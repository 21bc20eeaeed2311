package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// fallFrames is how long a tile falls, in frames.
const fallFrames = 3

// fall is the movement of the tiles that have just changed, so that the eye
// sees which.
type fall struct {
	frames int      // that are left
	tiles  []target // place 0 is the one drawn, which stands apart
}

// Moving implements board.Mover.
func (b *model) Moving() bool { return b.fall.frames > 0 }

// Step implements board.Mover.
func (b *model) Step() { b.fall.frames = max(0, b.fall.frames-1) }

// falls says whether a tile is moving now.
func (b *model) falls(at target) bool { return b.Moving() && slices.Contains(b.fall.tiles, at) }

// drop lets fall what was turned up or drawn since an earlier view of the same
// round; in setup everybody takes at once, and nothing falls.
func (b *model) drop(before game.View) {
	b.fall = fall{}
	if len(before.Racks) != len(b.view.Racks) || before.Phase == game.PhaseSetup {
		return
	}
	for i, rack := range b.view.Racks {
		seat, was := engine.Seat(i), before.Racks[i]
		for at, tile := range rack.Tiles {
			if tile.Open && !slices.ContainsFunc(was.Tiles, func(old game.Tile) bool { return sameOpen(old, tile) }) {
				b.fall.tiles = append(b.fall.tiles, target{seat, at + 1})
			}
		}
		if rack.Drawn != nil && was.Drawn == nil {
			b.fall.tiles = append(b.fall.tiles, target{seat, 0})
		}
	}
	if len(b.fall.tiles) > 0 {
		b.fall.frames = fallFrames
	}
}

// sameOpen says whether a tile lay open already. Places change when a tile
// comes in, but of each colour every value is there once.
func sameOpen(old, tile game.Tile) bool {
	return old.Open && old.Color == tile.Color && old.Value == tile.Value
}
