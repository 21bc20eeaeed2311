package tui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// maxName is how many characters can be typed for a name.
const maxName = 24

// nameScreen asks somebody who comes for the first time what they are to be
// called. The name that they have until then is the suggestion.
type nameScreen struct {
	screen.Base
	root   *Root
	field  *textinput.Model
	asking bool // the lobby has been asked whether the name is free
	bound  screen.BindingCache[screen.Always]
}

func newNameScreen(root *Root) *nameScreen {
	return &nameScreen{root: root, field: widget.NewInput("", maxName)}
}

func (n *nameScreen) Bindings() []screen.Binding { return n.bound.Get(screen.Always{}, n.bind) }

func (n *nameScreen) bind(screen.Always) []screen.Binding {
	all := []screen.Binding{
		{Key: keys.Named("enter"), Hint: prose.T("done"), Do: screen.Command(n.enter)},
		{Key: keys.Named("esc"), Hint: prose.T("decide later"), Leaves: true, Do: screen.Command(n.done)},
	}
	if len(n.root.session.Welcome) > 0 {
		all = append(all, screen.Binding{Key: keys.Named("tab"), Hint: prose.T("about this server"), Do: screen.Call(n.root.openWelcome)})
	}
	return all
}

func (n *nameScreen) Input() screen.Input { return widget.FieldInput(n.field) }

// enter asks for what was typed, or for the suggestion.
func (n *nameScreen) enter() tea.Cmd {
	if n.asking {
		return nil
	}
	n.asking = true
	wished := strings.TrimSpace(n.field.Value())
	if wished == "" {
		wished = n.root.name
	}
	return n.root.rename(wished)
}

// Update implements screen.
func (n *nameScreen) Update(msg tea.Msg) tea.Cmd {
	named, is := msg.(namedMsg)
	if !is {
		return nil
	}
	n.asking = false
	n.Changed()
	if named.err != nil {
		return nil
	}
	next := n.done()
	if !named.told.IsZero() {
		n.root.tell(named.told)
		n.root.held = time.Now().Add(holdTime) // until it is read
	}
	return next
}

// done goes on: to the table where the person wants to be, or to the card.
func (n *nameScreen) done() tea.Cmd {
	n.root.close(n)
	if n.root.session.Seat == nil {
		n.root.open(&cardScreen{root: n.root})
	}
	n.root.noticeAgain()
	n.root.tellReturn()
	return n.root.begin()
}

// tellReturn tells a guest who goes straight to a table how to come back to it, where
// the table has no room for that.
func (r *Root) tellReturn() {
	if r.ctx.Short() && r.session.Seat != nil && r.session.ReturnLine != "" && r.session.Notice == "" {
		r.tell(prose.T("To come back as {name}, use  {command}", prose.Name(r.name), prose.Literal(r.session.ReturnLine)))
		r.held = time.Now().Add(holdTime)
	}
}

// noticeAgain tells once more what the person was to read first, which a key may
// have taken away.
func (r *Root) noticeAgain() {
	if r.session.Notice != "" {
		r.show(r.session.Notice)
	}
}

// close closes the card.
func (c *cardScreen) close() {
	c.root.close(c)
	c.root.noticeAgain()
}

func (n *nameScreen) View() (lines []string, title string) {
	r := n.root
	theme, width := r.ctx.Theme, min(r.ctx.Width-6, screen.TextCells)
	body := []string{""}
	if !r.ctx.Short() {
		body = append(body, "")
	}
	body = append(body, "   "+theme.Strong.Render(r.ctx.Say(prose.T("What shall the others call you?"))), "")
	typed := n.field.View()
	if n.field.Value() == "" {
		typed = theme.Accent.Render("▏") + theme.Faint.Render(r.name)
	}
	body = append(body, "   "+typed, "")
	for _, line := range prose.Wrap(r.ctx.Say(prose.T("Press Enter to be {name}, or type another name of up to {n} letters. You can change it at any time.", prose.Name(r.name), prose.N(r.nameCells()))), width) {
		body = append(body, "   "+theme.Faint.Render(line))
	}
	words := r.welcomeLines(width)
	if len(body)+len(words) > r.ctx.Height-4 { // they are a key away
		words = look.Indented(look.Wrapped(r.ctx.Say(prose.T("Press Tab to read about this server.")), theme.Text, width), 3)
	}
	body = append(append(body, ""), words...)
	return r.page("parlor", "", body), ""
}

// welcomeLines are what the host says to those who come for the first time.
func (r *Root) welcomeLines(width int) (lines []string) {
	for i, paragraph := range r.session.Welcome {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, look.Indented(look.Wrapped(paragraph, r.ctx.Theme.Text, width), 3)...)
	}
	return lines
}

// openWelcome shows what the host says, from its beginning to its end.
func (r *Root) openWelcome() { widget.OpenHelp(r.ctx, nil, r.hostSays()) }

// hostSays is what the host says, as a part of the help.
func (r *Root) hostSays() prose.Document {
	if len(r.session.Welcome) == 0 {
		return nil
	}
	said := prose.Document{prose.H("From the host of this server")}
	for _, paragraph := range r.session.Welcome {
		said = append(said, prose.Block{Kind: prose.Paragraph, Text: prose.T("{text}", prose.Literal(paragraph))})
	}
	return said
}

