package screen

import (
	"iter"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
)

// Binding is one thing that keys of a screen do.
type Binding = keymap.Binding[tea.Cmd]

// Bindings are bindings, one after the other.
type Bindings = iter.Seq[Binding]

// HelpKey opens the help wherever nothing is typed.
const HelpKey = "?"

// InsightKey gives a hint in a match, and opens the analysis of one that is over.
const InsightKey = "i"

// Call returns a Binding.Do that calls do.
func Call(do func()) func(string) tea.Cmd {
	return func(string) tea.Cmd {
		do()
		return nil
	}
}

// Command returns a Binding.Do that returns the command of do.
func Command(do func() tea.Cmd) func(string) tea.Cmd {
	return func(string) tea.Cmd { return do() }
}

// BoardBinding returns the binding of a key of a board that does nothing now. It is
// nil if the key is not listed, or moves a cursor: that needs no excuse.
func BoardBinding(all board.Bindings, name string) *board.Binding {
	one := keymap.Idle(all, name)
	if one == nil || one.Why.IsZero() && (one.Hint.IsZero() && one.Help.IsZero() || IsArrow(one.Key, name)) {
		return nil
	}
	return one
}

// IsArrow reports whether a key is an arrow, or a letter that stands for one.
func IsArrow(key key.Binding, name string) bool {
	arrows := []string{"up", "down", "left", "right"}
	isArrow := func(one string) bool { return slices.Contains(arrows, one) }
	return isArrow(name) || slices.Contains([]string{"h", "j", "k", "l"}, name) && slices.ContainsFunc(key.Keys(), isArrow)
}

// NumberKeys returns the keys that choose among lines by number, at most nine.
func NumberKeys(lines int) key.Binding {
	names := make([]string, min(lines, 9))
	for i := range names {
		names[i] = strconv.Itoa(i + 1)
	}
	written := "1"
	if len(names) > 1 {
		written = "1–" + names[len(names)-1]
	}
	return keymap.Of(written, names...)
}

// Step returns -1 for a key that goes back, up or to the left, else +1.
func Step(name string) int {
	if slices.Contains([]string{"up", "k", "left", "h", "shift+tab"}, name) {
		return -1
	}
	return +1
}

// Either returns one of two texts.
func Either(first bool, one, other prose.Text) prose.Text {
	if first {
		return one
	}
	return other
}
