package home

import (
	"context"
	"slices"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// formScreen chooses the settings of a new room, or changes those of a room that waits.
type formScreen struct {
	widget.Form
	ctx    *screen.Context
	rooms  []lobby.Setting // settings that hosts can choose
	handle lobby.Handle    // the room to change; nil for a new one
	kit    int
	plan   lobby.Plan                  // the choices, except options and texts
	paced  bool                        // the pace was chosen; otherwise it is the default
	texts  map[string]*textinput.Model // typed texts, by setting
	// options holds the chosen options of all games, so that they are kept while another game is
	// chosen.
	options map[string]engine.Options
	listed  []lobby.Grouped // the settings for the game
}

func newForm(c *screen.Context, rooms []lobby.Setting, kit int) *formScreen {
	f := &formScreen{ctx: c, rooms: rooms, texts: map[string]*textinput.Model{}, options: map[string]engine.Options{}}
	f.Form = widget.NewForm(c, f.buildFields)
	f.begin(lobby.NewPlan(rooms, c.Games[0].Game))
	f.setGame(0)
	f.pace()
	f.setGame(kit)
	return f
}

// ChangeRoom opens the form for a room that waits for players, filled in with its plan. rooms has
// the settings that hosts can choose.
func ChangeRoom(c *screen.Context, rooms []lobby.Setting, handle lobby.Handle, plan lobby.Plan) {
	f := newForm(c, rooms, 0)
	if plan.Title == lobby.DefaultTitle(c.You.Name) {
		plan.Title = "" // the default
	}
	f.handle, f.paced = handle, true
	f.setGame(slices.IndexFunc(c.Games, func(k board.Game) bool { return k.Game.Name == plan.Game }))
	f.begin(plan)
	for name, value := range plan.Options {
		f.options[plan.Game][name] = value
	}
	c.Shell.Open(f)
}

// begin takes the values of a plan.
func (f *formScreen) begin(plan lobby.Plan) {
	f.plan = plan
	for _, one := range f.rooms {
		if one.Kind == lobby.Words {
			f.texts[one.Word] = widget.NewInput(one.ValueIn(plan), 40)
		}
	}
}

// pace sets the default pace, unless another one was chosen.
func (f *formScreen) pace() {
	if !f.paced {
		lobby.SetDefaultTimeControl(&f.plan)
	}
}

func (f *formScreen) game() engine.Game { return f.ctx.Games[f.kit].Game }

// setGame chooses a game, and the defaults of everything that depends on it.
func (f *formScreen) setGame(kit int) {
	f.kit = max(0, kit)
	f.plan.Game = f.game().Name
	f.listed = lobby.Listed(f.rooms, f.game())
	for _, one := range f.rooms {
		if one.For != nil {
			one.Set(&f.plan, one.ForGame(f.game()).Default)
		}
	}
	if f.options[f.game().Name] == nil {
		// defaults are complete and valid
		complete, _ := engine.Complete(f.game().Options, nil)
		f.options[f.game().Name] = complete
	}
}

// buildFields returns all fields in their current state.
func (f *formScreen) buildFields() []widget.FormField {
	fields := make([]widget.FormField, 0, 24) // usually enough
	kits := f.ctx.Games
	if len(kits) > 1 && f.handle == nil {
		fields = append(fields, widget.FormField{
			Label: f.ctx.Say(prose.T("Game")), Value: f.game().Title, Help: f.ctx.Say(prose.Label(f.game().Blurb)),
			Turn: func(step int) { f.setGame((f.kit + step + len(kits)) % len(kits)) },
		})
	}
	for _, group := range f.listed {
		first := len(fields)
		if group.Group == lobby.GameGroup {
			for _, option := range f.game().Options {
				fields = append(fields, f.optionField(option))
			}
		}
		if slices.ContainsFunc(group.Settings, func(one lobby.Setting) bool { return one.InTimeControl }) {
			fields = append(fields, f.paceField())
		}
		fields = f.settingFields(fields, group.Settings)
		if first < len(fields) {
			fields[first].Heading = f.ctx.Say(group.Group.Heading())
		}
	}
	return fields
}

// paceField returns the field of the clock and of the rule for absent players.
func (f *formScreen) paceField() widget.FormField {
	pace := lobby.TimeControlOf(f.plan)
	help := f.ctx.Say(pace.About())
	if !f.paced {
		help += " " + f.ctx.Say(screen.Either(f.plan.Public, prose.T("This is the default in a public room."), prose.T("This is the default in a private room.")))
	}
	return widget.FormField{
		Label: f.ctx.Say(prose.T("Pace")), Value: f.ctx.Say(pace.Brief()), Help: help,
		Turn: func(step int) {
			pace.Next(step).ApplyTo(&f.plan)
			f.paced = true
		},
	}
}

// settingFields appends the fields of the settings with more than one value.
func (f *formScreen) settingFields(fields []widget.FormField, settings []lobby.Setting) []widget.FormField {
	for i := range settings {
		one := &settings[i]
		n := len(one.Values)
		if one.InTimeControl || n < 2 && one.Kind != lobby.Words {
			continue
		}
		value := one.ValueIn(f.plan)
		at := max(0, slices.Index(one.Values, value))
		field := widget.FormField{
			Label: f.ctx.Say(one.Label), Value: f.ctx.Say(one.FormatValue(value)), Help: f.ctx.Say(one.Help), Typed: f.texts[one.Word],
			Turn: func(step int) {
				one.Set(&f.plan, one.Values[(at+step+n)%n])
				f.pace()
			},
		}
		if one.Idle != nil {
			field.Off = one.Idle(f.plan)
		}
		fields = append(fields, field)
	}
	return fields
}

func (f *formScreen) optionField(option engine.Option) widget.FormField {
	chosen := f.options[f.game().Name]
	at := slices.IndexFunc(option.Values, func(v engine.Value) bool { return v.Name == chosen[option.Name] })
	field := widget.FormField{
		Label: f.ctx.Say(prose.Label(option.Title)), Value: f.ctx.Say(prose.Label(option.Values[at].Label())), Help: f.ctx.Say(prose.Label(option.Help)),
		Turn: func(step int) {
			n := len(option.Values)
			chosen[option.Name] = option.Values[(at+step+n)%n].Name
		},
	}
	if option.Applies != nil && !option.Applies(chosen) {
		field.Off = prose.T("No effect with the settings above.")
	}
	return field
}

// Bindings implements screen.Screen.
func (f *formScreen) Bindings() screen.Bindings { return slices.Values(f.bind()) }

func (f *formScreen) bind() []screen.Binding {
	if f.handle != nil {
		return f.FormBindings(f, prose.T("change the setting"), prose.T("save the changes"), f.done)
	}
	return f.FormBindings(f, prose.T("create the room"), prose.T("create the room"), f.done)
}

// done creates the room or changes it.
func (f *formScreen) done() tea.Cmd {
	plan := f.plan
	plan.Options = f.options[plan.Game]
	for _, one := range f.rooms {
		if typed := f.texts[one.Word]; typed != nil {
			one.Set(&plan, typed.Value())
		}
	}
	if f.handle == nil {
		return seatBy(f.ctx, lobby.Create{Plan: plan})
	}
	f.ctx.Shell.Close(f)
	handle := f.handle
	return f.ctx.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, handle, lobby.Change{Plan: plan}) })
}

// View implements screen.Screen.
func (f *formScreen) View() screen.Frame {
	left := f.ctx.Say(screen.Either(f.handle != nil, prose.T("Change room"), prose.T("New room")))
	return screen.Frame{Title: f.ctx.Say(prose.T("new room")), Left: left, Right: f.ctx.You.Name, Body: f.Body()}
}
