package guessboard

import (
	"strconv"

	"parlor/engine/codebreak"
	"parlor/tui/board"
	"parlor/tui/style"
)

// notepad holds the player's notes: a row per symbol and a column per position.
type notepad struct{ *symbols }

// grid returns the grid of the notes: every symbol at each position of the code to be found. It is
// empty under the memory option.
func (n *notepad) grid() board.Grid[int] {
	view := n.View
	switch {
	case view.Seat < 0 || n.Scene.Past || view.Phase != codebreak.PhasePlay:
		return board.Grid[int]{}
	case view.Memory:
		return board.FromMemory[int]()
	}
	rows := make([]int, len(view.Symbols))
	for symbol := range rows {
		rows[symbol] = symbol
	}
	return board.Grid[int]{Rows: rows, Columns: view.Places, Aided: n.Scene.Aided, Known: func() func(board.Cell[int]) board.Mark {
		can, known := view.Candidates()
		if !known {
			return nil
		}
		return func(at board.Cell[int]) board.Mark { return board.Follows(can[at.Column], at.Row) }
	}}
}

func normalNotes() board.NotesScale { return board.NotesScale{Label: 3, Cell: 3, Pitch: 1} }

func largeNotes() board.NotesScale { return board.NotesScale{Label: 5, Cell: 5, Pitch: 2} }

func (n *notepad) width(s board.NotesScale) int { return s.Label + s.Cell*n.View.Places }

// draw draws the notes, one line per symbol.
func (n *notepad) draw(s board.NotesScale) []string {
	side, head := style.Blanks(s.Cell/2), style.Blanks(s.Label)
	for place := range n.View.Places {
		head += side + strconv.Itoa(place+1) + side
	}
	label := func(symbol int) string { return n.drawn(cell{n.View.Symbols[symbol], side, side, true}) }
	mark := func(at board.Cell[int]) string { return n.drawMark(at, side) }
	return n.DrawNotes(s, 0, []string{n.Theme.Faint.Render(head)}, label, mark)
}

func (n *notepad) drawMark(at board.Cell[int], side string) string {
	text, look := "·", n.Theme.Faint
	switch n.Notes.Mark(at) {
	case board.RuledOut:
		text, look = "✗", n.Theme.Text
	case board.Certain:
		text, look = "+", n.Theme.Good
	case board.Unmarked:
	}
	if n.Notes.Chosen(at) {
		return n.Theme.Cursor.Render("›" + side[1:] + text + side[1:] + "‹")
	}
	return look.Render(side + text + side)
}

// legend returns the explanation of the boards: the notes or the symbols, and the meaning of the
// pegs.
func (n *notepad) legend(width int, s board.NotesScale) []string {
	above := n.chips(width)
	if n.Notes.Can() {
		above = n.draw(s)
	}
	if len(above) > 0 {
		above = append(above[:len(above):len(above)], "")
	}
	return append(above, n.pegLines(width)...)
}

// shortLegend is like legend without the notes, in few lines.
func (n *notepad) shortLegend(width int) []string {
	return style.Indented(style.Flow(append(n.shortChips(!n.Notes.Can()), n.pegItems()...), width-1, 2), 1)
}

// drawKeys draws the keys of the notes in width cells, with the meaning of the pegs if that fits
// into the given lines.
func (n *notepad) drawKeys(width, lines int) []string {
	items := n.Items(n.Notes.Hints())
	if all := style.Flow(append(items[:len(items):len(items)], n.pegItems()...), width, 2); len(all) <= lines {
		return all
	}
	return style.Flow(items, width, 2)
}
