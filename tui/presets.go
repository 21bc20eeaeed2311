package tui

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// presetScreen makes a room by a preset; whoever wants more goes on to the form.
type presetScreen struct {
	screen.Base
	root *Root
	kit  int // index of the game
	list widget.List
	rows []int // choices by the lines of the body that was drawn last; -1 for none

	bound screen.BindingCache[screen.Always]
}

func (p *presetScreen) Bindings() []screen.Binding { return p.bound.Get(screen.Always{}, p.bind) }

func (p *presetScreen) bind(screen.Always) []screen.Binding {
	games, numbers := len(p.root.ctx.Games), screen.NumberKeys(len(lobby.Presets()))
	moves := p.list.Bindings(func() int { return len(p.choices()) }, prose.T("choose"), prose.T("choose how it is played"), func() tea.Cmd { return nil })
	return slices.Concat([]screen.Binding{
		{Key: keys.Named("enter"), Hint: prose.T("make the room"), Help: prose.T("make the room that is chosen"), Do: screen.Command(func() tea.Cmd { return p.choose(p.list.Cursor) })},
		{Key: numbers, Help: prose.T("make that room"), Do: func(name string) tea.Cmd { return p.choose(int(name[0] - '1')) }},
	}, moves, []screen.Binding{
		{Key: keys.Of("←→", "left", "right", "h", "l", "tab"), Hint: prose.T("game"), Help: prose.T("choose the game"), Do: func(name string) tea.Cmd {
			p.kit = (p.kit + screen.Step(name) + games) % games
			return nil
		}},
		{Key: keys.Named("o"), Help: prose.T("choose each setting of the room by itself"), Do: screen.Call(p.all)},
		{Key: keys.Named("e"), Help: prose.T("a game night in place of a room: open one, or go back to yours"), Do: screen.Command(p.night)},
		p.root.ctx.CloseBinding(p, prose.T("back to the hall")),
	})
}

// night leaves for the game night of the person, or to open one.
func (p *presetScreen) night() tea.Cmd {
	p.root.close(p)
	return p.root.nights.Open()
}

// choose makes the room of a preset; behind the last one stand all settings, and a
// game night.
func (p *presetScreen) choose(at int) tea.Cmd {
	presets := lobby.Presets()
	switch at {
	case len(presets):
		p.all()
		return nil
	case len(presets) + 1:
		return p.night()
	}
	plan := lobby.NewPlan(p.root.session.Rooms, p.root.ctx.Games[p.kit].Game)
	presets[at].ApplyTo(&plan)
	visit := p.root.ctx.Session
	return p.root.seat(func(ctx context.Context) (lobby.Handle, error) {
		return lobby.Ask(ctx, visit, lobby.Create{Plan: plan})
	})
}

// all goes on to the form with everything that can be chosen.
func (p *presetScreen) all() {
	form := newForm(p.root)
	form.setGame(p.kit)
	p.root.open(form)
}

func (p *presetScreen) Click(_, y int) tea.Cmd {
	at := y - screen.HeadLines
	if at < 0 || at >= len(p.rows) || p.rows[at] < 0 {
		return nil
	}
	return widget.Pick(p.root.ctx, &p.list.Cursor, p.rows[at], len(p.choices()), "enter")
}

func (p *presetScreen) View() (lines []string, title string) {
	theme := p.root.ctx.Theme
	game := "   " + theme.Strong.Render(p.root.ctx.Kit(p.root.ctx.Games[p.kit].Game.Name).Game.Title)
	if len(p.root.ctx.Games) > 1 {
		game = "   " + theme.Accent.Render("‹ "+p.root.ctx.Games[p.kit].Game.Title+" ›")
	}
	head := []string{"", game, ""}
	body := p.drawChoices(head, false)
	if len(body) > p.root.ctx.Height-4 {
		body = p.drawChoices(head, true)
	}
	return p.root.page(p.root.ctx.Say(prose.T("New room")), p.root.name, body), p.root.ctx.Say(prose.T("new room"))
}

// drawChoices are the lines to choose from below others, without empty ones between
// them where they are to be tight.
func (p *presetScreen) drawChoices(head []string, tight bool) []string {
	body, choices := slices.Clone(head), p.choices()
	p.rows = slices.Repeat([]int{-1}, len(head))
	beside := p.beside(choices)
	for i, one := range choices {
		said := p.drawChoice(one, beside, i == p.list.Cursor)
		if !tight && !p.root.ctx.Short() {
			said = append(said, "")
		}
		body = append(body, said...)
		for range said {
			p.rows = append(p.rows, i)
		}
	}
	return body
}

// presetChoice is a line to choose.
type presetChoice struct{ key, label, about string }

// choices are the presets, and all settings and a game night behind them.
func (p *presetScreen) choices() []presetChoice {
	var choices []presetChoice
	for i, preset := range lobby.Presets() {
		choices = append(choices, presetChoice{strconv.Itoa(i + 1), p.root.ctx.Say(preset.Label), p.root.ctx.Say(preset.About)})
	}
	return append(
		choices,
		presetChoice{"o", p.root.ctx.Say(prose.T("Custom")), p.root.ctx.Say(prose.T("All settings: seats, options, clock, watchers."))},
		presetChoice{"e", p.root.ctx.Say(prose.T("Game night")), p.root.ctx.Say(prose.T("Several tables, one code: they fill by themselves."))},
	)
}

// drawChoice is a line to choose with what it means: from a column on beside it,
// or where that is 0 below; in a short window only where it is chosen.
func (p *presetScreen) drawChoice(one presetChoice, beside int, chosen bool) []string {
	theme := p.root.ctx.Theme
	mark, style := "   ", theme.Text
	if chosen {
		mark, style = theme.Accent.Render(" ▸ "), theme.Strong
	}
	line := mark + theme.Key.Render(one.key) + "  "
	switch {
	case beside > 0:
		return []string{line + style.Render(look.Fit(one.label, beside)) + theme.Faint.Render(one.about)}
	case p.root.ctx.Short() && !chosen:
		return []string{line + style.Render(one.label)}
	}
	about := look.Indented(look.Wrapped(one.about, theme.Faint, p.root.ctx.Width-8), 6)
	return append([]string{line + style.Render(one.label)}, about...)
}

// beside is the width of the column of labels where all that is said of them has
// room beside it, else 0.
func (p *presetScreen) beside(choices []presetChoice) int {
	label, about := 0, 0
	for _, one := range choices {
		label, about = max(label, look.Width(one.label)+2), max(about, look.Width(one.about))
	}
	if 6+label+about >= p.root.ctx.Width {
		return 0
	}
	return label
}
