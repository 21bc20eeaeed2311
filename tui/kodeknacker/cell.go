package kodeknacker

import (
	"image/color"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	game "parlor/engine/kodeknacker"
	"parlor/tui/board"
	"parlor/tui/look"
)

// blank is a row of marks, one where each colour would be.
func (b *model) blank(mark string, s scale) []string {
	side := look.Blanks((s.cell - 1) / 2)
	lines := make([]string, s.tall)
	var row strings.Builder
	row.Grow(b.view.Positions * (2*len(side) + len(mark) + s.gap))
	for place := range b.view.Positions {
		if place > 0 {
			row.WriteString(look.Blanks(s.gap))
		}
		row.WriteString(side)
		row.WriteString(mark)
		row.WriteString(side)
	}
	lines[s.tall/2] = b.Theme.Faint.Render(row.String())
	return lines
}

// colours draws letters on their colours.
func (b *model) colours(text string, s scale) []string {
	lines := make([]string, s.tall)
	side, gap := strings.Repeat(" ", (s.cell-1)/2), strings.Repeat(" ", s.gap)
	for i := range len(text) {
		if i > 0 {
			join(lines, gap)
		}
		b.addCell(lines, text[i], side, side)
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

// addCell adds one colour to the lines of a row, with its letter in the middle.
func (b *model) addCell(lines []string, letter byte, left, right string) {
	for part := range lines {
		lines[part] += b.drawn(cell{letter, left, right, part == len(lines)/2})
	}
}

// cell is one line of a colour: what stands left and right of its letter, and
// whether that is on this line.
type cell struct {
	letter      byte
	left, right string
	lettered    bool
}

// drawn is a cell with its styles, worked out once.
func (b *model) drawn(one cell) string {
	text, known := b.cells[one]
	if !known {
		text = b.drawCell(one)
		if b.cells == nil {
			b.cells = map[cell]string{}
		}
		b.cells[one] = text
	}
	return text
}

func (b *model) drawCell(one cell) string {
	at := strings.IndexByte(game.Letters(game.MaxColors), one.letter)
	text := strings.Repeat(" ", look.Width(one.left)+1+look.Width(one.right))
	switch {
	case at < 0 && !one.lettered:
		return text
	case at < 0 && one.letter == covered:
		return b.Theme.Faint.Render(one.left + string(covered) + one.right)
	case at < 0:
		return b.Theme.Faint.Render(one.left + "·" + one.right)
	case one.lettered:
		text = one.left + strings.ToUpper(string(one.letter)) + one.right
	}
	back, fore := hue(at)
	return lipgloss.NewStyle().Bold(true).Background(back).Foreground(fore).Render(text)
}

// hue is a colour and one that can be read on it. They differ in lightness as
// well, and the letter stands on each.
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

// pegs are shapes: ● right place, ○ wrong place. In digits they are counted
// behind their shapes.
func (b *model) pegs(pegs game.Pegs, s scale) string {
	if s.counts {
		return b.Theme.Strong.Render("●"+strconv.Itoa(pegs.Black)) + b.Theme.Text.Render("○"+strconv.Itoa(pegs.White))
	}
	gap := strings.Repeat(" ", s.peg)
	rest := b.view.Positions - pegs.Black - pegs.White
	line := b.Theme.Strong.Render(strings.Repeat("●"+gap, pegs.Black)) + b.Theme.Text.Render(strings.Repeat("○"+gap, pegs.White))
	return line + b.Theme.Faint.Render(strings.Repeat("·"+gap, rest))
}

// editing is the row being filled; the place under the cursor bears marks that
// need no colour.
func (b *model) editing(s scale) []string {
	lines := make([]string, s.tall)
	side := strings.Repeat(" ", (s.cell-1)/2)
	gap := strings.Repeat(" ", s.gap)
	for i, letter := range b.line.Places {
		if i > 0 {
			join(lines, gap)
		}
		one := make([]string, s.tall)
		switch chosen := i == b.line.At && b.choosing(); {
		case chosen && letter == 0:
			for part := range one {
				one[part] = b.Theme.Cursor.Render(strings.Repeat(" ", s.cell))
			}
			one[s.tall/2] = b.Theme.Cursor.Render("›" + side[1:] + "·" + side[1:] + "‹")
		case chosen:
			b.addCell(one, letter, "›"+side[1:], side[1:]+"‹")
		default:
			b.addCell(one, letter, side, side)
		}
		for part := range one {
			lines[part] += board.Zone(one[part], "place "+strconv.Itoa(i))
		}
	}
	return lines
}
