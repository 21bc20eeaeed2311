package masterdice

import (
	"slices"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

const (
	normalFrom  = 80  // minimum width of a window in which the dice and the log are next to the board
	wideFrom    = 100 // minimum width of a window in which boards are larger and centred
	gutter      = 2   // between a board and the column next to it
	wideGap     = 4   // the same in a wide window
	sideCells   = 40  // width of the column in a wide window
	logLeast    = 3   // minimum number of log lines there
	closedWidth = 64  // width of the text shown if no board is visible
	closedLines = 20  // maximum number of its lines
)

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.View.Boards) == 0 {
		return ""
	}
	return m.Frame(width, height, m.draw)
}

// draw draws the board on the left and the rest next to it or below, depending on the window.
func (m *model) draw(width, height int) []string {
	var lines []string
	switch {
	case !m.shown().Open:
		return m.drawClosed(width, height)
	case width >= wideFrom:
		lines = m.drawWide(width, height)
	case width >= normalFrom:
		lines = m.drawNormal(width, height)
	}
	if lines == nil {
		return m.drawSmall(width, height)
	}
	return lines
}

// drawClosed draws the boards of a duel, whose dice stay hidden until the game is over. It shows
// which rows are used, why there are no dice, and the log. If the boards do not fit, a text
// describes them.
func (m *model) drawClosed(width, height int) []string {
	if m.Log.Opened() {
		return m.logPage(width, height)
	}
	said := m.closedWords(min(width-1, closedWidth))
	for _, s := range large() {
		switch column, left := s.width()+wideGap, height-s.lines()-2-len(said)-1; {
		case left >= 0 && 2*column+sideCells <= width:
			return m.drawDuel(m.View.Boards, s, width, height)
		case left >= 1+logLeast && 2*column <= width:
			lines := append(append(said, ""), m.drawPair(m.View.Boards, s)...)
			lines = append(append(lines, ""), m.Log.Draw(2*column, left-1)...)
			return style.Centred(lines, 2*column-wideGap, width, height)
		}
	}
	lines := append(style.Indented(said, 1), "")
	for _, one := range m.View.Boards {
		lines = append(lines, style.Indented(m.score.drawProgress(one, min(width-1, closedWidth)), 1)...)
	}
	lines = append(lines, "")
	lines = append(lines, style.Indented(m.Log.Draw(min(width-1, closedWidth), min(height, closedLines)-len(lines)), 1)...)
	if width < wideFrom {
		return lines
	}
	return style.Centred(lines, closedWidth, width, height)
}

// closedWords explains why no dice are visible.
func (m *model) closedWords(width int) []string {
	return append(style.Wrapped(m.Say(prose.T("Both solve at once.")), m.Theme.Faint, width),
		style.Wrapped(m.Say(prose.T("Their rolls and rows are shown when the game is over.")), m.Theme.Faint, width)...)
}

// drawWide draws the board as large as possible in the middle of the window, with the dice, the
// notes and the log next to it. In a duel, it draws both boards if both are visible and fit. It
// returns nil if the window is too low.
func (m *model) drawWide(width, height int) []string {
	boards := m.openBoards()
	for _, s := range large() {
		if len(boards) > 1 && 2*(s.width()+wideGap)+sideCells <= width && s.lines()+2 <= height {
			return m.drawDuel(boards, s, width, height)
		}
	}
	for _, s := range large() {
		if s.width()+wideGap+sideCells > width || s.lines() > height {
			continue
		}
		if lines := m.drawMiddle(s, width, height); lines != nil {
			return lines
		}
	}
	return nil
}

// drawDuel draws both boards of a duel, with the legend and the log next to them.
func (m *model) drawDuel(boards []game.Board, s scale, width, height int) []string {
	column := s.width() + wideGap
	room, pair := min(width-2*column, sideCells+8), m.drawPair(boards, s)
	above := style.Wrapped(m.legend(), m.Theme.Faint, room)
	if !boards[0].Open {
		above = m.closedWords(room)
	}
	return style.Centred(style.SideBySide(pair, m.sideColumn(above, room, len(pair)), 2*column), 2*column+room, width, height)
}

