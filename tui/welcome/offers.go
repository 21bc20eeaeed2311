package welcome

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// Areas opens the screens that a first visit leads to.
type Areas interface {
	// Begin shows the player's first screen after the visit. It shows said there, unless that is
	// zero.
	Begin(said prose.Text) tea.Cmd
	// TellNotice shows the first message again, and reports whether there is one.
	TellNotice() bool
	// PlayBot asks for a game and starts a match against a bot.
	PlayBot() tea.Cmd
	// JoinByCode asks for a code and joins that room or game night.
	JoinByCode()
}

// cardScreen is the first menu of a new player.
type cardScreen struct {
	screen.Base
	ctx   *screen.Context
	areas Areas
	list  widget.List
}

// offer is an entry of the menu.
type offer struct {
	key         string
	does, about prose.Text
	do          func() tea.Cmd
}

// Bindings implements screen.Screen.
func (c *cardScreen) Bindings() screen.Bindings { return slices.Values(c.bind()) }

func (c *cardScreen) bind() []screen.Binding {
	offers := c.offers()
	all := append(
		[]screen.Binding{{Key: keymap.Named("enter"), Hint: prose.T("choose"), Do: screen.Command(func() tea.Cmd { return offers[c.list.Cursor].do() })}},
		c.list.CursorBindings(func() int { return len(offers) }, prose.T("select"), prose.Text{}, nil)...,
	)
	for _, one := range offers {
		all = append(all, screen.Binding{Key: keymap.Named(one.key), Do: screen.Command(one.do)})
	}
	return append(all, screen.Binding{Key: keymap.Of("esc", "esc", "q"), Hint: prose.T("lobby"), Leaves: true, Do: screen.Call(c.close)})
}

// offers returns the entries of the menu. The last one is the lobby.
func (c *cardScreen) offers() []offer {
	return []offer{
		{"b", prose.T("Play a bot"), prose.T("A match against an easy one starts immediately."), c.areas.PlayBot},
		{"t", prose.T("Learn a game"), prose.T("It takes five minutes, with an example match."), func() tea.Cmd { return OpenLesson(c.ctx) }},
		{"c", prose.T("Join with a code"), prose.T("You have been invited to a room."), func() tea.Cmd { c.areas.JoinByCode(); return nil }},
		{"h", prose.T("Go to the lobby"), prose.T("See who is here and what is being played."), func() tea.Cmd { c.close(); return nil }},
	}
}

// close opens the lobby.
func (c *cardScreen) close() {
	c.ctx.Shell.Close(c)
	c.areas.TellNotice()
}

// Click implements screen.Screen: it chooses a line, or does it if it is chosen already.
func (c *cardScreen) Click(_, y int) tea.Cmd {
	return c.list.Pick(c.ctx, y, "enter")
}

// View implements screen.Screen.
func (c *cardScreen) View() screen.Frame {
	theme, name, offers := c.ctx.Theme, c.ctx.You.Name, c.offers()
	welcome := c.ctx.Say(prose.T("Welcome, {name}. What would you like to do?", prose.Name(name)))
	body := append(append([]string{""}, widget.Paragraph(welcome, theme.Strong, c.ctx.Width-4)...), "")
	widest, about := 0, 0
	for _, one := range offers {
		widest, about = max(widest, style.Width(c.ctx.Say(one.does))), max(about, style.Width(c.ctx.Say(one.about)))
	}
	body = c.list.Draw(theme, body, 0, len(offers), func(at int, mark string, text style.Style) string {
		one := offers[at]
		line := mark + theme.Key.Render(one.key) + "  " + text.Render(style.Fit(c.ctx.Say(one.does), widest))
		if 6+widest+2+about <= c.ctx.Width {
			line += "  " + theme.Faint.Render(c.ctx.Say(one.about))
		}
		if !c.ctx.Short() {
			line += "\n"
		}
		return line
	})
	if back := widget.ReturnLines(c.ctx); len(back) > 0 {
		body = append(append(body, ""), back...)
	}
	return screen.Frame{Left: "parlor", Right: name, Body: body}
}
