package tui

import (
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// menuScreen is what can be done about a table, below what is seen of it.
type menuScreen struct {
	unmoved
	table  *tableScreen
	cursor int
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
	t := m.table
	choices := []choice{{"n", prose.T("Back to the table"), prose.Text{}, func() tea.Cmd { return nil }}}
	if t.seated() {
		choices = append(choices, choice{"h", prose.T("Go to the hall"), prose.T("Your seat is kept."), t.away})
	}
	people := prose.T("Mute somebody, send them away, or make them the host.")
	switch {
	case !t.seated():
		people = prose.T("Mute somebody, or look into a hand that is shown.")
	case t.inPlay():
		people = prose.T("Mute somebody, or read the commitment.")
	}
	choices = append(choices, choice{"w", prose.T("People"), people, func() tea.Cmd {
		t.root.open(&participantsScreen{table: t})
		return nil
	}})
	if t.seated() && t.inPlay() {
		choices = append(choices, m.pause(), m.eyes())
	}
	return append(choices, choice{"?", prose.T("Keys and rules"), prose.Text{}, func() tea.Cmd {
		t.openHelp()
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
		one.does, one.about = prose.T("Resign and leave"), prose.T("Your seat is not kept.")
	}
	return one
}

func (m *menuScreen) key(key tea.KeyPressMsg) tea.Cmd {
	choices := m.choices()
	m.cursor = min(m.cursor, len(choices)-1)
	switch name := key.String(); name {
	case "esc", "q":
		m.table.root.close(m)
	case "up", "k", "shift+tab":
		m.cursor = (m.cursor + len(choices) - 1) % len(choices)
	case "down", "j", "tab":
		m.cursor = (m.cursor + 1) % len(choices)
	case "enter":
		return m.choose(choices[m.cursor])
	default:
		for _, one := range append(choices, m.forPlayers()...) {
			if one.key == name {
				return m.choose(one)
			}
		}
	}
	return nil
}

// choose closes the menu and does what was chosen.
func (m *menuScreen) choose(one choice) tea.Cmd {
	m.table.root.close(m)
	return one.do()
}

// click implements screen: a line is chosen, and done where it is chosen already.
func (m *menuScreen) click(_, y int) tea.Cmd {
	root, choices := m.table.root, m.choices()
	return root.pick(&m.cursor, y-(root.height-1-len(root.messageLines())-len(choices)), len(choices), "enter")
}

func (m *menuScreen) draw() (lines []string, title string) {
	t := m.table
	theme, choices := t.root.theme, m.choices()
	m.cursor = min(m.cursor, len(choices)-1)
	widest := 0
	for _, one := range choices {
		widest = max(widest, look.Width(t.root.say(one.does)))
	}
	words := []string{look.Sides(" "+theme.Title.Render(t.root.say(prose.T("Menu"))), t.timeLeft(), t.root.width)}
	for i, one := range choices {
		mark, style := "   ", theme.Text
		if i == m.cursor {
			mark, style = theme.Accent.Render(" ▸ "), theme.Strong
		}
		line := mark + theme.Key.Render(one.key) + "  " + style.Render(look.Fit(t.root.say(one.does), widest))
		if about := t.root.say(one.about); look.Width(line)+2+look.Width(about) < t.root.width {
			line += "  " + theme.Faint.Render(about)
		}
		words = append(words, line)
	}
	words = append(words, t.root.messageLines()...)
	return t.drawOver(words, []board.Hint{board.Press("enter", prose.T("choose")), board.Press("↑↓", prose.T("another")), board.Leave("esc", prose.T("back"))})
}
