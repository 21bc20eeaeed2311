package guessboard

import (
	"slices"

	"parlor/engine/codebreak"
	"parlor/tui/board"
	"parlor/tui/style"
)

const (
	normalFrom = 80  // the width from which everything is side by side
	wideFrom   = 100 // the width from which boards are larger and centred
	sideCells  = 36  // the preferred width of the side column of a wide window
	logLeast   = 3   // the minimum number of log lines there
	smallHeads = 6   // the maximum number of lines of the headings above the rows and the codes below them
	leastRows  = 5   // the minimum number of visible rows next to the notes
)

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.View.Boards) == 0 {
		return ""
	}
	return m.Frame(width, height, m.draw)
}

// draw places the boards side by side, the own one on the left, and the rest next to them or below,
// depending on the size of the window.
func (m *model) draw(width, height int) []string {
	least := m.pad.width(normalNotes())
	switch {
	case width < normalFrom || width-2*m.rows.alike(normal()).column < least || height <= len(m.pad.legend(least, normalNotes())):
		return m.drawSmall(width, height)
	case width >= wideFrom:
		return m.drawWide(width, height)
	}
	boards := m.rows.alike(normal())
	side := m.drawSide(width-2*boards.column, height, normalNotes())
	return style.SideBySide(m.rows.draw(boards, height), side, 2*boards.column)
}

// drawSide draws the column next to the boards: the legend and the log.
func (m *model) drawSide(width, height int, s board.NotesScale) []string {
	return m.DrawWithLog(m.pad.legend(width, s), width, height, m.events.signs(width), m.events.isDrawn)
}

// drawWide draws the boards as large as possible in the middle of the window, with the notes, the
// symbols and the log on their right.
func (m *model) drawWide(width, height int) []string {
	boards, notes, least := m.largest(width, height)
	side := m.sideOf(boards, notes, width)
	left := m.rows.draw(boards, height)
	right := m.Column(side, len(left), least+1+logLeast, func(height int) []string { return m.drawSide(side, height, notes) })
	return style.Centred(style.SideBySide(left, right, 2*boards.column), 2*boards.column+side, width, height)
}

// sideOf returns the width of the column next to a pair of boards.
func (m *model) sideOf(boards pair, notes board.NotesScale, width int) int {
	return max(min(sideCells, width-2*boards.column), m.pad.width(notes))
}

// largest returns the largest scale at which everything fits, and the number of lines of the legend
// next to it. If no scale shows all rows, it returns the normal one.
func (m *model) largest(width, height int) (boards pair, notes board.NotesScale, legend int) {
	for _, s := range large() {
		notes := normalNotes()
		if s.tall > 1 {
			notes = largeNotes()
		}
		boards := m.rows.alike(s)
		boards.column += s.gap
		side := m.Cells(max(m.pad.width(notes), leastBoard))
		need := 4 + s.lines(m.View.Rows) + s.tall // headings, line, code
		if 2*boards.column+side > width || need > height {
			continue
		}
		if legend := len(m.pad.legend(m.sideOf(boards, notes, width), notes)); legend < height {
			return boards, notes, legend
		}
	}
	boards, notes = m.rows.alike(normal()), normalNotes()
	return boards, notes, len(m.pad.legend(m.sideOf(boards, notes, width), notes))
}

// drawSmall draws the board in a window without room for everything: the code while it is made, the
// rows during guesses, the notes, or the log.
func (m *model) drawSmall(width, height int) []string {
	switch {
	case m.Log.Opened():
		return style.Indented(m.ReadLog(width-2, height, m.events.signs(width-2)), 1)
	case m.View.Phase == codebreak.PhaseSet:
		return m.drawMaking(width)
	}
	legend := m.pad.shortLegend(width)
	below := m.drawBelow(width, height-m.View.Rows-len(legend)-smallHeads)
	if m.Notes.Opened() && below == nil {
		return m.drawNoting(width, height)
	}
	return slices.Concat(m.rows.draw(m.rows.narrow(width), height-len(legend)-len(below)), legend, below)
}

// drawBelow draws the notes and the log below all rows in a narrow and high window. It returns nil
// if there is no room.
func (m *model) drawBelow(width, room int) []string {
	lines := []string{""}
	if m.Notes.Can() {
		lines = append(append(lines, style.Indented(slices.Clone(m.pad.draw(normalNotes())), 1)...), "")
	}
	if m.Notes.Opened() {
		lines = append(append(lines, style.Indented(m.pad.drawKeys(width-1, 0), 1)...), "")
	}
	if len(lines) > room {
		return nil
	}
	return append(lines, style.Indented(m.Log.Newest(width-1, room-len(lines), m.events.isDrawn), 1)...)
}

// drawMaking draws which players have made a code, with the own code while it is entered and any
// code that the reader may know.
func (m *model) drawMaking(width int) []string {
	lines := []string{""}
	for _, seat := range m.order() {
		made, look := m.People.Say(seat, "You are making your code.", "{name} is making a code."), m.Theme.Faint
		if m.View.Boards[seat].CodeSet {
			made, look = m.People.Say(seat, "You have made your code.", "{name} has made a code."), m.Theme.Text
		}
		lines = append(lines, style.Indented(style.Wrapped(m.Say(made), look, width-1), 1)...)
		if m.People.IsYou(seat) || m.View.Boards[seat].Code != "" {
			lines = append(lines, m.rows.drawCode(seat, normal(), width)...)
		}
		lines = append(lines, "")
	}
	return append(lines, m.pad.shortLegend(width)...)
}

// drawNoting draws the notes with their keys, and the own rows next to them.
func (m *model) drawNoting(width, height int) []string {
	const gutter = 1
	column := m.pad.width(normalNotes()) + 1 + gutter
	room := width - column
	s := tight()
	for _, one := range []scale{compact(), brief()} {
		if s.row(m.View.Places) > room {
			s = one
		}
	}
	text, look := m.guessesText(m.View.Seat, room)
	lines := style.Wrapped(text, look, room)
	keys := m.pad.drawKeys(room, height-len(lines)-leastRows)
	window := m.rows.window(s, height-len(lines)-len(keys))
	lines = append(lines, m.rows.drawRows(m.View.Boards[m.View.Seat], s, window, room, true)...)
	lines = style.Exactly(lines, max(len(lines), height-len(keys)))
	return style.SideBySide(style.Indented(slices.Clone(m.pad.draw(normalNotes())), 1), append(lines, keys...), column)
}
