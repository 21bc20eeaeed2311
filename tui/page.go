package tui

import (
	"strings"

	"parlor/tui/look"
)

// wrapped are the lines of a paragraph on a page, each of at most so many cells.
func wrapped(text string, style look.Style, width int) []string {
	return look.Indented(look.Wrapped(text, style, width), 3)
}

// wrapParts joins parts into lines of at most so many cells, where each fits.
func wrapParts(parts []string, width int) []string {
	lines := parts[:1:1]
	for _, part := range parts[1:] {
		last := &lines[len(lines)-1]
		if longer := *last + hintGap + part; look.Width(longer) <= width {
			*last = longer
			continue
		}
		lines = append(lines, part)
	}
	return lines
}

// splitLines are the lines of a drawing.
func splitLines(text string) []string { return strings.Split(text, "\n") }
