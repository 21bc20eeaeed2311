package widget

import (
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
)

// List is a cursor in a list that may be longer than the screen.
type List struct {
	Cursor int
	Top    int // the first line that is drawn
	room   int // how many are
}

// CursorBindings returns the keys that move the cursor through count lines, with their hint
// and help. After each, moved is called.
func (l *List) CursorBindings(count func() int, hint, help prose.Text, moved func() tea.Cmd) []screen.Binding {
	goes := func(step func() int) func(string) tea.Cmd {
		return func(string) tea.Cmd {
			l.Cursor = max(0, min(l.Cursor+step(), count()-1))
			return moved()
		}
	}
	return []screen.Binding{
		{Key: keymap.Of("↑↓", "up", "down", "k", "j"), Hint: hint, Help: help, Do: func(name string) tea.Cmd {
			return goes(func() int { return screen.Step(name) })(name)
		}},
		{Key: keymap.Of("pgdown", "pgdown", "space"), Do: goes(func() int { return max(1, l.room) })},
		{Key: keymap.Named("pgup"), Do: goes(func() int { return -max(1, l.room) })},
		{Key: keymap.Named("home"), Do: goes(func() int { return -l.Cursor })},
		{Key: keymap.Named("end"), Do: goes(count)},
	}
}

// Fit returns which of count lines are drawn where there is room for some: the
// cursor is among them.
func (l *List) Fit(count, room int) (from, to int) {
	l.room = max(1, room)
	l.Top = max(0, min(l.Top, count-l.room))
	l.Top = max(l.Cursor-l.room+1, min(l.Top, l.Cursor))
	return l.Top, min(count, l.Top+l.room)
}

// Select moves the cursor to the line that is drawn at a place, and reports whether
// it was there already.
func (l *List) Select(at, count int) (again bool) {
	if at < 0 || at >= l.room || l.Top+at >= count {
		return false
	}
	again = l.Cursor == l.Top+at
	l.Cursor = l.Top + at
	return again
}
