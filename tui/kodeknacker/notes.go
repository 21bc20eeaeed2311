package kodeknacker

import (
	"strconv"
	"strings"

	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
)

// grid is what notes are taken of: every colour at each place of the code that is
// looked for. There are none under the memory option.
func (b *model) grid() board.Grid[int] {
	view := b.view
	switch {
	case view.Seat < 0 || b.Scene.Past || view.Phase != game.PhasePlay:
		return board.Grid[int]{}
	case view.Memory:
		return board.FromMemory[int]()
	}
	rows := make([]int, view.Colors)
	for color := range rows {
		rows[color] = color
	}
	return board.Grid[int]{Rows: rows, Columns: view.Positions, Aided: b.Scene.Aided, Known: func() func(board.Cell[int]) board.Mark {
		can, known := game.Candidates(view)
		if !known {
			return nil
		}
		return func(at board.Cell[int]) board.Mark { return board.Follows(can[at.Column], at.Row) }
	}}
}

// notesScale is how large the notes are drawn: the cells of a colour, and the lines
// from one to the next.
type notesScale struct{ cell, pitch int }

func normalNotes() notesScale { return notesScale{3, 1} }

func largeNotes() notesScale { return notesScale{5, 2} }

func (b *model) notesWidth(s notesScale) int { return s.cell * (1 + b.view.Positions) }

// drawNotes has a line for each colour and a column for each place.
func (b *model) drawNotes(s notesScale) []string {
	title := b.Theme.Faint.Render(b.Say(prose.T("notes (Tab)")))
	if b.notes.Opened() {
		title = b.Theme.Accent.Render("▸ " + b.Say(prose.T("notes")))
	}
	side := strings.Repeat(" ", s.cell/2)
	head := strings.Repeat(" ", s.cell)
	for place := range b.view.Positions {
		head += side + strconv.Itoa(place+1) + side
	}
	lines := []string{title, b.Theme.Faint.Render(head)}
	for color := range b.view.Colors {
		lines = append(lines, make([]string, s.pitch-1)...)
		line := b.drawn(cell{b.letters()[color], side, side, true})
		for place := range b.view.Positions {
			line += b.notesCell(board.Cell[int]{Row: color, Column: place}, side)
		}
		lines = append(lines, line)
	}
	return lines
}

func (b *model) notesCell(at board.Cell[int], side string) string {
	text, style := "·", b.Theme.Faint
	switch b.notes.Mark(at) {
	case board.RuledOut:
		text, style = "✗", b.Theme.Text
	case board.Certain:
		text, style = "+", b.Theme.Good
	case board.Unmarked:
	}
	if b.notes.Chosen(at) {
		return b.Theme.Cursor.Render("›" + side[1:] + text + side[1:] + "‹")
	}
	return style.Render(side + text + side)
}

// notesKeys are what the keys of the notes that are open do.
func (b *model) notesKeys() []string { return b.Items(b.notes.Hints()) }
