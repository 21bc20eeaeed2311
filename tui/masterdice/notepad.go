package masterdice

import (
	"strings"

	game "parlor/engine/masterdice"
	"parlor/tui/board"
	"parlor/tui/look"
)

// notepad is the player's notes: a row for each column of the board, and in it a column
// for each value.
type notepad struct {
	*position

	cache board.Cache[padKey]
}

// padKey is what the notes are drawn from.
type padKey struct {
	scene int
	notes board.NotesState[int]
	scale notesScale
}

// grid returns what notes are taken of: the values of each column. There are none under
// the memory option.
func (n *notepad) grid() board.Grid[int] {
	mine, solver := n.mine()
	switch {
	case !solver || n.Scene.Past || n.view.Over:
		return board.Grid[int]{}
	case n.view.Memory:
		return board.FromMemory[int]()
	}
	return board.Grid[int]{Rows: []int{0, 1, 2, 3}, Columns: game.Faces, Aided: n.Scene.Aided, Known: func() func(board.Cell[int]) board.Mark {
		can := game.Candidates(mine)
		return func(at board.Cell[int]) board.Mark { return board.Follows(can[at.Row][:], at.Column) }
	}}
}

// notesScale is how large the notes are drawn: the cells of a column's name and of
// a value, and the lines from one column to the next.
type notesScale struct{ label, cell, pitch int }

func normalNotes() notesScale { return notesScale{label: 10, cell: 4, pitch: 1} }

func (s notesScale) width() int { return s.label + game.Faces*s.cell }

// draw draws a line for each column.
func (n *notepad) draw(s notesScale) []string {
	return n.cache.Lines(0, padKey{n.Scenes, n.Notes.State(), s}, func() []string { return n.drawGrid(s) })
}

func (n *notepad) drawGrid(s notesScale) []string {
	lines := []string{n.NotesTitle(n.Notes.Opened(), 2)}
	for column, name := range n.columnNames(s.label - 2) {
		lines = append(lines, make([]string, s.pitch-1)...)
		var line strings.Builder
		line.WriteString(n.columnStyle(n.Theme.Text, column).Render(look.Fit("  "+name, s.label)))
		for value := range game.Faces {
			n.writeMark(&line, board.Cell[int]{Row: column, Column: value}, s)
		}
		lines = append(lines, line.String())
	}
	return lines
}

func (n *notepad) writeMark(line *strings.Builder, at board.Cell[int], s notesScale) {
	value := itoa(at.Column + 1)
	text, style := " "+value+" ", n.Theme.Text
	switch n.Notes.Mark(at) {
	case board.RuledOut:
		text, style = " ✗ ", n.Theme.Faint
	case board.Certain:
		text, style = "("+value+")", n.Theme.Good
	case board.Unmarked:
	}
	if n.Notes.Chosen(at) {
		chosen := "›" + strings.Trim(text, " (") + "‹" // "›2)‹" if it is certain
		n.Theme.Cursor.Write(line, look.Cut(chosen, s.cell))
		line.WriteString(look.Blanks(s.cell - look.Width(chosen)))
		return
	}
	style.WriteFit(line, text, s.cell)
}

// drawKeys draws the keys of the notes and other items in so many cells.
func (n *notepad) drawKeys(width int, more ...string) []string {
	return look.Indented(look.Flow(append(n.Items(n.Notes.Hints()), more...), width, 2), 1)
}
