package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// menuScreen is what can be done about a table, below what is seen of it.
type menuScreen struct {
	screen.Base
	table  *tableScreen
	cursor int

	bound screen.BindingCache[menuState]
	lines []choice // that are bound
}

// menuState is what the choices depend on.
type menuState struct {
	seated, inPlay, paused, asks, asked, shown bool
	absent                                     absence
	alone                                      bool // with who is away
}

// choice is one line of a menu.
type choice struct {
	key   string
	does  prose.Text
	about prose.Text // what becomes of it; shown where there is room
	do    func() tea.Cmd
}

// choices are what the person can do now; the first changes nothing.
func (m *menuScreen) choices() []choice {
	m.Bindings()
	return m.lines
}

func (m *menuScreen) list() []choice {
	t := m.table
	choices := []choice{{"n", prose.T("Back to the table"), prose.Text{}, func() tea.Cmd { return nil }}}
	if t.seated() {
		choices = append(choices, choice{"h", screen.Either(t.ofNight(), prose.T("Go to the game night"), prose.T("Go to the hall")), prose.T("Your seat is kept."), t.away})
	}
	people := prose.T("Mute or report somebody, send them away, or make them the host.")
	switch {
	case !t.seated():
		people = prose.T("Mute or report somebody, or look into a hand that is shown.")
	case t.inPlay():
		people = prose.T("Mute or report somebody, or read the commitment.")
	}
	choices = append(choices, choice{"w", prose.T("People"), people, func() tea.Cmd {
		t.root.open(&participantsScreen{table: t})
		return nil
	}})
	if t.seated() && t.inPlay() {
		choices = append(append(choices, m.absences()...), m.pause())
		if !t.update.Plan.Rated { // where nobody can share their hand
			choices = append(choices, m.eyes())
		}
	}
	choices = append(choices, choice{"r", prose.T("Take another name"), prose.T("Everybody sees the new one at once."), effect(areas{t.root}.OpenRename)})
	return append(choices, choice{screen.HelpKey, prose.T("Keys and rules"), prose.Text{}, func() tea.Cmd {
		t.root.openHelp() // that of the table
		return nil
	}}, m.leave())
}

// forPlayers are keys of a player that a watcher may press: the room says why
// they do nothing.
func (m *menuScreen) forPlayers() []choice {
	t := m.table
	if t.seated() {
		return nil
	}
	return []choice{
		{key: "p", do: func() tea.Cmd { return t.root.order(t.handle, lobby.Pause{Pause: true}) }},
		{key: "e", do: func() tea.Cmd { return t.root.order(t.handle, lobby.ShowEyes{Show: true}) }},
	}
}

// pause asks for a pause, agrees to one, or ends it.
func (m *menuScreen) pause() choice {
	t := m.table
	asks := t.update.Seats[t.update.You].Pausing
	one := choice{"p", prose.T("Ask for a pause"), prose.T("The match is paused once all players ask for it."), func() tea.Cmd {
		return t.root.order(t.handle, lobby.Pause{Pause: !t.paused() && !asks})
	}}
	switch {
	case t.paused():
		one.does, one.about = prose.T("Go on with the match"), prose.Text{}
	case asks:
		one.does, one.about = prose.T("Ask for no pause"), prose.Text{}
	case t.asksForPause() != engine.Watcher:
		one.does = prose.T("Agree to a pause")
	}
	return one
}

// eyes shows the hand to watchers, or hides it from them.
func (m *menuScreen) eyes() choice {
	t := m.table
	shown := t.update.Seats[t.update.You].Eyes
	one := choice{"e", prose.T("Show watchers my hand"), prose.T("The other players do not see it."), func() tea.Cmd {
		return t.root.order(t.handle, lobby.ShowEyes{Show: !shown})
	}}
	if shown {
		one.does, one.about = prose.T("Hide my hand from watchers"), prose.Text{}
	}
	return one
}

func (m *menuScreen) leave() choice {
	t := m.table
	one := choice{"y", prose.T("Leave this table"), prose.Text{}, t.leave}
	switch {
	case !t.seated():
		one.does = prose.T("Stop watching")
	case t.inPlay():
		one.does, one.about, one.do = prose.T("Resign and leave"), prose.T("Your seat is not kept."), effect(t.askResign)
	}
	return one
}

func (m *menuScreen) Bindings() []screen.Binding {
	t := m.table
	now := menuState{seated: t.seated(), inPlay: t.inPlay(), paused: t.paused()}
	if now.seated {
		now.absent, now.alone = t.absent(), !slices.ContainsFunc(t.update.Seats, t.isOtherHere)
		mine := t.update.Seats[t.update.You]
		now.asks, now.asked, now.shown = mine.Pausing, t.asksForPause() != engine.Watcher, mine.Eyes
	}
	return m.bound.Get(now, m.bind)
}

func (m *menuScreen) bind(menuState) []screen.Binding {
	m.lines = m.list()
	m.cursor = min(m.cursor, len(m.lines)-1)
	all := []screen.Binding{
		{Key: keys.Named("enter"), Hint: prose.T("choose"), Do: screen.Command(func() tea.Cmd { return m.choose(m.lines[m.cursor]) })},
		{Key: keys.Of("↑↓", "up", "down", "k", "j", "shift+tab", "tab"), Hint: prose.T("another"), Do: func(name string) tea.Cmd {
			n := len(m.lines)
			m.cursor = (m.cursor + n + screen.Step(name)) % n
			return nil
		}},
		m.table.root.ctx.CloseBinding(m, prose.Text{}),
	}
	for _, one := range append(m.lines[:len(m.lines):len(m.lines)], m.forPlayers()...) {
		all = append(all, screen.Binding{Key: keys.Named(one.key), Do: screen.Command(func() tea.Cmd { return m.choose(one) })})
	}
	return all
}

// Revision implements screen.
func (m *menuScreen) Revision() uint64 { return m.table.Revision() }

// choose closes the menu and does what was chosen.
func (m *menuScreen) choose(one choice) tea.Cmd {
	m.table.root.close(m)
	return one.do()
}

// Click implements screen: a line is chosen, and done where it is chosen already.
func (m *menuScreen) Click(_, y int) tea.Cmd {
	root, choices := m.table.root, m.choices()
	return widget.Pick(root.ctx, &m.cursor, y-(root.ctx.Height-1-len(root.messageLines())-len(choices)), len(choices), "enter")
}

func (m *menuScreen) View() (lines []string, title string) {
	t := m.table
	theme, choices := t.root.ctx.Theme, m.choices()
	widest := 0
	for _, one := range choices {
		widest = max(widest, look.Width(t.root.ctx.Say(one.does)))
	}
	words := []string{look.Sides(" "+theme.Title.Render(t.root.ctx.Say(prose.T("Menu"))), t.timeLeft(), t.root.ctx.Width)}
	for i, one := range choices {
		mark, style := "   ", theme.Text
		if i == m.cursor {
			mark, style = theme.Accent.Render(" ▸ "), theme.Strong
		}
		line := mark + theme.Key.Render(one.key) + "  " + style.Render(look.Fit(t.root.ctx.Say(one.does), widest))
		if about := t.root.ctx.Say(one.about); look.Width(line)+2+look.Width(about) < t.root.ctx.Width {
			line += "  " + theme.Faint.Render(about)
		}
		words = append(words, line)
	}
	words = append(words, t.root.messageLines()...)
	return t.drawOver(words)
}

// effect is a choice that brings nothing.
func effect(do func()) func() tea.Cmd {
	return func() tea.Cmd {
		do()
		return nil
	}
}
