package social

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// invitations is the screen on which the player answers invitations.
type invitations struct {
	screen.Base
	ctx     *screen.Context
	notices *Notices
	list    widget.List
}

// Bindings implements screen.Screen.
func (c *invitations) Bindings() screen.Bindings { return slices.Values(c.bind()) }

func (c *invitations) bind() []screen.Binding {
	return []screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("go there"), Help: prose.T("go there; seats you have elsewhere are kept"), Do: screen.Command(func() tea.Cmd {
			return c.answer(func(call lobby.Notice) tea.Cmd {
				return c.ctx.Enter(lobby.Accept{Call: call.ID}, prose.Text{})
			})
		})},
		{Key: keymap.Named("n"), Hint: prose.T("decline"), Help: prose.T("decline; they are told that you cannot come now"), Do: screen.Command(func() tea.Cmd {
			return c.answer(func(call lobby.Notice) tea.Cmd { return c.notices.decline(call.ID) })
		})},
		{Key: keymap.Named("m"), Hint: prose.T("mute"), Help: prose.T("mute: nothing they ask or write reaches you; they are not told"), Do: screen.Command(func() tea.Cmd {
			return c.answer(func(call lobby.Notice) tea.Cmd { return c.notices.config.Mutes.Set(call.Name, true) })
		})},
		c.list.StepBinding(func() int { return len(c.notices.invitations()) }, prose.T("choose"), prose.T("choose an invitation")),
		{Key: keymap.Of("esc", "esc", "q"), Hint: prose.T("later"), Help: prose.T("answer later"), Leaves: true, Do: screen.Call(func() { c.ctx.Shell.Close(c) })},
	}
}

// answer performs do with the chosen invitation. The screen closes after the last one.
func (c *invitations) answer(do func(lobby.Notice) tea.Cmd) tea.Cmd {
	waiting := c.notices.invitations()
	if c.list.Cursor >= len(waiting) {
		c.ctx.Shell.Close(c)
		return nil
	}
	if len(waiting) == 1 {
		c.ctx.Shell.Close(c)
	}
	return do(waiting[c.list.Cursor])
}

// Help implements screen.Screen.
func (*invitations) Help() prose.Document {
	return prose.Document{
		prose.H("Invitations"),
		prose.P("Each invitation leads to a room with a free seat for you. It expires after five minutes, or when the room closes."),
		prose.P("If you go there in the middle of a match, your seat in that match is kept, and its clock runs on as if you were away."),
	}
}

// Click implements screen.Screen.
func (c *invitations) Click(_, y int) tea.Cmd {
	return c.list.Pick(c.ctx, y, "enter")
}

// View implements screen.Screen.
func (c *invitations) View() screen.Frame {
	waiting, theme := c.notices.invitations(), c.ctx.Theme
	from, to := c.list.Fit(len(waiting), c.ctx.BodyHeight()-1)
	body := c.list.Draw(theme, []string{""}, from, to, func(at int, mark string, text style.Style) string {
		call := waiting[at]
		return mark + text.Render(style.Cut(c.ctx.Say(call.Describe(c.ctx.Kit(call.Game).Game.Title)), c.ctx.Width-4))
	})
	if len(waiting) == 0 {
		body = append(body, widget.Paragraph(c.ctx.Say(prose.T("No more invitations.")), theme.Text, c.ctx.Width-4)...)
	}
	return screen.Frame{Title: c.ctx.Say(prose.T("invitations")), Left: c.ctx.Say(prose.T("Invitations")), Right: c.ctx.You.Name, Body: body}
}
