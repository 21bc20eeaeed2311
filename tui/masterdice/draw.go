package masterdice

import (
	"image/color"
	"slices"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// Draw puts the board left, and what belongs to it beside or below, as the window
// has room.
func (b *model) Draw(width, height int) string {
	if len(b.view.Boards) == 0 {
		return ""
	}
	var lines []string
	switch {
	case !b.shown().Open:
		lines = b.drawClosed(width, height)
	case width >= wideFrom:
		lines = b.drawWide(width, height)
	case width >= normalFrom:
		lines = b.drawNormal(width, height)
	}
	if lines == nil {
		lines = b.drawSmall(width, height)
	}
	return strings.Join(lines[:min(height, len(lines))], "\n")
}

func itoa(n int) string { return strconv.Itoa(n) }

// centre puts a text into the middle of so many cells.
func centre(text string, width int) string {
	free := max(0, width-look.Width(text))
	return strings.Repeat(" ", free/2) + text + strings.Repeat(" ", free-free/2)
}

// shown is the board on the left: the own one, else the one that is played.
func (b *model) shown() game.Board {
	if mine, ok := b.mine(); ok {
		return mine
	}
	return b.view.Boards[0]
}

// heading says who solves a board.
func (b *model) heading(one game.Board, room int) []string {
	if b.People.IsYou(one.Solver) {
		return look.Indented(look.Wrapped(b.Say(prose.T("You solve")), b.Theme.Accent, room-1), 1)
	}
	return look.Indented(look.Wrapped(b.Say(prose.T("{name} solves", prose.Name(b.Marked(one.Solver, 24)))), b.Theme.Strong, room-1), 1)
}

// drawGrid is the head of the columns and the rows.
func (b *model) drawGrid(one game.Board, s scale, window board.RowWindow) []string {
	lines := []string{b.columnHeads(s)}
	if !s.open {
		lines = append(lines, b.rule("╭", "┬", "╮", s))
	}
	if window.Earlier > 0 {
		lines = append(lines, " "+b.Theme.Accent.Render(b.Say(board.EarlierRows(window.Earlier, !b.Scene.Past))))
	}
	for row := window.From; row < window.To; row++ {
		lines = append(lines, b.drawRow(one, row, s)...)
		if s.ruled && row < window.To-1 {
			lines = append(lines, b.rule("├", "┼", "┤", s))
		}
	}
	if window.Later > 0 {
		lines = append(lines, " "+b.Theme.Accent.Render(b.Say(board.LaterRows(window.Later))))
	}
	if !s.open {
		lines = append(lines, b.rule("╰", "┴", "╯", s))
	}
	return lines
}

// allRows is the window in which every row is seen.
func allRows() board.RowWindow { return board.RowWindow{To: game.MaxRows} }

// columnHeads names the columns above them: by their letters where a name has no
// room.
func (b *model) columnHeads(s scale) string {
	var line strings.Builder
	line.WriteString(look.Blanks(s.label + 1))
	for column, name := range b.columnNames(s.cell) {
		line.WriteString(b.Theme.Strong.Foreground(b.hue(game.Column(column))).Render(centre(name, s.cell)))
		line.WriteByte(' ')
	}
	line.WriteByte(' ')
	b.Theme.Strong.Write(&line, "= ▼ ▲")
	return line.String()
}

// columnNames are names of the columns in so many cells each, or all their
// letters.
func (b *model) columnNames(room int) [game.Columns]string {
	var names [game.Columns]string
	for column := range names {
		names[column] = b.Say(colour(game.Column(column)))
	}
	if slices.ContainsFunc(names[:], func(name string) bool { return look.Width(name) > room }) {
		for column := range names {
			names[column] = strings.ToUpper(letters[column : column+1])
		}
	}
	return names
}

// hue is the colour of a column; its name stands above it as well. In high
// contrast the name is enough.
func (b *model) hue(column game.Column) color.Color {
	if b.Theme.Contrast {
		return lipgloss.NoColor{}
	}
	pick := lipgloss.LightDark(b.Theme.Dark)
	switch column {
	case game.Blue:
		return pick(lipgloss.Color("#0057b8"), lipgloss.Color("#6cb2ff"))
	case game.Red:
		return pick(lipgloss.Color("#b3202a"), lipgloss.Color("#ff7b7b"))
	case game.Yellow:
		return pick(lipgloss.Color("#8a6d00"), lipgloss.Color("#f7d154"))
	default:
		return pick(lipgloss.Color("#1d7a34"), lipgloss.Color("#7fd68a"))
	}
}

func (b *model) rule(left, cross, right string, s scale) string {
	var rule strings.Builder
	rule.Grow((s.cell + 1) * (game.Columns + 1) * len(left))
	for range game.Columns {
		rule.WriteString(left)
		for range s.cell {
			rule.WriteString("─")
		}
		left = cross
	}
	rule.WriteString(right)
	return look.Blanks(s.label) + b.Theme.Border.Render(rule.String())
}

// drawRow is one attempt: used, the next one with the line being filled, or empty.
func (b *model) drawRow(one game.Board, row int, s scale) []string {
	next := row == one.RowsUsed && !b.view.Over && one.Outcome == game.Unsolved
	filling := next && b.Yours() && !b.solving && one.Phase == game.PhasePlace
	label := b.rowLabel(one, row, next)
	bar := b.Theme.Border.Render("│")
	lines := make([]string, s.tall)
	for part := range lines {
		var line strings.Builder
		line.Grow(4*(s.label+game.Columns*s.cell) + (game.Columns+1)*len(bar))
		if part == s.tall/2 {
			line.WriteString(look.Blanks(s.label - 1 - look.Width(label)))
			line.WriteString(label)
			line.WriteByte(' ')
		} else {
			line.WriteString(look.Blanks(s.label))
		}
		line.WriteString(bar)
		for column := range game.Columns {
			switch {
			case row < len(one.Rows):
				line.WriteString(s.die(one.Rows[row].Cells[column], part))
			case filling:
				line.WriteString(b.editCell(column, part, s))
			default:
				line.WriteString(look.Blanks(s.cell))
			}
			line.WriteString(bar)
		}
		if part == s.tall/2 {
			line.WriteByte(' ')
			b.writeCounts(&line, one, row)
		}
		lines[part] = line.String()
	}
	return lines
}

// rowLabel is the number of a row: of a used one, of the one to be filled next, or of
// another.
func (b *model) rowLabel(one game.Board, row int, next bool) string {
	switch {
	case next:
		return b.Theme.Accent.Render("▸ " + itoa(row+1))
	case row < len(one.Rows):
		return b.Theme.Text.Render(itoa(row + 1))
	}
	return b.Theme.Faint.Render(itoa(row + 1))
}

// writeCounts writes what a used row was answered.
func (b *model) writeCounts(line *strings.Builder, one game.Board, row int) {
	if row >= len(one.Rows) {
		return
	}
	r := one.Rows[row]
	b.Theme.Good.Write(line, itoa(r.Equal))
	line.WriteString(" " + itoa(r.High) + " " + itoa(r.Low))
}

// labelled is a line of values under the board. Where its label has no room it
// stands above.
func (b *model) labelled(label prose.Text, values game.Line, s scale) []string {
	var line strings.Builder
	for column, value := range values {
		if value == 0 {
			b.Theme.Faint.Write(&line, centre("?", s.cell))
		} else {
			style := b.Theme.Strong.Foreground(b.hue(game.Column(column)))
			line.WriteString(style.Render(centre("‹"+itoa(value)+"›", s.cell)))
		}
		line.WriteByte(' ')
	}
	return b.besideLabel(label, line.String(), s)
}

// besideLabel puts a label before cells that stand under the board, or behind
// them.
func (b *model) besideLabel(label prose.Text, cells string, s scale) []string {
	said, room := b.Say(label), s.label-1
	free, margin := room-look.Width(said), strings.Repeat(" ", s.label+1)
	switch {
	case s.open && look.Width(said) <= labelRoom:
		return []string{margin + cells + " " + b.Theme.Faint.Render(said)}
	case free >= 0:
		return []string{strings.Repeat(" ", free) + b.Theme.Faint.Render(said) + "  " + cells}
	}
	return []string{" " + b.Theme.Faint.Render(said), margin + cells}
}

// labelRoom is how wide a label may be behind cells in the smallest window.
const labelRoom = 12

// drawCodes are the answer and the code of a board, as far as there are any.
func (b *model) drawCodes(one game.Board, s scale) []string {
	var lines []string
	if one.Answer != (game.Line{}) {
		lines = b.labelled(prose.T("answer").In("noun"), one.Answer, s)
	}
	return append(lines, b.labelled(prose.T("code"), one.Code, s)...)
}
