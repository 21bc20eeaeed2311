package masterdice

import (
	"strings"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// grid is what notes are taken of: the values of each column. There are none under
// the memory option.
func (b *model) grid() board.Grid[int] {
	mine, solver := b.mine()
	switch {
	case !solver || b.Scene.Past || b.view.Over:
		return board.Grid[int]{}
	case b.view.Memory:
		return board.FromMemory[int]()
	}
	return board.Grid[int]{Rows: []int{0, 1, 2, 3}, Columns: game.Faces, Aided: b.Scene.Aided, Known: func() func(board.Cell[int]) board.Mark {
		can := game.Candidates(mine)
		return func(at board.Cell[int]) board.Mark { return board.Follows(can[at.Row][:], at.Column) }
	}}
}

// notesScale is how large the notes are drawn: the cells of a column's name and of
// a value, and the lines from one column to the next.
type notesScale struct{ label, cell, pitch int }

func (s notesScale) width() int { return s.label + game.Faces*s.cell }

// drawNotes has a line for each column.
func (b *model) drawNotes(s notesScale) []string {
	title := b.Theme.Faint.Render("  " + b.Say(prose.T("notes (Tab)")))
	if b.notes.Opened() {
		title = b.Theme.Accent.Render("▸ " + b.Say(prose.T("notes")))
	}
	lines := []string{title}
	names := b.columnNames(s.label - 2)
	for column, name := range names {
		lines = append(lines, make([]string, s.pitch-1)...)
		var line strings.Builder
		line.WriteString(b.Theme.Text.Foreground(b.hue(game.Column(column))).Render(look.Fit("  "+name, s.label)))
		for value := range game.Faces {
			b.writeNote(&line, board.Cell[int]{Row: column, Column: value}, s)
		}
		lines = append(lines, line.String())
	}
	return lines
}

func (b *model) writeNote(line *strings.Builder, at board.Cell[int], s notesScale) {
	value := itoa(at.Column + 1)
	text, style := " "+value+" ", b.Theme.Text
	switch b.notes.Mark(at) {
	case board.RuledOut:
		text, style = " ✗ ", b.Theme.Faint
	case board.Certain:
		text, style = "("+value+")", b.Theme.Good
	case board.Unmarked:
	}
	if b.notes.Chosen(at) {
		chosen := "›" + strings.Trim(text, " (") + "‹" // "›2)‹" where it is certain
		b.Theme.Cursor.Write(line, look.Cut(chosen, s.cell))
		line.WriteString(look.Blanks(s.cell - look.Width(chosen)))
		return
	}
	style.WriteFit(line, text, s.cell)
}
