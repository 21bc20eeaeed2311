package look

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Fit makes a line exactly as wide as asked, in cells: cut with "…" or filled
// with blanks. It may hold styles.
func Fit(line string, width int) string {
	if width <= 0 {
		return ""
	}
	cells := Width(line)
	if cells > width {
		line = ansi.Truncate(line, width, "…")
		cells = Width(line)
	}
	return line + Blanks(width-cells)
}

// Blanks are so many blanks, none where that is below 1.
func Blanks(n int) string { return strings.Repeat(" ", max(0, n)) }

// Width is how many cells a text takes; styles take none.
func Width(text string) int {
	if cells, known := simpleWidth(text); known {
		return cells
	}
	return ansi.StringWidth(text)
}

// simpleWidth is Width of what screens are mostly made of: characters that take
// one cell whatever stands beside them, and styles. Of any other text it is not
// known.
func simpleWidth(text string) (cells int, known bool) {
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b >= ' ' && b < '\x7f':
			cells++
		case b == '\x1b':
			end := styleEnd(text[i:])
			if end == 0 {
				return 0, false
			}
			i += end - 1
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			if !simple(r) {
				return 0, false
			}
			cells++
			i += size - 1
		}
	}
	return cells, true
}

// simple reports whether a character takes one cell and joins no other.
func simple(r rune) bool {
	return r >= '─' && r <= '╿' || r == '·' || r == '…' || r == '▸' || r == '–' || r == '×' || r == '●' || r == '○'
}

// styleEnd is how long the sequence of a style is that a text begins with; 0 where
// it begins with something else.
func styleEnd(text string) int {
	if len(text) < 3 || text[1] != '[' {
		return 0
	}
	for i := 2; i < len(text); i++ {
		switch b := text[i]; {
		case b == 'm':
			return i + 1
		case b != ';' && (b < '0' || b > '9'):
			return 0
		}
	}
	return 0
}

// Cut shortens a line to at most so many cells.
func Cut(line string, width int) string {
	if Width(line) <= width {
		return line
	}
	return ansi.Truncate(line, max(0, width), "…")
}

// Column is the width of a column that has labels: so wide at least, and more
// where a language needs it.
func Column(least int, labels ...string) int {
	for _, label := range labels {
		least = max(least, Width(label))
	}
	return least
}

// Sides puts one text at the left and one at the right end of a line. Where
// both do not fit, the left one is cut.
func Sides(left, right string, width int) string {
	right = Cut(right, width)
	return Fit(left, width-Width(right)) + right
}

// Exactly returns height lines: those given, cut or filled with empty ones.
func Exactly(lines []string, height int) []string {
	if len(lines) > height {
		return lines[:max(0, height)]
	}
	return append(lines, make([]string, height-len(lines))...)
}
