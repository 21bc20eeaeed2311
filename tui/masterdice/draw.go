package masterdice

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	game "parlor/engine/masterdice"
	"parlor/tui"
)

// Sizes of the drawing, in cells.
const (
	leftWidth  = 46 // the board
	gutter     = 2
	cellWidth  = 7
	labelWidth = 7  // before the columns
	tallHeight = 34 // from here on rows show die faces
)

func (b *board) Draw(width, height int) string {
	if len(b.view.Boards) == 0 {
		return ""
	}
	tall := height >= tallHeight
	left := b.drawLeft(tall)
	right := b.drawRight(width-leftWidth-gutter, height, tall)
	lines := make([]string, 0, height)
	for i := range min(height, max(len(left), len(right))) {
		lines = append(lines, ansi.Truncate(fit(at(left, i), leftWidth+gutter)+at(right, i), width, ""))
	}
	return strings.Join(lines, "\n")
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// fit makes a line exactly as wide as asked.
func fit(line string, width int) string {
	line = ansi.Truncate(line, width, "…")
	return line + strings.Repeat(" ", width-ansi.StringWidth(line))
}

func centre(text string, width int) string {
	free := max(0, width-ansi.StringWidth(text))
	return strings.Repeat(" ", free/2) + text + strings.Repeat(" ", free-free/2)
}

// shown is the board on the left: the own one, else the one that is played.
func (b *board) shown() game.Board {
	if mine, ok := b.mine(); ok {
		return mine
	}
	return b.view.Boards[0]
}

func (b *board) drawLeft(tall bool) []string {
	one := b.shown()
	lines := []string{b.heading(one), ""}
	if !one.Open {
		return append(lines, b.theme.Faint.Render("Both solve at once. What they roll and place"),
			b.theme.Faint.Render("is told when the game is over."))
	}
	lines = append(lines, b.columnHeads(), b.rule("╭", "┬", "╮"))
	for row := range game.MaxRows {
		lines = append(lines, b.drawRow(one, row, tall)...)
		if tall && row < game.MaxRows-1 {
			lines = append(lines, b.rule("├", "┼", "┤"))
		}
	}
	lines = append(lines, b.rule("╰", "┴", "╯"))
	if one.Answer != (game.Line{}) {
		lines = append(lines, b.labelled("answer", one.Answer, "?"))
	}
	lines = append(lines, b.labelled("code", one.Code, "?"))
	if b.hasPad() && !tall {
		lines = append(lines, b.drawPad()...)
	}
	return lines
}

func (b *board) heading(one game.Board) string {
	who := b.people.Whose(one.Solver)
	if who == "your" {
		return " " + b.theme.Accent.Render("Your board")
	}
	return " " + b.theme.Strong.Render(fitName(who)) + b.theme.Text.Render(" board")
}

func fitName(name string) string { return ansi.Truncate(name, 24, "…") }

func (b *board) columnHeads() string {
	line := strings.Repeat(" ", labelWidth+1)
	for column := range game.Column(game.Columns) {
		line += b.theme.Strong.Foreground(b.hue(column)).Render(centre(column.String(), cellWidth)) + " "
	}
	return line + b.theme.Strong.Render("= ▼ ▲")
}

// hue is the colour of a column; its name stands above it as well. In high
// contrast the name is enough.
func (b *board) hue(column game.Column) color.Color {
	if b.theme.Contrast {
		return lipgloss.NoColor{}
	}
	pick := lipgloss.LightDark(b.theme.Dark)
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

func (b *board) rule(left, cross, right string) string {
	bar := strings.Repeat("─", cellWidth)
	return strings.Repeat(" ", labelWidth) +
		b.theme.Border.Render(left+strings.Join([]string{bar, bar, bar, bar}, cross)+right)
}

// drawRow is one attempt: used, the next one with the line being filled, or empty.
func (b *board) drawRow(one game.Board, row int, tall bool) []string {
	var cells [game.Columns]string
	counts, label := "", b.theme.Faint.Render(itoa(row+1))
	next := row == one.RowsUsed && !b.view.Over && one.Outcome == game.Unsolved
	height := 1
	if tall {
		height = 3
	}
	lines := make([]string, height)
	for part := range height {
		for column := range cells {
			switch {
			case row < len(one.Rows):
				cells[column] = b.cell(one.Rows[row].Cells[column], part, height)
			case next && b.active() && !b.solving && one.Phase == game.PhasePlace:
				cells[column] = b.editCell(column, part, height)
			default:
				cells[column] = strings.Repeat(" ", cellWidth)
			}
		}
		bar := b.theme.Border.Render("│")
		lines[part] = strings.Repeat(" ", labelWidth) + bar + strings.Join(cells[:], bar) + bar
	}
	if row < len(one.Rows) {
		r := one.Rows[row]
		counts = b.theme.Good.Render(itoa(r.Equal)) + " " + itoa(r.High) + " " + itoa(r.Low)
		label = b.theme.Text.Render(itoa(row + 1))
	}
	if next {
		label = b.theme.Accent.Render("▸ " + itoa(row+1))
	}
	middle := height / 2
	lines[middle] = strings.Repeat(" ", labelWidth-1-ansi.StringWidth(label)) + label +
		strings.TrimPrefix(lines[middle], strings.Repeat(" ", labelWidth-1)) + " " + counts
	return lines
}

// cell is a die on a row, as a face where there is room for one.
func (b *board) cell(value, part, height int) string {
	switch {
	case value == 0:
		return strings.Repeat(" ", cellWidth)
	case height == 1:
		return centre("["+itoa(value)+"]", cellWidth)
	}
	return centre(face(value)[part], cellWidth)
}

// editCell is a cell of the line being filled; the one under the cursor bears
// marks that need no colour.
func (b *board) editCell(column, part, height int) string {
	value := b.line[column]
	text := "·"
	if value != 0 {
		text = "[" + itoa(value) + "]"
	}
	cursor := column == b.column && !b.pad.open
	if height > 1 {
		text = ""
		if value != 0 {
			text = face(value)[part]
		}
		if part != height/2 {
			cursor = false
		} else if value == 0 {
			text = "·"
		}
	}
	name := "column " + itoa(column)
	if cursor {
		return tui.Zone(b.theme.Cursor.Render("›"+centre(text, cellWidth-2)+"‹"), name)
	}
	return tui.Zone(b.theme.Accent.Render(centre(text, cellWidth)), name)
}

// labelled is a line of values under the board.
func (b *board) labelled(label string, values game.Line, unknown string) string {
	line := fit("", labelWidth-1-len(label)) + b.theme.Faint.Render(label) + "  "
	for column, value := range values {
		text, style := unknown, *b.theme.Faint.Style
		if value != 0 {
			text, style = "‹"+itoa(value)+"›", b.theme.Strong.Foreground(b.hue(game.Column(column)))
		}
		line += style.Render(centre(text, cellWidth)) + " "
	}
	return line
}

// face is a die from above: three lines, five cells wide.
func face(value int) [3]string {
	switch value {
	case 1:
		return [3]string{"     ", "  ●  ", "     "}
	case 2:
		return [3]string{"●    ", "     ", "    ●"}
	case 3:
		return [3]string{"●    ", "  ●  ", "    ●"}
	case 4:
		return [3]string{"●   ●", "     ", "●   ●"}
	case 5:
		return [3]string{"●   ●", "  ●  ", "●   ●"}
	case 6:
		return [3]string{"●   ●", "●   ●", "●   ●"}
	}
	return [3]string{"     ", "     ", "     "}
}

func (b *board) drawRight(width, height int, tall bool) []string {
	one := b.shown()
	lines := b.drawStatus(one, width)
	switch {
	case b.view.Over: // no dice are on the table any more
	case b.solving:
		lines = append(append(lines, ""), b.drawAnswer()...)
	default:
		lines = append(append(lines, ""), b.drawDice(one)...)
	}
	if len(b.view.Boards) > 1 {
		lines = append(append(lines, ""), b.drawOther(width)...)
	}
	if b.hasPad() && tall {
		lines = append(append(lines, ""), b.drawPad()...)
	}
	lines = append(lines, "")
	return append(lines, b.drawLog(width, height-len(lines))...)
}

func (b *board) drawStatus(one game.Board, width int) []string {
	if !one.Open {
		return nil
	}
	spent := game.WhiteDice - one.DiceLeft
	dice := strings.Repeat("■", one.DiceLeft) + b.theme.Faint.Render(strings.Repeat("·", spent))
	lines := []string{b.theme.Text.Render("White dice "+itoa(one.DiceLeft)+" ") + dice}
	switch {
	case one.Outcome == game.Right:
		lines = append(lines, b.theme.Good.Render("Solved: "+itoa(one.Points)+" points"))
	case one.Outcome == game.Wrong:
		lines = append(lines, b.theme.Bad.Render("Wrong answer: no points"))
	case one.Outcome != game.Unsolved:
		lines = append(lines, b.theme.Text.Render("Ended: "+itoa(one.Points)+" points"))
	default:
		lines = append(lines, b.theme.Text.Render("Right now   ")+b.theme.Strong.Render(itoa(one.ScoreNow)+" points"))
	}
	return append(lines, ansi.Truncate(b.theme.Faint.Render("= right ▼ code lower ▲ higher"), width, "…"))
}

// drawDice shows the dice rolled; those in the line are away from the table.
func (b *board) drawDice(one game.Board) []string {
	lines := make([]string, 5)
	free := one.Rolled
	if b.active() {
		free = without(one.Rolled, b.line)
	}
	for die, value := range free {
		pips := face(b.tumbled(die, value))
		for i, part := range []string{"╭─────╮", "│" + pips[0] + "│", "│" + pips[1] + "│", "│" + pips[2] + "│", "╰─────╯"} {
			lines[i] += tui.Zone(b.theme.Text.Render(part), "die "+itoa(value)) + " "
		}
	}
	if len(one.Rolled) == 0 && one.Phase == game.PhaseRoll {
		lines[2] = b.theme.Faint.Render("  the dice are in the cup")
	}
	return lines
}

func without(rolled []int, line game.Line) []int {
	used := map[int]int{}
	for _, value := range line {
		used[value]++
	}
	var free []int
	for _, value := range rolled {
		if used[value] > 0 {
			used[value]--
			continue
		}
		free = append(free, value)
	}
	return free
}

// drawAnswer is the solution row while it is filled.
func (b *board) drawAnswer() []string {
	var heads, cells string
	for column := range game.Columns {
		heads += b.theme.Strong.Foreground(b.hue(game.Column(column))).Render(centre(game.Column(column).String(), cellWidth))
		cells += b.editCell(column, 0, 1)
	}
	return []string{b.theme.Strong.Render("Your answer"), heads, cells, "", ""}
}

// drawOther tells of the boards of a duel that are not on the left.
func (b *board) drawOther(width int) []string {
	var lines []string
	for _, one := range b.view.Boards {
		if one.Solver == b.shown().Solver {
			if one.Open {
				continue
			}
		}
		state := itoa(one.RowsUsed) + " of " + itoa(game.MaxRows) + " rows used"
		switch {
		case one.Open && b.view.Over:
			state = itoa(one.RowsUsed) + " of " + itoa(game.MaxRows) + " rows, " + tui.Count(one.Points, "point")
		case one.Outcome != game.Unsolved:
			state += ", done"
		}
		lines = append(lines, ansi.Truncate(b.theme.Strong.Render(fitName(b.people.Name(one.Solver)))+"  "+b.theme.Text.Render(state), width, "…"))
		if (b.scene.Past || b.view.Over) && one.Open {
			lines = append(lines, b.drawPast(one)...)
		}
	}
	return lines
}

func codeText(code []int) string {
	text := ""
	for _, value := range code {
		text += " " + itoa(value)
	}
	return text
}

// drawLog is the newest of what happened, as much as there is room for.
func (b *board) drawLog(width, room int) []string {
	var lines []string
	for _, event := range b.view.Log {
		for line := range strings.SplitSeq(ansi.Wrap(say(event, b.people, drawn()), max(10, width), ""), "\n") {
			lines = append(lines, b.theme.Faint.Render(line))
		}
	}
	if room <= 0 {
		return nil
	}
	return lines[max(0, len(lines)-room):]
}

func (b *board) drawPad() []string {
	title := b.theme.Faint.Render("  scratch pad (tab)")
	if b.pad.open {
		title = b.theme.Accent.Render("▸ scratch pad")
	}
	lines := []string{title}
	for column := range game.Columns {
		name := game.Column(column)
		line := b.theme.Text.Foreground(b.hue(name)).Render(fit("  "+name.String(), 10))
		for value := range game.Faces {
			line += b.padCell(column, value)
		}
		lines = append(lines, line)
	}
	return lines
}

// padMark is what the person marked, or what follows from the rows where that
// is filled in by itself.
func (b *board) padMark(column, value int) mark {
	own := b.pad.marks[column][value]
	if own != unmarked || !b.pad.auto {
		return own
	}
	mine, _ := b.mine()
	can := game.Candidates(mine)[column]
	if !can[value] {
		return ruledOut
	}
	can[value] = false
	if can == [game.Faces]bool{} {
		return certain
	}
	return unmarked
}

func (b *board) padCell(column, value int) string {
	text, style := " "+itoa(value+1)+"  ", b.theme.Text
	switch b.padMark(column, value) {
	case ruledOut:
		text, style = " ✗  ", b.theme.Faint
	case certain:
		text, style = "("+itoa(value+1)+") ", b.theme.Good
	case unmarked:
	}
	if b.pad.open && b.pad.column == column && b.pad.value == value {
		return b.theme.Cursor.Render("›"+strings.TrimRight(text[1:], " ")+"‹") + " "
	}
	return style.Render(text)
}
