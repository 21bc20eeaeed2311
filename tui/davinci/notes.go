package davinci

import (
	"slices"

	game "parlor/engine/davinci"
	"parlor/tui/board"
)

// notepad holds the player's notes: a row for each hidden tile of the others, with a column for
// each value.
type notepad struct {
	*position

	notes board.Notes[target]
}

// note is a value of a tile in the notes.
type note = board.Cell[target]

// focus returns the tile of the next guess, which is also the cursor of the notes. It has no seat
// if there is none.
func (n *notepad) focus() target { return n.notes.At().Row }

// point moves the cursor to a tile.
func (n *notepad) point(to target) { n.notes.GoRow(to) }

// hasNotes reports whether there is anything to take notes of.
func (n *notepad) hasNotes() bool { return n.notes.Can() }

// grid returns the grid of the notes: a row for each hidden tile of the others, and a column for
// each value. It is empty under the memory option.
func (n *notepad) grid() board.Grid[target] {
	if n.view.Memory {
		return board.FromMemory[target]()
	}
	return board.Grid[target]{Rows: n.targets(), Columns: int(game.MaxNumber-n.lowest()) + 1, Aided: n.Scene.Aided, Known: n.known}
}

// known computes the marks that follow from the view.
func (n *notepad) known() func(note) board.Mark {
	can, values := game.Candidates(n.view), n.values()
	return func(at note) board.Mark {
		if slices.Contains(can[at.Row.seat][at.Row.place-1], values[at.Column]) {
			return board.Unmarked
		}
		return board.RuledOut
	}
}

// lowest returns the lowest value in the notes.
func (n *notepad) lowest() game.Value {
	if n.view.Jokers == game.NoJokers {
		return 0
	}
	return game.Joker
}

// values returns the values in the notes, in order.
func (n *notepad) values() (all []game.Value) {
	for value := n.lowest(); value <= game.MaxNumber; value++ {
		all = append(all, value)
	}
	return all
}

// marks returns the automatic mark of each value of a tile. Wrong guesses are ruled out, and the
// last remaining value is certain.
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