// drawPair draws two boards side by side, each with its worth and its dice.
func (m *model) drawPair(boards []game.Board, s scale) []string {
	var blocks [2][]string
	for i, one := range boards {
		block := append(m.score.drawHead(one, s.width()), m.grid.draw(one, s, allRows())...)
		block = append(block, m.grid.drawCodes(one, s)...)
		blocks[i] = append(block, style.Indented(m.score.drawRolled(one, s.width()-2), 2)...)
	}
	return style.SideBySide(blocks[0], blocks[1], s.width()+wideGap)
}

// drawMiddle draws one board on a scale with the column next to it. It returns nil if that does not
// fit.
func (m *model) drawMiddle(s scale, width, height int) []string {
	left := m.grid.drawBoard(m.shown(), s)
	column := s.width() + wideGap
	room := min(width-column, sideCells+8)
	side := m.drawSide(room)
	notes := normalNotes()
	if s.tall > 3 {
		notes.Cell, notes.Pitch = 5, 2
	}
	if below := len(left) + 1 + game.Columns; m.Notes.Can() && s.tall == 1 && below <= height {
		left = append(left, m.pad.draw(notes)...)
	} else if m.Notes.Can() {
		side = append(append(side, ""), m.pad.draw(notes)...)
	}
	if max(len(left), len(side)) > height {
		return nil
	}
	side = m.sideColumn(side, room, min(height, max(len(left), len(side)+1+logLeast)))
	return style.Centred(style.SideBySide(left, side, column), column+room, width, height)
}

// sideColumn returns the column next to a board: what is above in it, the log, and below
// that what the frame draws.
func (m *model) sideColumn(above []string, width, height int) []string {
	return m.Column(width, height, len(above)+1+logLeast, func(height int) []string { return m.logColumn(above, width, height) })
}

// drawSide draws the column next to a board: its worth, the rolled dice or the answer, and the
// progress of the other board.
func (m *model) drawSide(width int) []string {
	one := m.shown()
	lines := m.score.drawStatus(one, width)
	switch {
	case m.View.Over: // there are no more dice
	case m.input.solving:
		lines = append(append(lines, ""), m.input.drawAnswer()...)
	default:
		lines = append(append(lines, ""), m.dice.drawDice(one)...)
	}
	if len(m.View.Boards) > 1 {
		lines = append(append(lines, ""), m.score.drawOther(width)...)
	}
	return lines
}

// drawNormal draws the notes below the board and everything else on the right. It returns nil if
// the window is too low.
func (m *model) drawNormal(width, height int) []string {
	s := normal()
	left, side := m.grid.drawBoard(m.shown(), s), m.drawSide(width-s.width()-gutter)
	if m.Notes.Can() {
		left = append(left, m.pad.draw(normalNotes())...)
	}
	if max(len(left), len(side)) > height {
		return nil
	}
	return style.SideBySide(left, m.logColumn(side, width-s.width()-gutter, height), s.width()+gutter)
}

// drawSmall is for windows without room for a column: it draws the board with the dice below, the
// notes, or both boards of a duel in the brief form.
func (m *model) drawSmall(width, height int) []string {
	switch {
	case m.Log.Opened():
		return m.logPage(width, height)
	case len(m.openBoards()) > 1:
		return m.drawBoth(width, height)
	}
	lines := m.drawSmallBoard(width, height)
	notes := m.pad.draw(normalNotes())
	if m.Notes.Opened() {
		notes = append(append(notes, ""), m.pad.drawKeys(width-1)...)
	}
	switch below := m.Notes.Can() && len(lines)+1+len(notes) <= height; {
	case below:
		lines = append(append(append(lines, ""), notes...), "")
	case m.Notes.Opened():
		return m.drawNoting(width, height)
	}
	return append(lines, style.Indented(m.Log.Draw(width-1, height-len(lines)), 1)...)
}

