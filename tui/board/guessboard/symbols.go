package guessboard

import (
	"strconv"
	"strings"

	"parlor/engine/codebreak"
	"parlor/tui/board"
	"parlor/tui/style"
)

// symbols draws the symbols and answers of a table, and explains them. Each symbol is drawn once
// and cached.
type symbols struct {
	*position

	cells map[cell]string
}

// cell is one line of a symbol: the text on its left and right, and whether they are on this line.
type cell struct {
	symbol      byte
	left, right string
	shown       bool
}

// drawn returns a cell with its styles.
func (p *symbols) drawn(one cell) string {
	text, known := p.cells[one]
	if !known {
		text = p.drawCell(one)
		if p.cells == nil {
			p.cells = map[cell]string{}
		}
		p.cells[one] = text
	}
	return text
}

func (p *symbols) drawCell(one cell) string {
	known := strings.IndexByte(p.kind.All, one.symbol) >= 0
	text := strings.Repeat(" ", style.Width(one.left)+1+style.Width(one.right))
	switch {
	case !known && !one.shown:
		return text
	case !known && one.symbol == covered:
		return p.Theme.Faint.Render(one.left + string(covered) + one.right)
	case !known:
		return p.Theme.Faint.Render(one.left + "·" + one.right)
	case one.shown:
		text = one.left + strings.ToUpper(string(one.symbol)) + one.right
	}
	return p.kind.Paint(p.Theme, one.symbol).Render(text)
}

// emblem draws a code as the emblem of the game.
func (k *Kind) emblem(theme *style.Theme) []string {
	const places = 4
	row := ""
	for i := range min(places, len(k.All)) {
		row += k.Paint(theme, k.All[i]).Render(" "+strings.ToUpper(k.All[i:i+1])+" ") + style.Blanks(1)
	}
	return []string{"", row, ""}
}

// addCell adds a symbol to the lines of a row. The text is on the middle line.
func (p *symbols) addCell(lines []string, symbol byte, left, right string) {
	for part := range lines {
		lines[part] += p.drawn(cell{symbol, left, right, part == len(lines)/2})
	}
}

// code draws the symbols of a code.
func (p *symbols) code(text string, s scale) []string {
	lines := make([]string, s.tall)
	side, gap := style.Blanks((s.cell-1)/2), style.Blanks(s.gap)
	for i := range len(text) {
		if i > 0 {
			join(lines, gap)
		}
		p.addCell(lines, text[i], side, side)
	}
	return lines
}

// join appends a text to each line.
func join(lines []string, text string) {
	if text == "" {
		return
	}
	for i := range lines {
		lines[i] += text
	}
}

// blank draws a mark for each symbol of a row.
func (p *symbols) blank(mark string, s scale) []string {
	side := style.Blanks((s.cell - 1) / 2)
	lines := make([]string, s.tall)
	lines[s.tall/2] = p.Theme.Faint.Render(strings.Repeat(side+mark+side+style.Blanks(s.gap), p.View.Places-1) + side + mark + side)
	return lines
}

// pegs draws an answer: ● for a right place, ○ for a wrong place. As numbers, the counts follow the
// shapes.
func (p *symbols) pegs(answer codebreak.Pegs, s scale) string {
	if s.counts {
		return p.Theme.Strong.Render("●"+strconv.Itoa(answer.Black)) + p.Theme.Text.Render("○"+strconv.Itoa(answer.White))
	}
	gap := style.Blanks(s.peg)
	rest := p.View.Places - answer.Black - answer.White
	line := p.Theme.Strong.Render(strings.Repeat("●"+gap, answer.Black)) + p.Theme.Text.Render(strings.Repeat("○"+gap, answer.White))
	return line + p.Theme.Faint.Render(strings.Repeat("·"+gap, rest))
}

// pegTexts returns the texts that explain the two kinds of pegs.
func (p *symbols) pegTexts() []string {
	return []string{"● " + p.Say(p.kind.Right), "○ " + p.Say(p.kind.Elsewhere)}
}

// pegLines returns pegTexts wrapped to the given cells.
func (p *symbols) pegLines(cells int) (lines []string) {
	for _, text := range p.pegTexts() {
		lines = append(lines, style.Wrapped(text, p.Theme.Faint, cells)...)
	}
	return lines
}

// pegItems returns pegTexts as items of a line.
func (p *symbols) pegItems() (items []string) {
	for _, text := range p.pegTexts() {
		items = append(items, p.Theme.Faint.Render(text))
	}
	return items
}

// chip draws a symbol that can be clicked, followed by a text.
func (p *symbols) chip(symbol byte, side, behind string) string {
	return board.Value(p.drawn(cell{symbol, side, side, true})+behind, string(symbol))
}

// known reports whether the symbols need no explanation: they have no names, and the player does
// not choose one now.
func (p *symbols) known() bool { return p.kind.Name == nil && !p.Yours() }

// chips returns the symbols with their names in columns, as many as fit, unless they are known.
func (p *symbols) chips(width int) []string {
	if p.known() {
		return nil
	}
	names, behind := make([]string, len(p.View.Symbols)), 0
	if p.kind.Name != nil {
		for i := range names {
			names[i] = p.Say(p.kind.Name(p.View.Symbols[i])) + " "
		}
		behind = 1 + style.Column(8, names...)
	} else if lines := (3*len(names) + width - 1) / width; lines > 1 {
		width = 3 * ((len(names) + lines - 1) / lines) // the same number on each line
	}
	items := make([]string, len(names))
	for i, name := range names {
		items[i] = p.chip(p.View.Symbols[i], " ", style.Fit(" "+name, behind))
	}
	return style.Flow(items, width, 0)
}

// shortChips returns the symbols as items of a line, unless they are known, with their names if
// named is set.
func (p *symbols) shortChips(named bool) (items []string) {
	line := ""
	if p.known() {
		return nil
	}
	for _, symbol := range []byte(p.View.Symbols) {
		line += p.chip(symbol, " ", "")
		if named && p.kind.Name != nil {
			items = append(items, p.chip(symbol, "", " "+p.Say(p.kind.Name(symbol))))
		}
	}
	if items == nil {
		return []string{line}
	}
	return items
}
