package widget

import (
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
)

// Scroller is the scroll position of a page of lines.
type Scroller struct{ top int }

// ScrollBindings returns the keys that scroll it.
func (s *Scroller) ScrollBindings(c *screen.Context, lines func() []string) []screen.Binding {
	page := func() int { return max(1, c.Height-5) }
	scrolls := func(by func() int) func(string) tea.Cmd { return screen.Call(func() { s.top += by() }) }
	return []screen.Binding{
		{Key: keymap.Of("↑↓", "up", "down", "k", "j"), Hint: prose.T("scroll"), Help: prose.T("scroll"), Do: func(name string) tea.Cmd {
			s.top += screen.Step(name)
			return nil
		}},
		{Key: keymap.Of("space", "space", "pgdown", "right"), Hint: prose.T("next page"), Help: prose.T("next page"), Do: scrolls(page)},
		{Key: keymap.Of("pgup", "pgup", "left"), Help: prose.T("previous page"), Do: scrolls(func() int { return -page() })},
		{Key: keymap.Named("home"), Help: prose.T("to the start"), Do: scrolls(func() int { return -s.top })},
		{Key: keymap.Named("end"), Help: prose.T("to the end"), Do: scrolls(func() int { return len(lines()) })},
	}
}

// Shown returns the visible lines.
func (s *Scroller) Shown(c *screen.Context, lines []string) []string {
	s.top = max(0, min(s.top, len(lines)-c.BodyHeight()))
	return lines[s.top:]
}
