package tui

import (
	"strings"

	"parlor/tui/look"
)

// wrapped are the lines of a paragraph on a page, each of at most so many cells.
func wrapped(text string, style look.Style, width int) []string {
	return look.Indented(look.Wrapped(text, style, width), 3)
}

// splitLines are the lines of a drawing.
func splitLines(text string) []string { return strings.Split(text, "\n") }
