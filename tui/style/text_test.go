package style_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"parlor/tui/style"
)

// TestWidthIsThatOfTheTerminal: texts that are measured the short way are as wide
// as the long way has it, whatever they are made of.
func TestWidthIsThatOfTheTerminal(t *testing.T) {
	parts := []string{
		"a", "Z", " ", "~", "\x1b[1m", "\x1b[m", "\x1b[38;2;139;145;154m", "\x1b[4:3m", "\x1b[K", "\x1b", "\x1b[", "\x1b[1", "[", "m", "1", ";",
		"·", "…", "▸", "–", "×", "●", "○", "\u0301", "\u200d", "\ufe0f", "\ufe0e", "李", "👩", "🏽", "é", "\u00a0", "\u00ad", "\t", "\n", "\x7f", "\x00",
		"\x9b", "\xff", "\xe2", "ﷺ", "\u200b", "각", "ᄀ", "ᅡ", "🇩", "क", "्",
	}
	for r := range rune(unicode.MaxRune) {
		if _, known := style.Simple(string(r)); known && r > unicode.MaxASCII {
			parts = append(parts, string(r))
		}
	}
	for _, one := range parts {
		for _, other := range parts {
			if text := one + other; style.Width(text) != ansi.StringWidth(text) {
				t.Errorf("%q is %d cells wide, not %d", text, style.Width(text), ansi.StringWidth(text))
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var text strings.Builder
		for range 1 + random.IntN(8) {
			text.WriteString(parts[random.IntN(len(parts))])
		}
		if got, want := style.Width(text.String()), ansi.StringWidth(text.String()); got != want {
			t.Errorf("%q is %d cells wide, not %d", text.String(), got, want)
		}
	}
}
