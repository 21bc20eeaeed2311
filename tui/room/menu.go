package room

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// menu lists what can be done in a room, below the room.
type menu struct {
	onRoom
	resign func()                            // asks whether to resign and leave
	behind func(words []string) screen.Frame // draws the room with another prompt
	list   widget.List
}

// choice is an entry of a menu.
type choice struct {
	key   string
	does  prose.Text
	about prose.Text // its consequences, shown if there is room
	do    func() tea.Cmd
}

// choices returns what the player can do now. The first choice changes nothing.
func (m *menu) choices() []choice {
	choices := []choice{{"n", prose.T("Back to the table"), prose.Text{}, func() tea.Cmd { return nil }}}
	if m.seated() {
		choices = append(choices, choice{"h", screen.Either(m.ofNight(), prose.T("Go to the game night"), prose.T("Go to the lobby")), prose.T("Your seat is kept."), m.toLobby})
	}
	people := prose.T("Mute, report or kick a player, or make them the host.")
	switch {
	case !m.seated():
		people = prose.T("Mute or report a player, or view a shared hand.")
	case m.inPlay():
		people = prose.T("Mute or report a player, or show the commitment.")
	}
	choices = append(choices, choice{"w", prose.T("People"), people, func() tea.Cmd {
		m.ctx.Shell.Open(&participants{onRoom: onRoom{room: m.room}})
		return nil
	}})
	if m.seated() && m.inPlay() {
		choices = append(append(choices, m.aboutAbsent()...), m.pause())
		if !m.update.Plan.Rated { // a rated match has no shared hands
			choices = append(choices, m.shareHand())
		}
	}
	choices = append(choices, choice{"r", prose.T("Change name"), prose.T("Everyone sees the new name immediately."), effect(m.config.Program.OpenRename)})
	return append(choices, choice{screen.HelpKey, prose.T("Keys and rules"), prose.Text{}, func() tea.Cmd {
		m.config.Program.OpenHelp() // the help of the room
		return nil
	}}, m.leaving())
}

// forPlayers returns keys of players that a spectator may press; the room explains why they have no
// effect.
func (m *menu) forPlayers() []choice {
	if m.seated() {
		return nil
	}
	return []choice{
		{key: "p", do: func() tea.Cmd { return m.request(lobby.Pause{Pause: true}) }},
		{key: "e", do: func() tea.Cmd { return m.request(lobby.ShowEyes{Show: true}) }},
	}
}

// pause requests a pause, agrees to one, or ends it.
func (m *menu) pause() choice {
	asks := m.update.Seats[m.update.You].Pausing
	one := choice{"p", prose.T("Ask for a pause"), prose.T("The match is paused once all players ask for it."), func() tea.Cmd {
		return m.request(lobby.Pause{Pause: !m.paused() && !asks})
	}}
	switch {
	case m.paused():
		one.does, one.about = prose.T("Resume the match"), prose.Text{}
	case asks:
		one.does, one.about = prose.T("Withdraw the request to pause"), prose.Text{}
	case m.absences().asksForPause() != engine.Watcher:
		one.does = prose.T("Agree to a pause")
	}
	return one
}

// shareHand shows the hand to spectators, or hides it again.
func (m *menu) shareHand() choice {
	shown := m.update.Seats[m.update.You].Eyes
	one := choice{"e", prose.T("Share my hand with spectators"), prose.T("The other players do not see it."), func() tea.Cmd {
		return m.request(lobby.ShowEyes{Show: !shown})
	}}
	if shown {
		one.does, one.about = prose.T("Stop sharing my hand"), prose.Text{}
	}
	return one
}

func (m *menu) leaving() choice {
	one := choice{"y", prose.T("Leave this table"), prose.Text{}, m.leave}
	switch {
	case !m.seated():
		one.does = prose.T("Stop watching")
	case m.inPlay():
		one.does, one.about, one.do = prose.T("Resign and leave"), prose.T("Your seat is not kept."), effect(m.resign)
	}
	return one
}

// aboutAbsent returns the choices that concern an absent player.
func (m *menu) aboutAbsent() (choices []choice) {
	now := m.absences().longest()
	if now.seat == engine.Watcher {
		return nil
	}
	order := func(do lobby.RoomOp) func() tea.Cmd {
		return func() tea.Cmd { return m.request(do) }
	}
	if now.substitute {
		choices = append(choices, choice{"b", prose.T("Let a bot play"), prose.T("It plays until they return."), order(lobby.AddSubstitute{Seat: now.seat})})
	}
	if now.claim {
		choices = append(choices, choice{"c", prose.T("Claim a forfeit"), prose.T("They resign, as if they had left."), order(lobby.ClaimWin{Seat: now.seat})})
	}
	if others := slices.ContainsFunc(m.update.Seats, m.absences().isOtherHere); now.claim && !others && !m.update.Plan.Rated {
		choices = append(choices, choice{"x", prose.T("Close room"), prose.T("The match does not count."), order(lobby.CloseRoom{})})
	}
	return choices
}

// Bindings implements screen.Screen.
func (m *menu) Bindings() screen.Bindings {
	choices := m.choices()
	m.list.Cursor = min(m.list.Cursor, len(choices)-1)
	all := []screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("choose"), Do: screen.Command(func() tea.Cmd { return m.choose(choices[m.list.Cursor]) })},
		m.list.CycleBinding(func() int { return len(choices) }, prose.T("select"), prose.Text{}),
		m.ctx.CloseBinding(m, prose.Text{}),
	}
	for _, one := range append(choices, m.forPlayers()...) {
		all = append(all, screen.Binding{Key: keymap.Named(one.key), Do: screen.Command(func() tea.Cmd { return m.choose(one) })})
	}
	return slices.Values(all)
}

// choose closes the menu and performs a choice.
func (m *menu) choose(one choice) tea.Cmd {
	m.ctx.Shell.Close(m)
	return one.do()
}

// Click implements screen.Screen: a line is chosen, and done where it is chosen already.
func (m *menu) Click(_, y int) tea.Cmd {
	return m.list.Pick(m.ctx, y-m.ctx.BodyHeight(), "enter")
}

// View implements screen.Screen.
func (m *menu) View() screen.Frame {
	theme, choices := m.ctx.Theme, m.choices()
	widest := 0
	for _, one := range choices {
		widest = max(widest, style.Width(m.ctx.Say(one.does)))
	}
	words := []string{style.Sides(" "+theme.Title.Render(m.ctx.Say(prose.T("Menu"))), m.clock().timeLeft(), m.ctx.Width)}
	return m.behind(m.list.Draw(theme, words, 0, len(choices), func(at int, mark string, textStyle style.Style) string {
		one := choices[at]
		line := mark + theme.Key.Render(one.key) + "  " + textStyle.Render(style.Fit(m.ctx.Say(one.does), widest))
		if about := m.ctx.Say(one.about); style.Width(line)+2+style.Width(about) < m.ctx.Width {
			line += "  " + theme.Faint.Render(about)
		}
		return line
	}))
}

// effect returns a choice without a command.
func effect(do func()) func() tea.Cmd {
	return func() tea.Cmd {
		do()
		return nil
	}
}
