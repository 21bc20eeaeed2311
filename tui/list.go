package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// list is where somebody stands in a list that may be longer than the screen.
type list struct {
	cursor int
	top    int // the first line that is drawn
	room   int // how many are
}

// bindings are the keys that go through a list of so many lines: what its hint and
// its help say, and what is done when the cursor has moved.
func (l *list) bindings(count func() int, hint, help prose.Text, moved func() tea.Cmd) []screen.Binding {
	goes := func(step func() int) func(string) tea.Cmd {
		return func(string) tea.Cmd {
			l.cursor = max(0, min(l.cursor+step(), count()-1))
			return moved()
		}
	}
	return []screen.Binding{
		{Key: keys.Of("↑↓", "up", "down", "k", "j"), Hint: hint, Help: help, Do: func(name string) tea.Cmd {
			return goes(func() int { return screen.Step(name) })(name)
		}},
		{Key: keys.Of("pgdown", "pgdown", "space"), Do: goes(func() int { return max(1, l.room) })},
		{Key: keys.Named("pgup"), Do: goes(func() int { return -max(1, l.room) })},
		{Key: keys.Named("home"), Do: goes(func() int { return -l.cursor })},
		{Key: keys.Named("end"), Do: goes(count)},
	}
}

// fit returns which of so many lines are drawn where there is room for some:
// the cursor is among them.
func (l *list) fit(count, room int) (from, to int) {
	l.room = max(1, room)
	l.top = max(0, min(l.top, count-l.room))
	l.top = max(l.cursor-l.room+1, min(l.top, l.cursor))
	return l.top, min(count, l.top+l.room)
}

// click chooses the line that is drawn at a place; again says that it was
// chosen already, and is to be opened.
func (l *list) click(at, count int) (again bool) {
	if at < 0 || at >= l.room || l.top+at >= count {
		return false
	}
	again = l.cursor == l.top+at
	l.cursor = l.top + at
	return again
}
