package widget

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// List is the cursor of a list that may be longer than the screen.
type List struct {
	Cursor int
	Top    int  // first visible entry
	room   int  // number of visible entries
	rows   Rows // rows of the last drawing
}

// Rows holds the index of the entry on each line of a body, or -1.
type Rows []int

// At returns the entry on a line, or -1.
func (r Rows) At(line int) int {
	if line < 0 || line >= len(r) {
		return -1
	}
	return r[line]
}

// Step moves the cursor of a list of count entries by an arrow key. It stops at the ends.
func (l *List) Step(name string, count int) { l.move(screen.Step(name), count) }

// Cycle moves the cursor by an arrow key. It wraps around at the ends.
func (l *List) Cycle(name string, count int) {
	l.Cursor = (l.Cursor + count + screen.Step(name)) % count
}

func (l *List) move(by, count int) { l.Cursor = max(0, min(l.Cursor+by, count-1)) }

// StepBinding returns the arrow keys, with their hint and help. They move the cursor like Step.
func (l *List) StepBinding(count func() int, hint, help prose.Text) screen.Binding {
	return screen.Binding{Key: keymap.Of("↑↓", "up", "down", "k", "j"), Hint: hint, Help: help, Do: func(name string) tea.Cmd {
		l.Step(name, count())
		return nil
	}}
}

// CycleBinding returns the arrow keys and Tab, with their hint and help. They move the cursor like
// Cycle.
func (l *List) CycleBinding(count func() int, hint, help prose.Text) screen.Binding {
	return screen.Binding{Key: keymap.Of("↑↓", "up", "down", "k", "j", "shift+tab", "tab"), Hint: hint, Help: help, Do: func(name string) tea.Cmd {
		l.Cycle(name, count())
		return nil
	}}
}

// CursorBindings returns the keys that move the cursor by one entry or more, with their hint and
// help. If moved is not nil, it is called after each key.
func (l *List) CursorBindings(count func() int, hint, help prose.Text, moved func() tea.Cmd) []screen.Binding {
	goes := func(by func() int) func(string) tea.Cmd { return screen.Call(func() { l.move(by(), count()) }) }
	all := []screen.Binding{
		l.StepBinding(count, hint, help),
		{Key: keymap.Of("pgdown", "pgdown", "space"), Do: goes(func() int { return max(1, l.room) })},
		{Key: keymap.Named("pgup"), Do: goes(func() int { return -max(1, l.room) })},
		{Key: keymap.Named("home"), Do: goes(func() int { return -l.Cursor })},
		{Key: keymap.Named("end"), Do: goes(count)},
	}
	if moved == nil {
		return all
	}
	for i := range all {
		do := all[i].Do
		all[i].Do = func(name string) tea.Cmd {
			do(name)
			return moved()
		}
	}
	return all
}

// Fit returns the range of the entries that are visible in room lines. It includes the cursor.
func (l *List) Fit(count, room int) (from, to int) {
	l.room = max(1, room)
	l.move(0, count)
	l.Top = max(0, min(l.Top, count-l.room))
	l.Top = max(l.Cursor-l.room+1, min(l.Top, l.Cursor))
	return l.Top, min(count, l.Top+l.room)
}

// Draw appends the entries in a range to a body. draw returns an entry in one or more lines, given
// its mark and style. An empty line belongs to no entry.
func (l *List) Draw(theme *style.Theme, body []string, from, to int, draw func(at int, mark string, text style.Style) string) []string {
	l.rows = append(l.rows[:0], slices.Repeat(Rows{-1}, len(body))...)
	for at := from; at < to; at++ {
		mark, text := theme.Mark(at == l.Cursor)
		for line := range strings.SplitSeq(draw(at, mark, text), "\n") {
			entry := at
			if line == "" {
				entry = -1
			}
			body, l.rows = append(body, line), append(l.rows, entry)
		}
	}
	return body
}

// At returns the entry on a line of the body, or -1.
func (l *List) At(line int) int { return l.rows.At(line) }

// ClickLine moves the cursor to the entry on a line of the body. It reports whether it was there
// before.
func (l *List) ClickLine(line int) (again bool) {
	at := l.At(line)
	if at < 0 {
		return false
	}
	again = l.Cursor == at
	l.Cursor = at
	return again
}

// Pick moves the cursor to the entry on a line of the body. If it was there before, Pick presses
// key, unless that is empty.
func (l *List) Pick(c *screen.Context, line int, key string) tea.Cmd {
	if l.ClickLine(line) && key != "" {
		return c.Shell.Press(key)
	}
	return nil
}
