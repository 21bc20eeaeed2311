package style_test

import (
	"testing"

	"parlor/tui/style"
)

// TestStyleRendersAsLipgloss: what is worked out once is what lipgloss would make
// of each text.
func TestStyleRendersAsLipgloss(t *testing.T) {
	for _, theme := range []*style.Theme{style.NewTheme(true), style.NewTheme(false), style.NewContrastTheme(true), style.NewContrastTheme(false)} {
		for name, textStyle := range map[string]style.Style{
			"text": theme.Text, "faint": theme.Faint, "strong": theme.Strong, "title": theme.Title, "key": theme.Key, "accent": theme.Accent,
			"good": theme.Good, "bad": theme.Bad, "warning": theme.Warning, "cursor": theme.Cursor, "border": theme.Border,
		} {
			for _, text := range []string{
				"", " ", "x", "two words", " blanks round it  ", "one\nother", "a\tb", "a\r\nb", "\n", "李小龍", "e\u0301", "\x1b[1mbold\x1b[m",
			} {
				if got, want := textStyle.Render(text), textStyle.Style.Render(text); got != want {
					t.Errorf("%s of %q is %q, not %q", name, text, got, want)
				}
			}
		}
	}
}
