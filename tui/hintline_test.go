package tui

import "testing"

// TestAClickOnAHintIsAKey: the only one, the one that is written, or of several
// signs the one that was clicked.
func TestAClickOnAHintIsAKey(t *testing.T) {
	for _, row := range []struct {
		written string
		keys    []string
		cell    int
		want    string
	}{
		{"enter", []string{"enter"}, 0, "enter"},
		{"enter", []string{"enter"}, 9, "enter"},
		{"space", []string{"pgdown", "space"}, 2, "space"},
		{"↑↓", []string{"up", "down", "k", "j"}, 0, "up"},
		{"↑↓", []string{"up", "down", "k", "j"}, 1, "down"},
		{"↑↓", []string{"up", "down", "k", "j"}, 4, ""},
		{"1–3", []string{"1", "2", "3"}, 2, "3"},
		{"1–3", []string{"1", "2", "3"}, 1, ""},
		{"[ ]", []string{"[", "]"}, 2, "]"},
		{"esc", []string{"esc", "q"}, 1, "esc"},
	} {
		if got := (span{written: row.written, keys: row.keys}).key(row.cell); got != row.want {
			t.Errorf("a click on cell %d of %q presses %q, want %q", row.cell, row.written, got, row.want)
		}
	}
}

// TestKeysAreNamedAsTheyAreTyped, so that what is clicked is what is pressed.
func TestKeysAreNamedAsTheyAreTyped(t *testing.T) {
	for _, name := range []string{"a", "?", "/", "B", "[", "ü", "enter", "esc", "tab", "space", "up", "pgdown", "end", "delete", "shift+tab", "shift+left", "ctrl+r"} {
		if got := keyNamed(name).String(); got != name {
			t.Errorf("the key named %q is %q", name, got)
		}
	}
}
