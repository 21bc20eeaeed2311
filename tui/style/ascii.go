package style

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// ASCII returns a drawn text in ASCII with the same width. Characters that screens draw have a
// replacement; others, such as letters of names, become a question mark per cell. Styles are kept.
func ASCII(text string) string {
	var b strings.Builder
	for text != "" {
		cell, width := next(text)
		switch {
		case isASCII(cell):
			b.WriteString(cell)
		case width == 1:
			b.WriteByte(counterpart(cell))
		default:
			b.WriteString(strings.Repeat("?", width))
		}
		text = text[len(cell):]
	}
	return b.String()
}

// next returns the first character of a text with its combining marks, or the first escape
// sequence, and its width in cells.
func next(text string) (string, int) {
	if text[0] >= ' ' && text[0] != '\x7f' {
		return ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	}
	_, width, n, _ := ansi.DecodeSequence(text, 0, nil)
	return text[:n], width
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// counterpart returns the ASCII character for a cell. Shapes with different meanings on a board
// stay different: heavy and light lines, full and hollow pegs, the chosen gap and other gaps.
func counterpart(cell string) byte {
	r, size := utf8.DecodeRuneInString(cell)
	if size != len(cell) { // a letter with combining marks
		return '?'
	}
	switch r {
	case '─':
		return '-'
	case '│':
		return '|'
	case '╭', '╮', '╰', '╯', '┌', '┐', '└', '┘', '├', '┤', '┬', '┴', '┼':
		return '+'
	case '━':
		return '='
	case '┃', '┏', '┓', '┗', '┛', '■', '█':
		return '#'
	case '▒':
		return '%'
	case '▁', '▂', '▃', '▄', '▅', '▆', '▇':
		return "1234567"[r-'▁']
	case '●':
		return '@'
	case '○':
		return 'o'
	case '·':
		return '.'
	case '…':
		return '~'
	case '↑', '▲':
		return '^'
	case '△':
		return '_'
	case '↓', '▼':
		return 'v'
	case '←', '‹':
		return '<'
	case '→', '›', '▶', '▸':
		return '>'
	case '—', '–':
		return '-'
	case '×', '✗':
		return 'x'
	case '✓', '±':
		return '+'
	case '★', '•':
		return '*'
	case '½':
		return 'h'
	case '‘', '’':
		return '\''
	case '“', '”':
		return '"'
	case '\u00a0':
		return ' '
	}
	return '?'
}
