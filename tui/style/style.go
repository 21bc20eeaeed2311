package style

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Style is how text is drawn. What a terminal is sent before and after a text is
// worked out once for each style, and not again for each text: a screen is made
// of hundreds. What is derived from it, such as by Bold, is a lipgloss.Style.
type Style struct {
	*lipgloss.Style
	before, after string
	around        bool // a text on one line has no more than these round it
}

// newStyle returns a style whose escape sequences are computed once.
func newStyle(style lipgloss.Style) Style {
	const text = "a b" // where words are styled apart from the blanks, nothing holds for any text
	whole := style.Render(text)
	before, after, around := strings.Cut(whole, text)
	return Style{&style, before, after, around}
}

// Modules returns the style of a picture of black and white modules: the white ones are drawn
// on a dark background, the black ones on a light one.
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

// Write writes the text in the style. It costs less than [Style.Render] where a line
// is put together of several texts.
func (s Style) Write(line *strings.Builder, text string) {
	if !s.plain(text) {
		line.WriteString(s.Style.Render(text))
		return
	}
	line.WriteString(s.before)
	line.WriteString(text)
	line.WriteString(s.after)
}

// WriteFit writes [Fit] of the text in the style.
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

// plain reports whether what stands round a text is the same for this one.
func (s Style) plain(text string) bool {
	return s.around && strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\t') < 0
}
