package style

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
		line = truncated(line, width, "…")
		cells = Width(line)
	}
	return line + Blanks(width-cells)
}

// Blanks are so many blanks, none where that is below 1.
func Blanks(n int) string { return strings.Repeat(" ", max(0, n)) }

// Width is how many cells a text takes; styles take none.
func Width(text string) int {
	if cells, known := Simple(text); known {
		return cells
	}
	return ansi.StringWidth(text)
}

// Simple is Width of what screens are mostly made of: characters that take one cell
// whatever stands beside them, and sequences such as those of styles. Of any other
// text it is not known. Of simple texts one after the other the widths add up.
func Simple(text string) (cells int, known bool) {
	for i := 0; i < len(text); {
		if plain(text[i]) { // as most are
			cells++
			i++
			continue
		}
		size, width := one(text[i:])
		if size == 0 {
			return 0, false
		}
		cells += width
		i += size
	}
	return cells, true
}

// one is how many bytes and cells a text begins with that are simple: a character,
// or a sequence. No bytes are where it begins with anything else.
func one(text string) (size, cells int) {
	switch b := text[0]; {
	case plain(b):
		return 1, 1
	case b == '\x1b':
		return sequenceEnd(text), 0
	default:
		if r, size := utf8.DecodeRuneInString(text); simple(r) {
			return size, 1
		}
	}
	return 0, 0
}

// plain reports whether a byte is a character of ASCII that takes a cell.
func plain(b byte) bool { return b >= ' ' && b < '\x7f' }

// simple reports whether a character beyond ASCII takes one cell and joins no other:
// what boards and boxes are drawn with, and the letters of names.
func simple(r rune) bool {
	switch {
	case r >= '─' && r <= '█', r >= 'À' && r <= 'ſ':
		return true
	}
	switch r {
	case '·', '…', '–', '‹', '›', '•', '±', '▸', '▲', '△', '▼', '●', '○', '■', '▒', '←', '↑', '→', '↓', '★', '✓', '✗':
		return true
	}
	return false
}

// sequenceEnd is how long a whole sequence is that a text begins with and that ends
// with a letter after nothing but numbers, such as that of a style; 0 where the text
// begins with something else.
func sequenceEnd(text string) int {
	if len(text) < 3 || text[1] != '[' {
		return 0
	}
	for i := 2; i < len(text); i++ {
		switch b := text[i]; {
		case b == ';' || b >= '0' && b <= '9':
		case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// Cut shortens a line to at most so many cells, and shows that it does.
func Cut(line string, width int) string { return truncated(line, max(0, width), "…") }

// Clip shortens a line to at most so many cells.
func Clip(line string, width int) string { return truncated(line, max(0, width), "") }

// truncated is what [ansi.Truncate] makes of a line: behind what has room nothing
// stays but its sequences, and the tail stands where it was cut.
func truncated(line string, width int, tail string) string {
	switch cells, known := Simple(line); {
	case !known:
		return ansi.Truncate(line, width, tail)
	case cells <= width:
		return line
	}
	room := width - Width(tail)
	if room < 0 {
		return ""
	}
	at := 0
	for size, cells := one(line); cells <= room; size, cells = one(line[at:]) {
		at += size
		room -= cells
	}
	var cut strings.Builder
	cut.Grow(len(line) + len(tail))
	cut.WriteString(line[:at])
	cut.WriteString(tail)
	for at < len(line) {
		size, cells := one(line[at:])
		if cells == 0 {
			cut.WriteString(line[at : at+size])
		}
		at += size
	}
	return cut.String()
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
