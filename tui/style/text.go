package style

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Fit cuts a line with "…" or pads it with spaces to exactly the given width. It may contain
// styles.
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

// Blanks returns n spaces, or none if n is below 1.
func Blanks(n int) string { return strings.Repeat(" ", max(0, n)) }

// Width returns the width of a text in cells. Escape sequences have no width.
func Width(text string) int {
	if cells, known := Simple(text); known {
		return cells
	}
	return ansi.StringWidth(text)
}

// Simple returns the width of a text that consists only of characters of one cell and of escape
// sequences. For other texts, known is false. The width of joined simple texts is the sum of their
// widths.
func Simple(text string) (cells int, known bool) {
	for i := 0; i < len(text); {
		if plain(text[i]) { // the usual case
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

// one returns the length in bytes and the width of the simple character or escape sequence at the
// start of a text, or 0 bytes if there is none.
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

// plain reports whether a byte is a printable ASCII character.
func plain(b byte) bool { return b >= ' ' && b < '\x7f' }

// simple reports whether a character beyond ASCII takes one cell and does not combine with others:
// those with which boards and boxes are drawn, and letters of names.
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

// sequenceEnd returns the length of the escape sequence at the start of a text if it consists of
// numbers and a final letter, as for a style, or else 0.
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

// Cut shortens a line to the given width and ends it with "…" if necessary.
func Cut(line string, width int) string { return truncated(line, max(0, width), "…") }

// Clip shortens a line to the given width.
func Clip(line string, width int) string { return truncated(line, max(0, width), "") }

// truncated returns the result of [ansi.Truncate]: only escape sequences remain after the cut,
// where the tail is.
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

// Column returns the width of a column of labels, at least least.
func Column(least int, labels ...string) int {
	for _, label := range labels {
		least = max(least, Width(label))
	}
	return least
}

// Sides returns a line with a text at its left and one at its right end. If both do not fit, the
// left one is cut.
func Sides(left, right string, width int) string {
	right = Cut(right, width)
	return Fit(left, width-Width(right)) + right
}

// Exactly cuts or extends lines to height lines.
func Exactly(lines []string, height int) []string {
	if len(lines) > height {
		return lines[:max(0, height)]
	}
	return append(lines, make([]string, height-len(lines))...)
}
