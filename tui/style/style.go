package style

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Style is a text style. The escape sequences around a text are computed once per style instead of
// once per text, because a screen has hundreds of texts. Derived styles, such as from Bold, are
// lipgloss styles.
type Style struct {
	*lipgloss.Style
	before, after string
	around        bool // the sequences suffice for a text on one line
}

// newStyle returns a style and computes its escape sequences.
func newStyle(style lipgloss.Style) Style {
	const text = "a b" // a style that treats words and spaces differently has no fixed sequences
	whole := style.Render(text)
	before, after, around := strings.Cut(whole, text)
	return Style{&style, before, after, around}
}

// Modules returns the style of a picture of black and white modules. White ones are drawn on a dark
// background, black ones on a light one.
func Modules(dark bool) Style {
	ink, paper := lipgloss.Color("#000000"), lipgloss.Color("#ffffff")
	if dark {
		ink, paper = paper, ink
	}
	return newStyle(lipgloss.NewStyle().Foreground(ink).Background(paper))
}

// Render returns the text in the style.
func (s Style) Render(text string) string {
	if s.plain(text) {
		return s.before + text + s.after
	}
	return s.Style.Render(text)
}

// Write writes the text in the style. It is faster than [Style.Render] for lines of several texts.
func (s Style) Write(line *strings.Builder, text string) {
	if !s.plain(text) {
		line.WriteString(s.Style.Render(text))
		return
	}
	line.WriteString(s.before)
	line.WriteString(text)
	line.WriteString(s.after)
}

// WriteFit writes the result of [Fit] in the style.
func (s Style) WriteFit(line *strings.Builder, text string, width int) {
	cells := Width(text)
	if cells > width || !s.plain(text) {
		s.Write(line, Fit(text, width))
		return
	}
	line.WriteString(s.before)
	line.WriteString(text)
	line.WriteString(Blanks(width - cells))
	line.WriteString(s.after)
}

// plain reports whether the sequences of the style suffice for a text.
func (s Style) plain(text string) bool {
	return s.around && strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\t') < 0
}
