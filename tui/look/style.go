package look

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

// newStyle is a style that is worked out.
func newStyle(style lipgloss.Style) Style {
	const text = "a b" // where words are styled apart from the blanks, nothing holds for any text
	whole := style.Render(text)
	before, after, around := strings.Cut(whole, text)
	return Style{&style, before, after, around}
}

// Render is the text in the style.
func (s Style) Render(text string) string {
	if s.around && strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\t') < 0 {
		return s.before + text + s.after
	}
	return s.Style.Render(text)
}
