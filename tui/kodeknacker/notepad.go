package kodeknacker

import (
	"strconv"

	game "parlor/engine/kodeknacker"
	"parlor/tui/board"
	"parlor/tui/look"
)

// notepad is the player's notes: a row for each colour, a column for each place.
type notepad struct {
	*palette

	cache board.Cache[padKey]
}

// padKey is what the notes are drawn from.
type padKey struct {
	scene int
	notes board.NotesState[int]
	scale notesScale
}

// grid returns what notes are taken of: every colour at each place of the code that is
// looked for. There are none under the memory option.
func (n *notepad) grid() board.Grid[int] {
	view := n.view
	switch {
	case view.Seat < 0 || n.Scene.Past || view.Phase != game.PhasePlay:
		return board.Grid[int]{}
	case view.Memory:
		return board.FromMemory[int]()
	}
	rows := make([]int, view.Colors)
	for color := range rows {
		rows[color] = color
	}
	return board.Grid[int]{Rows: rows, Columns: view.Positions, Aided: n.Scene.Aided, Known: func() func(board.Cell[int]) board.Mark {
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

func (n *notepad) width(s notesScale) int { return s.cell * (1 + n.view.Positions) }

// draw draws a line for each colour and a column for each place.
func (n *notepad) draw(s notesScale) []string {
	return n.cache.Lines(0, padKey{n.Scenes, n.Notes.State(), s}, func() []string { return n.drawGrid(s) })
}

func (n *notepad) drawGrid(s notesScale) []string {
	side, head := look.Blanks(s.cell/2), look.Blanks(s.cell)
	for place := range n.view.Positions {
		head += side + strconv.Itoa(place+1) + side
	}
	lines := []string{n.NotesTitle(n.Notes.Opened(), 0), n.Theme.Faint.Render(head)}
	for color := range n.view.Colors {
		lines = append(lines, make([]string, s.pitch-1)...)
		line := n.drawn(colorCell{n.letters()[color], side, side, true})
		for place := range n.view.Positions {
			line += n.drawMark(board.Cell[int]{Row: color, Column: place}, side)
		}
		lines = append(lines, line)
	}
	return lines
}

func (n *notepad) drawMark(at board.Cell[int], side string) string {
	text, style := "·", n.Theme.Faint
	switch n.Notes.Mark(at) {
	case board.RuledOut:
		text, style = "✗", n.Theme.Text
	case board.Certain:
		text, style = "+", n.Theme.Good
	case board.Unmarked:
	}
	if n.Notes.Chosen(at) {
		return n.Theme.Cursor.Render("›" + side[1:] + text + side[1:] + "‹")
	}
	return style.Render(side + text + side)
}

// legend returns what the boards are read by: the notes or the colours, and what the
// pegs mean.
func (n *notepad) legend(width int, s notesScale) []string {
	lines := n.chips(width)
	if n.Notes.Can() {
		lines = n.draw(s)
	}
	return append(append(lines, ""), n.pegLines(width)...)
}

// shortLegend is legend without the notes, on few lines.
func (n *notepad) shortLegend(width int) []string {
	return look.Indented(look.Flow(append(n.shortChips(!n.Notes.Can()), n.pegItems()...), width-1, 2), 1)
}

// drawKeys draws the keys of the notes in so many cells; with what the pegs mean if that
// takes at most so many lines.
func (n *notepad) drawKeys(width, lines int) []string {
	items := n.Items(n.Notes.Hints())
	if all := look.Flow(append(items[:len(items):len(items)], n.pegItems()...), width, 2); len(all) <= lines {
		return all
	}
	return look.Flow(items, width, 2)
}
