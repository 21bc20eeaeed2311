package look_test

import (
	"testing"

	"parlor/tui/look"
)

// TestStyleRendersAsLipgloss: what is worked out once is what lipgloss would make
// of each text.
func TestStyleRendersAsLipgloss(t *testing.T) {
	for _, theme := range []*look.Theme{look.NewTheme(true), look.NewTheme(false), look.NewContrastTheme(true), look.NewContrastTheme(false)} {
		for name, style := range map[string]look.Style{
			"text": theme.Text, "faint": theme.Faint, "strong": theme.Strong, "title": theme.Title, "key": theme.Key, "accent": theme.Accent,
			"good": theme.Good, "bad": theme.Bad, "warning": theme.Warning, "cursor": theme.Cursor, "border": theme.Border,
		} {
			for _, text := range []string{
				"", " ", "x", "two words", " blanks round it  ", "one\nother", "a\tb", "a\r\nb", "\n", "李小龍", "e\u0301", "\x1b[1mbold\x1b[m",
			} {
				if got, want := style.Render(text), style.Style.Render(text); got != want {
					t.Errorf("%s of %q is %q, not %q", name, text, got, want)
				}
			}
		}
	}
}
