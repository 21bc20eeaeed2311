package kodeknacker

import (
	"image/color"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

// palette draws the colours and pegs of a table, and says what they mean. A colour is
// drawn once.
type palette struct {
	*position

	cells map[colorCell]string
}

// colorCell is one line of a colour: what stands left and right of its letter, and
// whether that is on this line.
type colorCell struct {
	letter      byte
	left, right string
	lettered    bool
}

// drawn returns a cell with its styles.
func (p *palette) drawn(one colorCell) string {
	text, known := p.cells[one]
	if !known {
		text = p.drawCell(one)
		if p.cells == nil {
			p.cells = map[colorCell]string{}
		}
		p.cells[one] = text
	}
	return text
}

func (p *palette) drawCell(one colorCell) string {
	at := strings.IndexByte(game.Letters(game.MaxColors), one.letter)
	text := strings.Repeat(" ", style.Width(one.left)+1+style.Width(one.right))
	switch {
	case at < 0 && !one.lettered:
		return text
	case at < 0 && one.letter == covered:
		return p.Theme.Faint.Render(one.left + string(covered) + one.right)
	case at < 0:
		return p.Theme.Faint.Render(one.left + "·" + one.right)
	case one.lettered:
		text = one.left + strings.ToUpper(string(one.letter)) + one.right
	}
	back, fore := hue(at)
	return lipgloss.NewStyle().Bold(true).Background(back).Foreground(fore).Render(text)
}

// hue returns a colour and one that can be read on it. Colours differ in lightness as
// well, and each bears its letter.
func hue(at int) (back, fore color.Color) {
	dark, light := lipgloss.Color("#101010"), lipgloss.Color("#ffffff")
	switch at {
	case 0:
		return lipgloss.Color("#c62828"), light
	case 1:
		return lipgloss.Color("#66bb6a"), dark
	case 2:
		return lipgloss.Color("#1a56c4"), light
	case 3:
		return lipgloss.Color("#ffe45c"), dark
	case 4:
		return lipgloss.Color("#f08a24"), dark
	case 5:
		return lipgloss.Color("#6a1b9a"), light
	case 6:
		return lipgloss.Color("#f5f5f5"), dark
	case 7:
		return lipgloss.Color("#303030"), light
	case 8:
		return lipgloss.Color("#4dd0e1"), dark
	default:
		return lipgloss.Color("#ec70c0"), dark
	}
}

// addCell adds one colour to the lines of a row, with its letter in the middle one.
func (p *palette) addCell(lines []string, letter byte, left, right string) {
	for part := range lines {
		lines[part] += p.drawn(colorCell{letter, left, right, part == len(lines)/2})
	}
}

// colours draws letters on their colours.
func (p *palette) colours(text string, s scale) []string {
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

// join adds a text to each line.
func join(lines []string, text string) {
	if text == "" {
		return
	}
	for i := range lines {
		lines[i] += text
	}
}

// blank draws a row of marks, one where each colour would be.
func (p *palette) blank(mark string, s scale) []string {
	side := style.Blanks((s.cell - 1) / 2)
	lines := make([]string, s.tall)
	lines[s.tall/2] = p.Theme.Faint.Render(strings.Repeat(side+mark+side+style.Blanks(s.gap), p.View.Positions-1) + side + mark + side)
	return lines
}

// pegs are shapes: ● right place, ○ wrong place. In digits they are counted
// behind their shapes.
func (p *palette) pegs(pegs game.Pegs, s scale) string {
	if s.counts {
		return p.Theme.Strong.Render("●"+strconv.Itoa(pegs.Black)) + p.Theme.Text.Render("○"+strconv.Itoa(pegs.White))
	}
	gap := style.Blanks(s.peg)
	rest := p.View.Positions - pegs.Black - pegs.White
	line := p.Theme.Strong.Render(strings.Repeat("●"+gap, pegs.Black)) + p.Theme.Text.Render(strings.Repeat("○"+gap, pegs.White))
	return line + p.Theme.Faint.Render(strings.Repeat("·"+gap, rest))
}

// pegTexts say what the pegs mean.
func (p *palette) pegTexts() []string {
	return []string{"● " + p.Say(prose.T("right place")), "○ " + p.Say(prose.T("wrong place"))}
}

// pegLines returns them in lines of the given cells.
func (p *palette) pegLines(cells int) (lines []string) {
	for _, text := range p.pegTexts() {
		lines = append(lines, style.Wrapped(text, p.Theme.Faint, cells)...)
	}
	return lines
}

// pegItems returns them as items of a line.
func (p *palette) pegItems() (items []string) {
	for _, text := range p.pegTexts() {
		items = append(items, p.Theme.Faint.Render(text))
	}
	return items
}

// chip draws a colour that can be clicked, with a text behind it.
func (p *palette) chip(letter byte, side, behind string) string {
	return board.Value(p.drawn(colorCell{letter, side, side, true})+behind, string(letter))
}

// chips names the colours in columns, as many as fit.
func (p *palette) chips(width int) []string {
	names := make([]string, p.View.Colors)
	for i := range names {
		names[i] = p.Say(colour(p.letters()[i])) + " "
	}
	column := style.Column(8, names...)
	items := make([]string, len(names))
	for i, name := range names {
		items[i] = p.chip(p.letters()[i], " ", " "+style.Fit(name, column))
	}
	return style.Flow(items, width, 0)
}

// shortChips returns the colours as items of a line, with their names or without.
func (p *palette) shortChips(named bool) (items []string) {
	line := ""
	for _, letter := range []byte(p.letters()) {
		line += p.chip(letter, " ", "")
		items = append(items, p.chip(letter, "", " "+p.Say(colour(letter))))
	}
	if !named {
		return []string{line}
	}
	return items
}
