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

// Binding binds keys of a screen to an operation.
type Binding = keymap.Binding[tea.Cmd]

// Bindings is a sequence of bindings.
type Bindings = iter.Seq[Binding]

// HelpKey opens the help, unless the player is typing.
const HelpKey = "?"

// InsightKey gives a hint during a match, and opens the analysis of a finished one.
const InsightKey = "i"

// Call returns a Binding.Do that calls do.
func Call(do func()) func(string) tea.Cmd {
	return func(string) tea.Cmd {
		do()
		return nil
	}
}

// Command returns a Binding.Do that returns the result of do.
func Command(do func() tea.Cmd) func(string) tea.Cmd {
	return func(string) tea.Cmd { return do() }
}

// BoardBinding returns the binding of a key of a board that has no effect now. It is nil if the key
// has no binding or moves a cursor, which needs no explanation.
func BoardBinding(all board.Bindings, name string) *board.Binding {
	one := keymap.Idle(all, name)
	if one == nil || one.Why.IsZero() && (one.Hint.IsZero() && one.Help.IsZero() || IsArrow(one.Key, name)) {
		return nil
	}
	return one
}

// IsArrow reports whether a key is an arrow key or a letter with the same effect.
func IsArrow(key key.Binding, name string) bool {
	arrows := []string{"up", "down", "left", "right"}
	isArrow := func(one string) bool { return slices.Contains(arrows, one) }
	return isArrow(name) || slices.Contains([]string{"h", "j", "k", "l"}, name) && slices.ContainsFunc(key.Keys(), isArrow)
}

// NumberKeys returns the keys that choose a line by its number, at most nine.
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

// Step returns -1 for a key that moves back, up or left, and +1 for other keys.
func Step(name string) int {
	if slices.Contains([]string{"up", "k", "left", "h", "shift+tab"}, name) {
		return -1
	}
	return +1
}

// Either returns one if first is set, and other otherwise.
func Either(first bool, one, other prose.Text) prose.Text {
	if first {
		return one
	}
	return other
}
