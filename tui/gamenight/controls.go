package gamenight

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// controls lists what the host can do, what is pending, and which results can be corrected.
type controls struct {
	screen.Base
	below *Screen
	list  widget.List
	asked lobby.NightOp // performed once the host confirms it; nil if nothing is asked
	asks  prose.Text
}

// control is an entry of the list.
type control struct {
	key string
	lobby.HostVerb
}

// hostControls returns the entries with their keys. Those for teams are included if teams is set.
func hostControls(teams bool) (all []control) {
	keys := map[string]string{
		"begin": "b", "pause": "p", "extend": "+", "last": "l", "move": "m", "merge": "g", "cancel": "c", "correct": "r",
		"assign": "t", "captain": "n", "void": "v", "restore": "z", "announce": "a", "stop": "d", "kick": "x", "host": "h", "deputy": "u", "again": "o", "end": "e",
	}
	for _, v := range lobby.HostVerbs() {
		if !teams && (v.Name == "assign" || v.Name == "captain") {
			continue
		}
		all = append(all, control{keys[v.Name], v})
	}
	return all
}

func (c *controls) all() []control { return hostControls(len(c.below.update.Teams) > 0) }

// Revision implements screen.Screen. It changes with the game night.
func (c *controls) Revision() uint64 { return c.below.Revision() }

// Bindings implements screen.Screen.
func (c *controls) Bindings() screen.Bindings { return slices.Values(c.bind()) }

func (c *controls) bind() []screen.Binding {
	if c.asked != nil {
		return []screen.Binding{
			{Key: keymap.Named("y"), Hint: prose.T("yes"), Do: screen.Command(c.confirm)},
			{Key: keymap.Of("n", "n", "esc"), Hint: prose.T("no"), Leaves: true, Do: screen.Call(func() { c.asked = nil })},
		}
	}
	all := c.all()
	bound := []screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("do it"), Help: prose.T("carry out the entry under the cursor"), Do: screen.Command(func() tea.Cmd { return c.choose(all[c.list.Cursor]) })},
		c.list.StepBinding(func() int { return len(all) }, prose.T("choose"), prose.T("go through the list")),
	}
	for _, one := range all {
		bound = append(bound, screen.Binding{Key: keymap.Named(one.key), Help: one.Does, Do: screen.Command(func() tea.Cmd { return c.choose(one) })})
	}
	return append(bound,
		screen.Binding{Key: keymap.Named("-"), Help: prose.T("end the game night 15 minutes earlier"), Do: screen.Command(func() tea.Cmd {
			return c.below.request(lobby.ExtendGameNight{Minutes: -lobby.ExtensionMinutes})
		})},
		screen.Binding{Key: keymap.Of("esc", "esc", "q"), Hint: prose.T("back"), Leaves: true, Do: screen.Call(func() { c.below.ctx.Shell.Close(c) })},
	)
}

// choose performs an entry, or asks for its arguments.
func (c *controls) choose(one control) tea.Cmd {
	c.list.Cursor = slices.IndexFunc(c.all(), func(other control) bool { return other.Name == one.Name })
	switch {
	case one.Name == "last":
		return c.below.request(lobby.CallLastMatch{On: !c.below.update.Last})
	case one.Usage == "" || one.Name == "extend":
		return c.read(one, "")
	}
	ctx := c.below.ctx
	help := ctx.Say(prose.T("{usage}: {does}", prose.Literal(one.Usage), prose.Sub(one.Does)))
	first := ""
	if one.Name == "again" {
		first = c.below.update.Plan.NextWeek(time.Now())
	}
	prompt := widget.OpenPrompt(ctx, one.Name, help, first, 200, func(text string) tea.Cmd { return c.read(one, text) })
	prompt.Optional = one.Name == "deputy" || one.Name == "again"
	return nil
}

// read parses the arguments of a verb and performs it, or asks for confirmation first.
func (c *controls) read(one control, text string) tea.Cmd {
	op, err := one.Read(text)
	switch {
	case err != nil:
		c.below.ctx.Shell.Refuse(err)
		return nil
	case !one.Asks.IsZero():
		c.asked, c.asks = op, one.Asks
		return nil
	}
	return c.below.request(op)
}

func (c *controls) confirm() tea.Cmd {
	op := c.asked
	c.asked = nil
	return c.below.request(op)
}

// Click implements screen.Screen.
func (c *controls) Click(_, y int) tea.Cmd { return c.list.Pick(c.below.ctx, y, "enter") }

// View implements screen.Screen.
func (c *controls) View() screen.Frame {
	ctx, theme, u := c.below.ctx, c.below.ctx.Theme, c.below.update
	all := c.all()
	does := prose.T("{key}: {does}", prose.Literal(all[c.list.Cursor].key), prose.Sub(all[c.list.Cursor].Does))
	textStyle := theme.Faint
	if c.asked != nil {
		does, textStyle = c.asks, theme.Accent
	}
	foot := append([]string{""}, style.Indented(style.Wrapped(ctx.Say(does), textStyle, ctx.Width-6), 3)...)
	room := ctx.BodyHeight() - len(foot)
	from, to := c.list.Fit(len(all), room-1)
	body := c.list.Draw(theme, []string{""}, from, to, func(at int, mark string, text style.Style) string {
		return mark + theme.Accent.Render(all[at].key) + "  " + text.Render(style.Cut(all[at].Line(), listCells-6))
	})
	width := ctx.Width - listCells - 2
	if width >= sideCells {
		body = style.SideBySide(style.Exactly(body, room), c.side(room, width), listCells)
	}
	return screen.Frame{
		Title: ctx.Say(prose.T("game night")), Left: ctx.Say(prose.T("For the host of {title}", prose.Literal(u.Plan.Title))), Right: c.below.head(),
		Body: append(style.Exactly(body, room), foot...),
	}
}

// The width of the list of controls, and the minimum width of the column next to it.
const (
	listCells = 37
	sideCells = 30
)

// side returns the pending moves, the latest changes, the open tables and the results, in at most room lines.
func (c *controls) side(room, width int) (lines []string) {
	ctx, u := c.below.ctx, c.below.update
	group := func(heading prose.Text, texts []string) {
		if len(texts) == 0 {
			return
		}
		lines = append(lines, "", ctx.Theme.Title.Render(ctx.Say(heading)))
		for _, text := range texts {
			lines = append(lines, style.Wrapped(text, ctx.Theme.Text, width)...)
		}
	}
	var tables, results, log []string
	for _, t := range u.Tables {
		if isOpen(t) {
			tables = append(tables, tableLine(ctx, t))
		}
	}
	for _, t := range slices.Backward(u.Results) {
		results = append(results, tableLine(ctx, t))
	}
	for _, e := range slices.Backward(u.Log[max(0, len(u.Log)-3):]) {
		log = append(log, ctx.Say(e.Text(time.Now())))
	}
	group(prose.T("Pending"), moveLines(ctx, u.Moves))
	group(prose.T("Changed"), log)
	group(prose.T("Tables"), tables)
	group(prose.T("Results"), results)
	return lines[:min(len(lines), room)]
}

// moveLines returns pending moves, each with its number.
func moveLines(ctx *screen.Context, moves []lobby.GameNightMove) (lines []string) {
	for _, m := range moves {
		lines = append(lines, ctx.Say(prose.T("{n}  {move}", prose.N(m.Number), prose.Sub(m.Text()))))
	}
	return lines
}
