package masterdice

import (
	"strings"

	game "parlor/engine/masterdice"
	"parlor/tui/board"
	"parlor/tui/style"
)

// notepad holds the player's notes: a row for each column of the board, with a column for each
// value.
type notepad struct{ *position }

// grid returns the grid of the notes: the values of each column. It is empty under the memory
// option.
func (n *notepad) grid() board.Grid[int] {
	mine, solver := n.mine()
	switch {
	case !solver || n.Scene.Past || n.View.Over:
		return board.Grid[int]{}
	case n.View.Memory:
		return board.FromMemory[int]()
	}
	return board.Grid[int]{Rows: []int{0, 1, 2, 3}, Columns: game.Faces, Aided: n.Scene.Aided, Known: func() func(board.Cell[int]) board.Mark {
		can := game.Candidates(mine)
		return func(at board.Cell[int]) board.Mark { return board.Follows(can[at.Row][:], at.Column) }
	}}
}

func normalNotes() board.NotesScale { return board.NotesScale{Label: 10, Cell: 4, Pitch: 1} }

// draw draws the notes, one line per column.
func (n *notepad) draw(s board.NotesScale) []string {
	names := n.columnNames(s.Label - 2)
	label := func(column int) string {
		return n.columnStyle(n.Theme.Text, column).Render(style.Fit("  "+names[column], s.Label))
	}
	return n.DrawNotes(s, 2, nil, label, func(at board.Cell[int]) string { return n.drawMark(at, s.Cell) })
}

func (n *notepad) drawMark(at board.Cell[int], cells int) string {
	value := itoa(at.Column + 1)
	text, textStyle := " "+value+" ", n.Theme.Text
	switch n.Notes.Mark(at) {
	case board.RuledOut:
		text, textStyle = " ✗ ", n.Theme.Faint
	case board.Certain:
		text, textStyle = "("+value+")", n.Theme.Good
	case board.Unmarked:
	}
	if n.Notes.Chosen(at) {
		chosen := "›" + strings.Trim(text, " (") + "‹" // "›2)‹" for a certain value
		return n.Theme.Cursor.Render(style.Cut(chosen, cells)) + style.Blanks(cells-style.Width(chosen))
	}
	return textStyle.Render(style.Fit(text, cells))
}

// drawKeys draws the keys of the notes and other items in width cells.
func (n *notepad) drawKeys(width int, more ...string) []string {
	return style.Indented(style.Flow(append(n.Items(n.Notes.Hints()), more...), width, 2), 1)
}
