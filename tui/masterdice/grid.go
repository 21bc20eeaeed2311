package masterdice

import (
	"slices"
	"strings"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// grid draws the columns and rows of a board, with the answer and the code below them.
type grid struct {
	*position

	input *lineInput
	cache board.Cache[rowKey, []string]
}

// rowKey is everything that determines a row that is not being filled.
type rowKey struct {
	row        game.Row
	used, next bool
	closed     bool // used, with hidden dice
	scale      scale
}

// Same implements board.Source.
func (k rowKey) Same(other rowKey) bool { return k == other }

// allRows returns the window with all rows.
func allRows() board.RowWindow { return board.RowWindow{To: game.MaxRows} }

// window returns the rows to draw in the given number of lines: the newest ones, and empty ones
// below them if there is room.
func (g *grid) window(one game.Board, lines int) board.RowWindow {
	filled := len(one.Rows)
	if one.Outcome == game.Unsolved && !g.View.Over {
		filled = min(filled+1, game.MaxRows)
	}
	return g.Rows.FitAll(filled, game.MaxRows, lines)
}

// draw draws the headings of the columns and the rows.
func (g *grid) draw(one game.Board, s scale, window board.RowWindow) []string {
	lines := []string{g.columnHeads(s)}
	if !s.plain {
		lines = append(lines, g.rule("╭", "┬", "╮", s))
	}
	above, below := g.LeftOut(window, 1, s.width())
	lines = append(lines, above...)
	for row := window.From; row < window.To; row++ {
		lines = append(lines, g.drawRow(one, row, s)...)
		if s.ruled && row < window.To-1 {
			lines = append(lines, g.rule("├", "┼", "┤", s))
		}
	}
	lines = append(lines, below...)
	if !s.plain {
		lines = append(lines, g.rule("╰", "┴", "╯", s))
	}
	return lines
}

// columnHeads returns the headings of the columns.
func (g *grid) columnHeads(s scale) string {
	var line strings.Builder
	line.WriteString(style.Blanks(s.label + 1))
	for column, name := range g.columnNames(s.cell) {
		line.WriteString(g.columnStyle(g.Theme.Strong, column).Render(centre(name, s.cell)))
		line.WriteByte(' ')
	}
	line.WriteByte(' ')
	g.Theme.Strong.Write(&line, "= ▼ ▲")
	return line.String()
}

func (g *grid) rule(left, cross, right string, s scale) string {
	cell := strings.Repeat("─", s.cell)
	return style.Blanks(s.label) + g.Theme.Border.Render(left+strings.Repeat(cell+cross, game.Columns-1)+cell+right)
}

// drawRow draws one attempt: used, the next one with the row being filled, or empty.
func (g *grid) drawRow(one game.Board, row int, s scale) []string {
	key := rowKey{used: row < len(one.Rows), scale: s}
	key.closed = !one.Open && row < one.RowsUsed
	key.next = row == one.RowsUsed && !g.View.Over && one.Outcome == game.Unsolved
	if key.used {
		key.row = one.Rows[row]
	}
	if key.next && g.Yours() && !g.input.solving && one.Phase == game.PhasePlace {
		return g.drawCells(row, key, g.input.drawCell)
	}
	return g.cache.At(2*row+int(one.Solver), key, func() []string {
		return slices.Clip(g.drawCells(row, key, func(column, part int, s scale) string {
			if key.closed && part == s.tall/2 {
				return g.Theme.Faint.Render(centre("▒", s.cell))
			}
			return s.die(key.row.Cells[column], part)
		}))
	})
}

// drawCells draws a row from its cells.
func (g *grid) drawCells(row int, key rowKey, cell func(column, part int, s scale) string) []string {
	s, label, bar := key.scale, g.rowLabel(row, key), g.Theme.Border.Render("│")
	lines := make([]string, s.tall)
	for part := range lines {
		var line strings.Builder
		line.Grow(4*(s.label+game.Columns*s.cell) + (game.Columns+1)*len(bar))
		if part == s.tall/2 {
			line.WriteString(style.Blanks(s.label - 1 - style.Width(label)))
			line.WriteString(label)
			line.WriteByte(' ')
		} else {
			line.WriteString(style.Blanks(s.label))
		}
		line.WriteString(bar)
		for column := range game.Columns {
			line.WriteString(cell(column, part, s))
			line.WriteString(bar)
		}
		if part == s.tall/2 {
			line.WriteByte(' ')
			if key.used {
				line.WriteString(g.counts(key.row))
			}
		}
		lines[part] = line.String()
	}
	return lines
}

// rowLabel returns the number of a row, with a mark if it is the next one.
func (g *grid) rowLabel(row int, key rowKey) string {
	switch {
	case key.next:
		return g.Theme.Accent.Render("▸ " + itoa(row+1))
	case key.used || key.closed:
		return g.Theme.Text.Render(itoa(row + 1))
	}
	return g.Theme.Faint.Render(itoa(row + 1))
}

// counts returns the answer to a row.
func (g *grid) counts(row game.Row) string {
	return g.Theme.Good.Render(itoa(row.Equal)) + " " + itoa(row.High) + " " + itoa(row.Low)
}

// drawLabelled draws values with a label below the board.
func (g *grid) drawLabelled(label prose.Text, values game.Line, s scale) []string {
	var line strings.Builder
	for column, value := range values {
		if value == 0 {
			g.Theme.Faint.Write(&line, centre("?", s.cell))
		} else {
			line.WriteString(g.columnStyle(g.Theme.Strong, column).Render(centre("‹"+itoa(value)+"›", s.cell)))
		}
		line.WriteByte(' ')
	}
	return g.withLabel(label, line.String(), s)
}

// withLabel puts a label before cells that stand under the board, or behind
// them. If it has no room there, it stands above.
func (g *grid) withLabel(label prose.Text, cells string, s scale) []string {
	said, room := g.Say(label), s.label-1
	free, margin := room-style.Width(said), style.Blanks(s.label+1)
	switch {
	case s.plain && style.Width(said) <= labelRoom:
		return []string{margin + cells + " " + g.Theme.Faint.Render(said)}
	case free >= 0:
		return []string{style.Blanks(free) + g.Theme.Faint.Render(said) + "  " + cells}
	}
	return []string{" " + g.Theme.Faint.Render(said), margin + cells}
}

// labelRoom is the maximum width of a label after cells in the smallest window.
const labelRoom = 12

// drawAnswer draws the answer while it is filled.
func (g *grid) drawAnswer(s scale) []string {
	cells := ""
	for column := range game.Columns {
		cells += g.input.drawCell(column, 0, s) + " "
	}
	return g.withLabel(prose.T("answer").In("noun"), cells, s)
}

// drawCodes draws the answer and the code of a board, if they exist.
func (g *grid) drawCodes(one game.Board, s scale) []string {
	var lines []string
	if one.Answer != (game.Line{}) {
		lines = g.drawLabelled(prose.T("answer").In("noun"), one.Answer, s)
	}
	return append(lines, g.drawLabelled(prose.T("code"), one.Code, s)...)
}

// drawBoard draws a board with its heading and its code.
func (g *grid) drawBoard(one game.Board, s scale) []string {
	lines := append(append(g.heading(one, s.width()), ""), g.draw(one, s, allRows())...)
	return append(lines, g.drawCodes(one, s)...)
}

// briefWidth is the width of a board that shows only values.
const briefWidth = 18

// drawBrief draws rows as values and counts below the letters of the columns. They can only be
// read.
func (g *grid) drawBrief(one game.Board, window board.RowWindow, width int) []string {
	head := "    "
	for column := range game.Columns {
		head += g.columnStyle(g.Theme.Strong, column).Render(letters[column:column+1]) + " "
	}
	lines := []string{head + g.Theme.Strong.Render(" = ▼ ▲")}
	above, below := g.LeftOut(window, 0, width)
	lines = append(lines, above...)
	for i := window.From; i < min(window.To, len(one.Rows)); i++ {
		lines = append(lines, g.drawBriefRow(i, one.Rows[i]))
	}
	return append(lines, below...)
}

func (g *grid) drawBriefRow(i int, row game.Row) string {
	line := g.Theme.Faint.Render("  " + itoa(i+1) + " ")
	for column, value := range row.Cells {
		if value == 0 {
			line += g.Theme.Faint.Render("· ")
			continue
		}
		line += g.columnStyle(g.Theme.Text, column).Render(itoa(value)) + " "
	}
	return line + " " + g.counts(row)
}
