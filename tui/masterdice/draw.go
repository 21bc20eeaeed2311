package masterdice

import (
	"image/color"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
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

func itoa(n int) string { return strconv.Itoa(n) }

// fit makes a line exactly as wide as asked.
func fit(line string, width int) string {
	line = ansi.Truncate(line, width, "…")
	return line + strings.Repeat(" ", width-ansi.StringWidth(line))
}

// centre puts a text into the middle of so many cells, cut where it is wider.
func centre(text string, width int) string {
	text = tui.Cut(text, width)
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
		for _, sentence := range []prose.Text{
			prose.T("Both solve at once."),
			prose.T("What they roll and place is shown when the game is over."),
		} {
			for _, line := range prose.Wrap(b.say(sentence), leftWidth) {
				lines = append(lines, b.theme.Faint.Render(line))
			}
		}
		return lines
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
		lines = append(lines, b.labelled(prose.T("answer").In("noun"), one.Answer))
	}
	lines = append(lines, b.labelled(prose.T("code"), one.Code))
	if b.hasPad() && !tall {
		lines = append(lines, b.drawPad()...)
	}
	return lines
}

func (b *board) heading(one game.Board) string {
	if b.people.IsYou(one.Solver) {
		return " " + b.theme.Accent.Render(tui.Cut(b.say(prose.T("You solve")), leftWidth-1))
	}
	solves := b.say(prose.T("{name} solves", b.shortName(one.Solver)))
	return " " + b.theme.Strong.Render(tui.Cut(solves, leftWidth-1))
}

// shortName is a name where there is little room.
func (b *board) shortName(seat engine.Seat) prose.Arg {
	return prose.Name(tui.Cut(b.say(prose.T("{name}", b.people.Name(seat))), 24))
}

func (b *board) columnHeads() string {
	line := strings.Repeat(" ", labelWidth+1)
	for column := range game.Column(game.Columns) {
		line += b.theme.Strong.Foreground(b.hue(column)).Render(centre(b.say(colour(column)), cellWidth)) + " "
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
func (b *board) labelled(label prose.Text, values game.Line) string {
	said := tui.Cut(b.say(label), labelWidth-1)
	line := fit("", labelWidth-1-tui.Width(said)) + b.theme.Faint.Render(said) + "  "
	for column, value := range values {
		text, style := "?", *b.theme.Faint.Style
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
	text, style := b.standing(one)
	return []string{
		b.drawWhiteDice(one, width),
		style.Render(tui.Cut(b.say(text), width)),
		b.theme.Faint.Render(tui.Cut(b.say(prose.T("= right ▼ code lower ▲ higher")), width)),
	}
}

// drawWhiteDice counts the dice that are not spent, and shows them where there
// is room.
func (b *board) drawWhiteDice(one game.Board, width int) string {
	label := b.say(prose.T("White dice {n}", prose.N(one.DiceLeft)))
	if tui.Width(label)+1+game.WhiteDice > width {
		return b.theme.Text.Render(tui.Cut(label, width))
	}
	return b.theme.Text.Render(label+" ") + strings.Repeat("■", one.DiceLeft) +
		b.theme.Faint.Render(strings.Repeat("·", game.WhiteDice-one.DiceLeft))
}

// standing says what a board is worth, or was.
func (b *board) standing(one game.Board) (prose.Text, tui.Style) {
	points := prose.N(one.Points)
	switch one.Outcome {
	case game.Right:
		return prose.C("Solved: {n} point", "Solved: {n} points", points), b.theme.Good
	case game.Wrong:
		return prose.T("Wrong answer: no points"), b.theme.Bad
	case game.Unsolved:
		if b.people.IsYou(one.Solver) {
			return prose.C("If you solve now: {n} point", "If you solve now: {n} points", prose.N(one.ScoreNow)), b.theme.Text
		}
		return prose.C("If solved now: {n} point", "If solved now: {n} points", prose.N(one.ScoreNow)), b.theme.Text
	}
	return prose.C("Finished: {n} point", "Finished: {n} points", points), b.theme.Text
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
		lines[2] = b.theme.Faint.Render("  " + b.say(prose.T("the dice are in the cup")))
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
		heads += b.theme.Strong.Foreground(b.hue(game.Column(column))).Render(centre(b.say(colour(game.Column(column))), cellWidth))
		cells += b.editCell(column, 0, 1)
	}
	return []string{b.theme.Strong.Render(b.say(prose.T("Your answer"))), heads, cells, "", ""}
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
		name := b.theme.Strong.Render(b.say(prose.T("{name}", b.shortName(one.Solver))))
		lines = append(lines, ansi.Truncate(name+"  "+b.theme.Text.Render(b.say(b.progress(one))), width, "…"))
		if (b.scene.Past || b.view.Over) && one.Open {
			lines = append(lines, b.drawPast(one)...)
		}
	}
	return lines
}

// progress says how far the other board of a duel is.
func (b *board) progress(one game.Board) prose.Text {
	used, rows := prose.N(one.RowsUsed), prose.N(game.MaxRows)
	switch {
	case one.Open && b.view.Over:
		return prose.C("{points} point, {n} of {rows} rows", "{points} points, {n} of {rows} rows", prose.N(one.Points), used, rows)
	case one.Outcome != game.Unsolved:
		return prose.T("{n} of {rows} rows used, finished", used, rows)
	}
	return prose.T("{n} of {rows} rows used", used, rows)
}

// drawLog is the newest of what happened, as much as there is room for.
func (b *board) drawLog(width, room int) []string {
	var lines []string
	for _, event := range b.view.Log {
		for _, line := range prose.Wrap(b.say(tell(event, b.people, inSymbols)), max(10, width)) {
			lines = append(lines, b.theme.Faint.Render(line))
		}
	}
	if room <= 0 {
		return nil
	}
	return lines[max(0, len(lines)-room):]
}

func (b *board) drawPad() []string {
	title := b.theme.Faint.Render("  " + b.say(prose.T("scratch pad (Tab)")))
	if b.pad.open {
		title = b.theme.Accent.Render("▸ " + b.say(prose.T("scratch pad")))
	}
	lines := []string{title}
	for column := range game.Columns {
		name := game.Column(column)
		line := b.theme.Text.Foreground(b.hue(name)).Render(fit("  "+b.say(colour(name)), 10))
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
