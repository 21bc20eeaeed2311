package davinci

import (
	"slices"

	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// notepad is the player's notes: a row for each hidden tile of the others, and in it a
// column for each value.
type notepad struct {
	*position

	notes board.Notes[target]
}

// note is a value at a tile, as the notes have it.
type note = board.Cell[target]

// focus returns the tile the next guess is about; of no seat where there is none. It is
// where the cursor of the notes stands, too.
func (n *notepad) focus() target { return n.notes.At().Row }

// point puts the focus on a tile.
func (n *notepad) point(to target) { n.notes.GoRow(to) }

// hasNotes reports whether there is something to take notes of.
func (n *notepad) hasNotes() bool { return n.notes.Can() }

// grid returns what notes are taken of: a row for each hidden tile of the others, and a
// column for each value. There are none under the memory option.
func (n *notepad) grid() board.Grid[target] {
	if n.view.Memory {
		return board.FromMemory[target]()
	}
	return board.Grid[target]{Rows: n.targets(), Columns: int(game.MaxNumber-n.lowest()) + 1, Aided: n.Scene.Aided, Known: n.known}
}

// known works out what follows from the view.
func (n *notepad) known() func(note) board.Mark {
	can, values := game.Candidates(n.view), n.values()
	return func(at note) board.Mark {
		if slices.Contains(can[at.Row.seat][at.Row.place-1], values[at.Column]) {
			return board.Unmarked
		}
		return board.RuledOut
	}
}

// lowest returns the first value that can be noted.
func (n *notepad) lowest() game.Value {
	if n.view.Jokers == game.NoJokers {
		return 0
	}
	return game.Joker
}

// values returns those that can be noted, in order.
func (n *notepad) values() (all []game.Value) {
	for value := n.lowest(); value <= game.MaxNumber; value++ {
		all = append(all, value)
	}
	return all
}

// marks returns what stands for each value at a tile. What was guessed wrong is ruled
// out, and what is left alone is certain.
func (n *notepad) marks(t target, tile game.Tile) []board.Mark {
	all := make([]board.Mark, 0, game.MaxNumber+2)
	left, last := 0, 0
	for i, value := range n.values() {
		mark := n.notes.Mark(note{Row: t, Column: i})
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