// cardScreen offers somebody who is here for the first time what they can do.
type cardScreen struct {
	screen.Base
	root  *Root
	list  widget.List
	rows  []int // choices by the lines of the body that was drawn last; -1 for none
	bound screen.BindingCache[screen.Always]
}

func (c *cardScreen) Bindings() []screen.Binding { return c.bound.Get(screen.Always{}, c.bind) }

func (c *cardScreen) bind(screen.Always) []screen.Binding {
	choices := c.choices()
	all := append(
		[]screen.Binding{{Key: keys.Named("enter"), Hint: prose.T("choose"), Do: screen.Command(func() tea.Cmd { return choices[c.list.Cursor].do() })}},
		c.list.Bindings(func() int { return len(choices) }, prose.T("another"), prose.Text{}, func() tea.Cmd { return nil })...,
	)
	for _, one := range choices {
		all = append(all, screen.Binding{Key: keys.Named(one.key), Do: screen.Command(one.do)})
	}
	return append(all, screen.Binding{Key: keys.Of("esc", "esc", "q"), Hint: prose.T("hall"), Leaves: true, Do: screen.Call(c.close)})
}

// choices are what can be done; the last one is the lobby.
func (c *cardScreen) choices() []choice {
	r := c.root
	return []choice{
		{"b", prose.T("Play a bot"), prose.T("A match against an easy one begins at once."), r.chooseBot},
		{"t", prose.T("Learn a game"), prose.T("It takes five minutes, at a prepared table."), r.learn},
		{"c", prose.T("Join with a code"), prose.T("Somebody has invited you to their room."), effect(r.hall.askCode)},
		{"h", prose.T("Go to the hall"), prose.T("See who is here and what is being played."), effect(c.close)},
	}
}

// chooseBot asks for a game and plays a bot.
func (r *Root) chooseBot() tea.Cmd {
	widget.AskGame(r.ctx, prose.T("Play a bot"), widget.AnyGame, func(at int) tea.Cmd { return r.playBot(r.ctx.Games[at]) })
	return nil
}

// playBot makes a room with a bot and begins.
func (r *Root) playBot(kit board.Game) tea.Cmd {
	visit, plan := r.ctx.Session, lobby.NewPlan(r.session.Rooms, kit.Game)
	plan.Seats, plan.Public = kit.Game.MinSeats, false
	return r.seat(func(ctx context.Context) (lobby.Handle, error) {
		handle, err := lobby.Ask(ctx, visit, lobby.Create{Plan: plan})
		if err != nil {
			return nil, err
		}
		orders := slices.Repeat([]lobby.RoomOp{lobby.AddBot{Level: engine.FirstBot}}, plan.Seats-1)
		for _, do := range append(orders, lobby.Start{}) {
			if err := lobby.Perform(ctx, handle, do); err != nil {
				return nil, errors.Join(err, lobby.Perform(ctx, handle, lobby.Leave{}))
			}
		}
		return handle, nil
	})
}

// Click implements screen: a line is chosen, and done where it is chosen already.
func (c *cardScreen) Click(_, y int) tea.Cmd {
	at := y - screen.HeadLines
	if at < 0 || at >= len(c.rows) || c.rows[at] < 0 {
		return nil
	}
	return widget.Pick(c.root.ctx, &c.list.Cursor, c.rows[at], len(c.choices()), "enter")
}

func (c *cardScreen) View() (lines []string, title string) {
	r, theme, choices := c.root, c.root.ctx.Theme, c.choices()
	welcome := r.ctx.Say(prose.T("Welcome, {name}. What would you like to do?", prose.Name(r.name)))
	body := append(append([]string{""}, widget.Paragraph(welcome, theme.Strong, r.ctx.Width-4)...), "")
	c.rows = slices.Repeat([]int{-1}, len(body))
	widest, about := 0, 0
	for _, one := range choices {
		widest, about = max(widest, look.Width(r.ctx.Say(one.does))), max(about, look.Width(r.ctx.Say(one.about)))
	}
	for i, one := range choices {
		mark, style := "   ", theme.Text
		if i == c.list.Cursor {
			mark, style = theme.Accent.Render(" ▸ "), theme.Strong
		}
		line := mark + theme.Key.Render(one.key) + "  " + style.Render(look.Fit(r.ctx.Say(one.does), widest))
		if 6+widest+2+about <= r.ctx.Width {
			line += "  " + theme.Faint.Render(r.ctx.Say(one.about))
		}
		body, c.rows = append(body, line), append(c.rows, i)
		if !r.ctx.Short() {
			body, c.rows = append(body, ""), append(c.rows, -1)
		}
	}
	if back := widget.ReturnLines(r.ctx); len(back) > 0 {
		body = append(append(body, ""), back...)
	}
	return r.page("parlor", r.name, body), ""
}

// effect is a choice that brings nothing.
func effect(do func()) func() tea.Cmd {
	return func() tea.Cmd {
		do()
		return nil
	}
}
