package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// shareScreen shows the result of a match as text to be copied.
type shareScreen struct {
	screen.Base
	root  *Root
	match lobby.Finished
	bound screen.BindingCache[screen.Always]
}

// openCard asks for the match as it was kept, and shows its result to be passed on.
func (e *ending) openCard() tea.Cmd {
	if e.asked {
		return nil
	}
	e.asked = true
	history, id := e.table.root.ctx.History, e.table.update.Past
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), screen.Patience)
		defer cancel()
		match, err := history.Match(ctx, id)
		if err != nil {
			return endingMsg{ending: e, err: prose.Because(err, "That match cannot be read just now. Try again in a moment.")}
		}
		return endingMsg{ending: e, card: &match}
	}
}

func (c *shareScreen) Bindings() []screen.Binding { return c.bound.Get(screen.Always{}, c.bind) }

func (c *shareScreen) bind(screen.Always) []screen.Binding {
	return []screen.Binding{{Key: keys.Of("esc", "esc", "q", "enter", "s"), Hint: prose.T("back"), Help: prose.T("back to the match"), Leaves: true, Do: screen.Call(func() { c.root.close(c) })}}
}

func (c *shareScreen) View() (lines []string, title string) {
	theme := c.root.ctx.Theme
	body := []string{""}
	title = c.root.ctx.Kit(c.match.Record.Game).Game.Title
	for _, line := range c.match.ShareText(title, c.root.session.JoinLine("")+" replay "+c.match.ID) {
		body = append(body, widget.Paragraph(c.root.ctx.Say(line), theme.Strong, c.root.ctx.Width-4)...)
	}
	hint := prose.T("Select the text to copy it.")
	if !c.root.ctx.Settings.NoMouse {
		hint = prose.T("To copy the text, hold Shift while you select it.")
	}
	body = append(append(body, ""), widget.Paragraph(c.root.ctx.Say(hint), theme.Faint, c.root.ctx.Width-4)...)
	return c.root.page(c.root.ctx.Say(prose.T("Share the result")), c.root.you(), body), title
}
