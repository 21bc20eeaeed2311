package home

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// presetScreen creates a room from a preset, or opens the form with all settings.
type presetScreen struct {
	screen.Base
	ctx    *screen.Context
	config Config
	kit    int // index of the game
	list   widget.List
}

// Bindings implements screen.Screen.
func (p *presetScreen) Bindings() screen.Bindings { return slices.Values(p.bind()) }

func (p *presetScreen) bind() []screen.Binding {
	games, numbers := len(p.ctx.Games), screen.NumberKeys(len(lobby.Presets()))
	moves := p.list.CursorBindings(func() int { return len(p.choices()) }, prose.T("choose"), prose.T("choose how to play"), nil)
	return slices.Concat([]screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("create the room"), Help: prose.T("create the room"), Do: screen.Command(func() tea.Cmd { return p.choose(p.list.Cursor) })},
		{Key: numbers, Help: prose.T("create the room"), Do: func(name string) tea.Cmd { return p.choose(int(name[0] - '1')) }},
	}, moves, []screen.Binding{
		{Key: keymap.Of("←→", "left", "right", "h", "l", "tab"), Hint: prose.T("game"), Help: prose.T("choose the game"), Do: func(name string) tea.Cmd {
			p.kit = (p.kit + screen.Step(name) + games) % games
			return nil
		}},
		{Key: keymap.Named("o"), Help: prose.T("choose each setting yourself"), Do: screen.Call(p.all)},
		{Key: keymap.Named("e"), Help: prose.T("a game night: open one, or return to yours"), Do: screen.Command(p.night)},
		p.ctx.CloseBinding(p, prose.T("back to the lobby")),
	})
}

// night shows the player's game night, or opens one.
func (p *presetScreen) night() tea.Cmd {
	p.ctx.Shell.Close(p)
	return p.config.Areas.OpenGameNight()
}

// choose creates a room from the preset with an index. The two entries after the last preset open
// the forms for a room and for a game night.
func (p *presetScreen) choose(at int) tea.Cmd {
	presets := lobby.Presets()
	switch at {
	case len(presets):
		p.all()
		return nil
	case len(presets) + 1:
		return p.night()
	}
	plan := lobby.NewPlan(p.config.Rooms, p.ctx.Games[p.kit].Game)
	presets[at].ApplyTo(&plan)
	return seatBy(p.ctx, lobby.Create{Plan: plan})
}

// all opens the form with all settings.
func (p *presetScreen) all() {
	p.ctx.Shell.Open(newForm(p.ctx, p.config.Rooms, p.kit))
}

// Click implements screen.Screen.
func (p *presetScreen) Click(_, y int) tea.Cmd {
	return p.list.Pick(p.ctx, y, "enter")
}

// View implements screen.Screen.
func (p *presetScreen) View() screen.Frame {
	theme := p.ctx.Theme
	game := "   " + theme.Strong.Render(p.ctx.Kit(p.ctx.Games[p.kit].Game.Name).Game.Title)
	if len(p.ctx.Games) > 1 {
		game = "   " + theme.Accent.Render("‹ "+p.ctx.Games[p.kit].Game.Title+" ›")
	}
	head := []string{"", game, ""}
	body := p.drawChoices(head, false)
	if len(body) > p.ctx.BodyHeight() {
		body = p.drawChoices(head, true)
	}
	return screen.Frame{Title: p.ctx.Say(prose.T("new room")), Left: p.ctx.Say(prose.T("New room")), Right: p.ctx.You.Name, Body: body}
}

// drawChoices draws the choices below a heading, without empty lines between them if tight is set.
func (p *presetScreen) drawChoices(head []string, tight bool) []string {
	choices := p.choices()
	column := p.labelCells(choices)
	return p.list.Draw(p.ctx.Theme, head, 0, len(choices), func(at int, mark string, text style.Style) string {
		drawn := p.drawChoice(choices[at], column, mark, text, at == p.list.Cursor)
		if !tight && !p.ctx.Short() {
			drawn += "\n"
		}
		return drawn
	})
}

// presetChoice is an entry of the list.
type presetChoice struct{ key, label, about string }

// choices returns the presets, followed by the form and a game night.
func (p *presetScreen) choices() []presetChoice {
	var choices []presetChoice
	for i, preset := range lobby.Presets() {
		choices = append(choices, presetChoice{strconv.Itoa(i + 1), p.ctx.Say(preset.Label), p.ctx.Say(preset.About)})
	}
	return append(
		choices,
		presetChoice{"o", p.ctx.Say(prose.T("Custom")), p.ctx.Say(prose.T("All settings: seats, options, clock, spectators."))},
		presetChoice{"e", p.ctx.Say(prose.T("Game night")), p.ctx.Say(prose.T("Several tables, one code: they fill automatically."))},
	)
}

// drawChoice draws an entry with its description, which begins at a column of the same line, or is
// below it if that column is 0. In a short window, only the chosen entry has one.
func (p *presetScreen) drawChoice(one presetChoice, column int, mark string, text style.Style, chosen bool) string {
	theme := p.ctx.Theme
	line := mark + theme.Key.Render(one.key) + "  "
	switch {
	case column > 0:
		return line + text.Render(style.Fit(one.label, column)) + theme.Faint.Render(one.about)
	case p.ctx.Short() && !chosen:
		return line + text.Render(one.label)
	}
	about := style.Indented(style.Wrapped(one.about, theme.Faint, p.ctx.Width-8), 6)
	return strings.Join(append([]string{line + text.Render(one.label)}, about...), "\n")
}

// labelCells returns the width of the column of labels if the descriptions fit next to it, or 0.
func (p *presetScreen) labelCells(choices []presetChoice) int {
	label, about := 0, 0
	for _, one := range choices {
		label, about = max(label, style.Width(one.label)+2), max(about, style.Width(one.about))
	}
	if 6+label+about >= p.ctx.Width {
		return 0
	}
	return label
}
