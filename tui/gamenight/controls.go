package gamenight

import (
	"slices"
	"strconv"
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
	asked *order // performed once the host confirms it; nil if nothing is asked
	asks  prose.Text
}

// order is an operation of a control, as the host has typed it.
type order struct {
	control control
	typed   string
	op      lobby.NightOp
}

// refusedMsg is the refusal of an order, which can be typed again.
type refusedMsg struct {
	controls *controls
	order    order
	err      error
}

// control is an entry of the list. Its key is empty if it is chosen in the list only.
type control struct {
	key string
	lobby.HostVerb
}

// hostControls returns the entries with their keys, which mean nothing else on the screens of a game night or, for a
// player who is away from it, in the lobby. Those for teams are included if teams is set.
func hostControls(teams bool) (all []control) {
	keys := map[string]string{
		"begin": "b", "pause": "p", "extend": "+", "last": "l", "move": "m", "captain": "n", "restore": "z",
		"announce": "a", "stop": "d", "kick": "x", "host": "h", "deputy": "u", "end": "f",
	}
	for _, v := range lobby.HostVerbs() {
		if !teams && (v.Name == "assign" || v.Name == "captain") {
			continue
		}
		all = append(all, control{keys[v.Name], v})
	}
	return all
}

// openControls opens the controls of the host. Once the game night is over, the cursor is on the entry that repeats it.
func (s *Screen) openControls() {
	c := &controls{below: s}
	if s.update.Stage == lobby.GameNightOver {
		c.list.Cursor = slices.IndexFunc(c.all(), func(one control) bool { return one.Name == "again" })
	}
	s.ctx.Shell.Open(c)
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
		if one.key != "" {
			bound = append(bound, screen.Binding{Key: keymap.Named(one.key), Help: one.Does, Do: screen.Command(func() tea.Cmd { return c.choose(one) })})
		}
	}
	return append(bound, screen.Binding{Key: keymap.Of("esc", "esc", "q"), Hint: prose.T("back"), Leaves: true, Do: screen.Call(func() { c.below.ctx.Shell.Close(c) })})
}

// choose performs an entry, or asks for its arguments.
func (c *controls) choose(one control) tea.Cmd {
	c.list.Cursor = slices.IndexFunc(c.all(), func(other control) bool { return other.Name == one.Name })
	switch {
	case one.Name == "last" && c.below.update.Last:
		return c.request(order{control: one, op: lobby.CallLastMatch{}})
	case one.Name == "last":
		c.asked = &order{control: one, op: lobby.CallLastMatch{On: true}}
		c.asks = prose.T("Call the last match? No more tables are made, and the game night ends with the matches under way.")
	case one.Usage == "":
		return c.read(one, "")
	default:
		c.prompt(one, c.suggested(one))
	}
	return nil
}

// prompt asks for the arguments of an entry. It names the tables or results among which the host chooses.
func (c *controls) prompt(one control, text string) {
	ctx, u := c.below.ctx, c.below.update
	help := []prose.Text{prose.T("{command}: {does}.", prose.Literal(one.Line()), prose.Sub(one.Does))}
	var tables []lobby.GameNightTable
	switch one.Name {
	case "correct", "void", "restore":
		tables = slices.Clone(u.Results[max(0, len(u.Results)-promptTables):])
		slices.Reverse(tables)
	case "move", "merge", "stop":
		tables = slices.DeleteFunc(slices.Clone(u.Tables), func(t lobby.GameNightTable) bool { return !isOpen(t) })
	}
	for _, t := range tables[:min(len(tables), promptTables)] {
		help = append(help, prose.T("Table {table}.", prose.Literal(tableLine(ctx, t, time.Now()))))
	}
	prompt := widget.OpenPrompt(ctx, one.Name, ctx.SayAll(help), text, 200, func(text string) tea.Cmd { return c.read(one, text) })
	prompt.Optional = one.Name == "deputy" || one.Name == "again" || one.Name == "extend"
}

// promptTables is the maximum number of tables that a prompt names.
const promptTables = 5

// suggested returns the arguments with which the prompt of an entry begins.
func (c *controls) suggested(one control) string {
	u := c.below.update
	switch {
	case one.Name == "extend":
		return strconv.Itoa(lobby.ExtensionMinutes)
	case one.Name == "again":
		return u.Plan.NextWeek(time.Now())
	case one.Name == "correct" && len(u.Results) > 0:
		return u.Results[len(u.Results)-1].TypedResult()
	}
	return ""
}

