package lobby_test

import (
	"strings"
	"testing"

	"parlor/lobby"
)

// TestReservedNamesAreFoldedOnce: all arriving clients are checked against them.
func TestReservedNamesAreFoldedOnce(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		if lobby.RefuseName("marianne") != nil {
			t.Error("nobody can be called marianne")
		}
	}); n > 30 {
		t.Errorf("%.0f objects are made to find out whether somebody can have a name", n)
	}
}

// TestEmojiStayWhole: emoji of several characters are kept, and text is cut only between
// them. The same characters elsewhere are dropped.
func TestEmojiStayWhole(t *testing.T) {
	for _, emoji := range []string{
		"👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "👍🏽", "👩🏽‍💻", "❤️", "❤️‍🔥", "🧑‍🚀",
	} {
		if got := lobby.CleanText("a "+emoji+" b", 20); got != "a "+emoji+" b" {
			t.Errorf("%q becomes %q", "a "+emoji+" b", got)
		}
		if got := lobby.CleanText("abc"+emoji, 4); got != "abc" {
			t.Errorf("%q is cut to %q", "abc"+emoji, got)
		}
	}
	for text, want := range map[string]string{
		"a\u200db": "ab", "a\ufe0fb": "ab", "👩\u200d": "👩", "👩\u200d\u200d👩": "👩\u200d👩", "\u200d👩": "👩", "❤\ufe0f\ufe0f": "❤\ufe0f", "👩\u200da": "👩a",
		strings.Repeat("👩\u200d", 5) + "👩": strings.Repeat("👩\u200d", 3) + "👩👩\u200d👩",
	} {
		if got := lobby.CleanText(text, 20); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
