package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/lobby/document"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// scroller is how far a page of lines is scrolled.
type scroller struct{ top int }

// bindings are the keys that scroll it.
func (s *scroller) bindings(r *Root, lines func() []string) []screen.Binding {
	page := func() int { return max(1, r.ctx.Height-5) }
	scrolls := func(by func() int) func(string) tea.Cmd { return screen.Call(func() { s.top += by() }) }
	return []screen.Binding{
		{Key: keys.Of("↑↓", "up", "down", "k", "j"), Hint: prose.T("scroll"), Help: prose.T("scroll"), Do: func(name string) tea.Cmd {
			s.top += screen.Step(name)
			return nil
		}},
		{Key: keys.Of("space", "space", "pgdown", "right"), Hint: prose.T("next page"), Help: prose.T("a page on"), Do: scrolls(page)},
		{Key: keys.Of("pgup", "pgup", "left"), Help: prose.T("a page back"), Do: scrolls(func() int { return -page() })},
		{Key: keys.Named("home"), Help: prose.T("to the beginning"), Do: scrolls(func() int { return -s.top })},
		{Key: keys.Named("end"), Help: prose.T("to the end"), Do: scrolls(func() int { return len(lines()) })},
	}
}

// shown are the lines that are not scrolled away.
func (s *scroller) shown(r *Root, lines []string) []string {
	s.top = max(0, min(s.top, len(lines)-(r.ctx.Height-4)))
	return lines[s.top:]
}

// mostSheetCells is how wide a sheet is that can still be read well.
const mostSheetCells = 100

// sheet renders a document as the body of a screen.
func (r *Root) sheet(d document.Document) []string {
	return append([]string{""}, sheet{r.ctx.Theme, r.ctx.Voice, min(r.ctx.Width-6, mostSheetCells), 3}.lines(d)...)
}

// awaited is the body of a screen whose document has not come yet.
func (r *Root) awaited() []string {
	return []string{"", "   " + r.ctx.Theme.Text.Render(r.ctx.Say(prose.T("One moment…")))}
}
