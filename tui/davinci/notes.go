package davinci

import (
	"slices"

	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// note is a value at a tile, as the notes have it.
type note = board.Cell[target]

// focus is the tile the next guess is about; of no seat where there is none. It is
// where the cursor of the notes stands, too.
func (b *model) focus() target { return b.notes.At().Row }

// point puts the focus on a tile.
func (b *model) point(to target) { b.notes.GoRow(to) }

// hasNotes says whether there is something to take notes of.
func (b *model) hasNotes() bool { return b.notes.Can() }

// grid is what notes are taken of: a row for each hidden tile of the others, and a
// column for each value. There are none under the memory option.
func (b *model) grid() board.Grid[target] {
	if b.view.Memory {
		return board.FromMemory[target]()
	}
	return board.Grid[target]{Rows: b.targets(), Columns: int(game.MaxNumber-b.lowest()) + 1, Aided: b.Scene.Aided, Known: b.known}
}

// known works out what follows from the view.
func (b *model) known() func(note) board.Mark {
	can, values := game.Candidates(b.view), b.values()
	return func(at note) board.Mark {
		if slices.Contains(can[at.Row.seat][at.Row.place-1], values[at.Column]) {
			return board.Unmarked
		}
		return board.RuledOut
	}
}

// lowest is the first value that can be noted.
func (b *model) lowest() game.Value {
	if b.view.Jokers == game.NoJokers {
		return 0
	}
	return game.Joker
}

// values are those that can be noted, in order.
func (b *model) values() (all []game.Value) {
	for value := b.lowest(); value <= game.MaxNumber; value++ {
		all = append(all, value)
	}
	return all
}

// marks are what stands for each value at a tile. What was guessed wrong is ruled
// out, and what is left alone is certain.
func (b *model) marks(t target, tile game.Tile) []board.Mark {
	all := make([]board.Mark, 0, game.MaxNumber+2)
	left, last := 0, 0
	for i, value := range b.values() {
		mark := b.notes.Mark(note{Row: t, Column: i})
		if slices.Contains(tile.Not, value) {
			mark = board.RuledOut
		}
		if mark != board.RuledOut {
			left, last = left+1, i
		}
		all = append(all, mark)
	}
	if left == 1 {
		all[last] = board.Certain
	}
	return all
}