// drawSmallBoard draws the board and what belongs to it in few lines, with as many rows as fit.
func (m *model) drawSmallBoard(width, height int) []string {
	one, s := m.shown(), small()
	head := m.score.drawSmallHead(one, width)
	foot := m.drawSmallFoot(one, width, s)
	room := height - len(head) - 1 - len(foot)
	window := allRows()
	if room < game.MaxRows {
		window = m.grid.window(one, room)
	}
	return slices.Concat(head, m.grid.draw(one, s, window), foot)
}

// drawSmallFoot draws what is below the rows: the answer or the code, the dice, the other board of
// a duel, and the legend.
func (m *model) drawSmallFoot(one game.Board, width int, s scale) []string {
	var lines []string
	if m.input.solving {
		lines = m.grid.drawAnswer(s)
	} else if one.Code != (game.Line{}) || one.Answer != (game.Line{}) || one.Outcome != game.Unsolved {
		lines = m.grid.drawCodes(one, s)
	}
	if !m.View.Over && !m.input.solving {
		lines = append(lines, m.dice.drawDiceLine(one, width)...)
	}
	for _, other := range m.View.Boards {
		if other.Solver != one.Solver {
			lines = append(lines, style.Indented(m.score.drawProgress(other, width-1), 1)...)
		}
	}
	return append(lines, m.score.drawSmallKey(one, width)...)
}

// drawNoting draws the notes with their keys, and the own rows next to them.
func (m *model) drawNoting(width, height int) []string {
	s := board.NotesScale{Label: 9, Cell: 3, Pitch: 1}
	column, least := width-briefWidth-1, s.Label+game.Faces*s.Cell+6 // with room for the texts of the keys
	if column > least {
		column = max(least, min(column, width/2+4))
	}
	mine, _ := m.mine()
	left := append(m.pad.draw(s), "")
	left = append(left, m.pad.drawKeys(column-2, m.Theme.Faint.Render(m.legend()))...)
	right := m.heading(mine, width-column)
	window := m.Rows.Fit(len(mine.Rows), height-len(right)-1)
	right = append(right, m.grid.drawBrief(mine, window, width-column)...)
	return style.SideBySide(left, right, column)
}

// drawBoth draws both boards of a duel side by side in the brief form.
func (m *model) drawBoth(width, height int) []string {
	room := (width - 2) / 2
	var heads, grids, ends [2][]string
	rows := 0
	for i, one := range m.openBoards() {
		heads[i], ends[i] = m.score.drawHead(one, room), style.Indented(m.score.drawEnd(one, room), 2)
		rows = max(rows, len(one.Rows))
	}
	legend := style.Indented(style.Wrapped(m.legend(), m.Theme.Faint, width-1), 1)
	lines := style.SideBySide(heads[0], heads[1], room+2)
	window := m.Rows.Fit(rows, height-len(lines)-1-max(len(ends[0]), len(ends[1]))-len(legend))
	for i, one := range m.openBoards() {
		grids[i] = m.grid.drawBrief(one, window, room)
	}
	lines = append(lines, style.SideBySide(grids[0], grids[1], room+2)...)
	lines = append(lines, style.SideBySide(ends[0], ends[1], room+2)...)
	return append(lines, legend...)
}

// logPage draws the log instead of the board.
func (m *model) logPage(width, height int) []string {
	return style.Indented(m.ReadLog(width-2, height, m.signs(width-2)), 1)
}

// logColumn draws what happened below other lines, or the log that is open.
func (m *model) logColumn(above []string, width, height int) []string {
	return m.DrawWithLog(above, width, height, m.signs(width), nil)
}

// signs returns the legend of the counts in the log, if it has any.
func (m *model) signs(width int) []string {
	if !m.shown().Open {
		return nil
	}
	return style.Wrapped(m.legend(), m.Theme.Faint, width)
}
