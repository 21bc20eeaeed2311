package room

import (
	"slices"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// share shows the result of a match as text to copy.
type share struct {
	onRoom
	match lobby.Finished
}

// Bindings implements screen.Screen.
func (c *share) Bindings() screen.Bindings { return slices.Values(c.bind()) }

func (c *share) bind() []screen.Binding {
	return []screen.Binding{{Key: keymap.Of("esc", "esc", "q", "enter", "s"), Hint: prose.T("back"), Help: prose.T("back to the match"), Leaves: true, Do: screen.Call(func() { c.ctx.Shell.Close(c) })}}
}

// View implements screen.Screen.
func (c *share) View() screen.Frame {
	theme := c.ctx.Theme
	body := []string{""}
	title := c.ctx.Kit(c.match.Record.Game).Game.Title
	for _, line := range c.match.ShareText(title, c.config.Invitation("").Line+" replay "+c.match.ID) {
		body = append(body, widget.Paragraph(c.ctx.Say(line), theme.Strong, c.ctx.Width-4)...)
	}
	hint := prose.T("Select the text to copy it.")
	if !c.ctx.Settings.NoMouse {
		hint = prose.T("To copy the text, hold Shift while you select it.")
	}
	body = append(append(body, ""), widget.Paragraph(c.ctx.Say(hint), theme.Faint, c.ctx.Width-4)...)
	return screen.Frame{Title: title, Left: c.ctx.Say(prose.T("Share the result")), Right: c.ctx.You.Name, Body: body}
}