// read parses the arguments of a verb and performs it, or asks for confirmation first. If it cannot, the host can go on
// typing.
func (c *controls) read(one control, text string) tea.Cmd {
	op, err := one.Read(text)
	switch {
	case err != nil:
		c.prompt(one, text)
		c.below.ctx.Shell.Refuse(err)
		return nil
	case !one.Asks.IsZero():
		c.asked, c.asks = &order{one, text, op}, one.Asks
		return nil
	}
	return c.request(order{one, text, op})
}

func (c *controls) confirm() tea.Cmd {
	do := *c.asked
	c.asked = nil
	return c.request(do)
}

// request performs an order. What was typed is not lost if it is refused.
func (c *controls) request(do order) tea.Cmd {
	asked := c.below.request(do.op)
	if do.typed == "" {
		return asked
	}
	return func() tea.Msg {
		msg := asked()
		if done, is := msg.(screen.Done); is && done.Err != nil {
			return refusedMsg{c, do, done.Err}
		}
		return msg
	}
}

// Update implements screen.Screen. After a refusal, the host can go on typing, unless another screen is shown by then.
func (c *controls) Update(msg tea.Msg) tea.Cmd {
	if refused, is := msg.(refusedMsg); is && refused.controls == c {
		if c.below.ctx.OnTop(c) {
			c.prompt(refused.order.control, refused.order.typed)
		}
		c.below.ctx.Shell.Refuse(refused.err)
	}
	return nil
}

// Click implements screen.Screen.
func (c *controls) Click(_, y int) tea.Cmd { return c.list.Pick(c.below.ctx, y, "enter") }

// View implements screen.Screen.
func (c *controls) View() screen.Frame {
	ctx, theme := c.below.ctx, c.below.ctx.Theme
	all := c.all()
	does, textStyle := all[c.list.Cursor].Does, theme.Faint
	if c.asked != nil {
		does, textStyle = c.asks, theme.Accent
	}
	foot := append([]string{""}, style.Indented(style.Wrapped(ctx.Say(does), textStyle, ctx.Width-6), 3)...)
	room := ctx.BodyHeight() - len(foot)
	var body []string
	if len(all) < room {
		body = append(body, "")
	}
	lines := room - len(body)
	if len(all) > lines {
		lines-- // for the number of the others
	}
	from, to := c.list.Fit(len(all), lines)
	body = c.list.Draw(theme, body, from, to, func(at int, mark string, text style.Style) string {
		return mark + theme.Accent.Render(style.Fit(all[at].key, 1)) + "  " + text.Render(style.Cut(all[at].Line(), listCells-6))
	})
	body = append(body, moreLines(ctx, len(all)-(to-from))...)
	width := ctx.Width - listCells - 2
	if width >= sideCells {
		body = style.SideBySide(style.Exactly(body, room), c.side(room, width), listCells)
	}
	return screen.Frame{
		Title: ctx.Say(prose.T("game night")), Left: ctx.Say(prose.T("For the host of {title}", prose.Literal(c.below.update.Plan.Title))), Right: c.below.head(),
		Body: append(style.Exactly(body, room), foot...),
	}
}

// The width of the list of controls, and the minimum width of the column next to it.
const (
	listCells = 37
	sideCells = 30
)

// side returns the pending moves, the latest changes, the open tables and the results, in at most room lines.
func (c *controls) side(room, width int) []string {
	ctx, u, now := c.below.ctx, c.below.update, time.Now()
	open := slices.DeleteFunc(slices.Clone(u.Tables), func(t lobby.GameNightTable) bool { return !isOpen(t) })
	results, log := slices.Clone(u.Results), []string{}
	slices.Reverse(results)
	for _, e := range slices.Backward(u.Log[max(0, len(u.Log)-3):]) {
		log = append(log, ctx.Say(e.Text(now)))
	}
	return drawGroups(ctx, []group{
		{prose.T("Pending"), moveLines(ctx, u.Moves)},
		{prose.T("Changed"), log},
		{prose.T("Tables"), tableLines(ctx, open, now)},
		{prose.T("Results"), tableLines(ctx, results, now)},
	}, room, width)
}

// moveLines returns pending moves, each with its number.
func moveLines(ctx *screen.Context, moves []lobby.GameNightMove) (lines []string) {
	for _, m := range moves {
		lines = append(lines, ctx.Say(prose.T("{n}  {move}", prose.N(m.Number), prose.Sub(m.Text()))))
	}
	return lines
}
