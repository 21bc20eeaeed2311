package style_test

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"parlor/tui/style"
)

// FuzzText: whatever a text holds, it is as wide as the library has it, and is cut
// where the library cuts it.
func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"", "words", "\x1b[1mbold\x1b[m and more", "a\u0301b", "李小龍", "─│╭●○…·", "👩‍👩‍👧 family", "\x1b[", "\x1b[1", "\x1b[12;3z", "a\x1b[0K\u0301",
		"\x1b]0;title\x07x", "\x9b1mx", "\xff\xfe", "tab\tand\nline", "e\x1b[1m\u0301", "1\ufe0f\u20e3", "\x1b[?25lx", "\x1b\x1b[mx", "\x1bP1;2qx\x1b\\y",
	} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, width int) {
		if got, want := style.Width(text), ansi.StringWidth(text); got != want {
			t.Fatalf("%q is %d cells wide, not %d", text, got, want)
		}
		if cells, known := style.Simple(text); known {
			for i := range text {
				first, firstKnown := style.Simple(text[:i])
				if second, is := style.Simple(text[i:]); firstKnown && is && first+second != cells {
					t.Fatalf("%q and %q are %d and %d cells wide, and both together %d", text[:i], text[i:], first, second, cells)
				}
			}
		}
		width = max(-1, width%64)
		if got, want := style.Cut(text, width), ansi.Truncate(text, max(0, width), "…"); got != want {
			t.Fatalf("%q in %d cells is cut to %q, not %q", text, width, got, want)
		}
		if got, want := style.Clip(text, width), ansi.Truncate(text, max(0, width), ""); got != want {
			t.Fatalf("%q in %d cells is clipped to %q, not %q", text, width, got, want)
		}
		if got, want := style.Fit(text, width), fitted(text, width); got != want {
			t.Fatalf("%q in %d cells is made %q, not %q", text, width, got, want)
		}
	})
}

// fitted is style.Fit by the library.
func fitted(text string, width int) string {
	if width <= 0 {
		return ""
	}
	text = ansi.Truncate(text, width, "…")
	return text + style.Blanks(width-ansi.StringWidth(text))
}
