package tui

import (
	"context"
	"slices"
	"strings"

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

// formScreen chooses what a new room is like, or changes a room that waits.
type formScreen struct {
	screen.Base
	root   *Root
	handle lobby.Handle // the room that is changed; nil makes a new one
	kit    int
	plan   lobby.Plan                  // what was chosen, but for options and texts
	paced  bool                        // the pace was chosen; else it is as usual
	texts  map[string]*textinput.Model // what was typed, by the word of the setting
	// options holds what was chosen, for all games: going to another game and
	// back loses nothing.
	options map[string]engine.Options
	list    widget.List // of the fields
	rows    []int       // fields by the lines that were drawn last; -1 for none

	bound  screen.BindingCache[formState]
	known  []formField     // while they are drawn
	listed []lobby.Grouped // the settings of rooms of the game
}

func newForm(root *Root) *formScreen {
	f := &formScreen{root: root, texts: map[string]*textinput.Model{}, options: map[string]engine.Options{}}
	f.begin(lobby.NewPlan(root.session.Rooms, root.ctx.Games[0].Game))
	f.setGame(0)
	f.pace()
	return f
}

// changeForm changes the room of a handle.
func changeForm(root *Root, handle lobby.Handle, plan lobby.Plan) *formScreen {
	f := newForm(root)
	if plan.Title == lobby.DefaultTitle(root.you()) {
		plan.Title = "" // as it was left
	}
	f.handle, f.paced = handle, true
	f.setGame(slices.IndexFunc(root.ctx.Games, func(k board.Game) bool { return k.Game.Name == plan.Game }))
	f.begin(plan)
	for name, value := range plan.Options {
		f.options[plan.Game][name] = value
	}
	return f
}

// begin begins with what a plan has.
func (f *formScreen) begin(plan lobby.Plan) {
	f.plan = plan
	for _, one := range f.root.session.Rooms {
		if one.Kind == lobby.Words {
			f.texts[one.Word] = newInput(one.Of(plan), 40)
		}
	}
}

// pace goes to the usual pace of such a room, unless another one was chosen.
func (f *formScreen) pace() {
	if !f.paced {
		lobby.Usually(&f.plan)
	}
}

func (f *formScreen) game() engine.Game { return f.root.ctx.Games[f.kit].Game }

// setGame goes to a game. What depends on it is as it usually is there.
func (f *formScreen) setGame(kit int) {
	f.kit = max(0, kit)
	f.plan.Game = f.game().Name
	f.listed = lobby.Listed(f.root.session.Rooms, f.game())
	for _, one := range f.root.session.Rooms {
		if one.For != nil {
			one.Put(&f.plan, one.In(f.game()).Default)
		}
	}
	if f.options[f.game().Name] == nil {
		// Defaults are complete and allowed.
		complete, _ := engine.Complete(f.game().Options, nil)
		f.options[f.game().Name] = complete
	}
}

// formField is one line of the form.
type formField struct {
	heading            string // of the group that begins here; empty where none does
	label, value, help string
	off                prose.Text // why it has no effect now; zero where it has
	turn               func(step int)
	typed              *textinput.Model // nil where it is turned
}

// fields are all lines of the form. They are not put together anew while it is
// drawn.
func (f *formScreen) fields() []formField {
	if f.known != nil {
		return f.known
	}
	fields := make([]formField, 0, 24) // there are mostly fewer
	kits := f.root.ctx.Games
	if len(kits) > 1 && f.handle == nil {
		fields = append(fields, formField{
			label: f.root.ctx.Say(prose.T("Game")), value: f.game().Title, help: f.root.ctx.Say(prose.Label(f.game().Blurb)),
			turn: func(step int) { f.setGame((f.kit + step + len(kits)) % len(kits)) },
		})
	}
	for _, group := range f.listed {
		first := len(fields)
		if group.Group == lobby.GameGroup {
			for _, option := range f.game().Options {
				fields = append(fields, f.optionField(option))
			}
		}
		if slices.ContainsFunc(group.Settings, func(one lobby.Setting) bool { return one.Paced }) {
			fields = append(fields, f.paceField())
		}
		fields = f.settingFields(fields, group.Settings)
		if first < len(fields) {
			fields[first].heading = f.root.ctx.Say(group.Group.Heading())
		}
	}
	return fields
}

// paceField is the clock, and what happens while somebody is away.
func (f *formScreen) paceField() formField {
	pace := lobby.PaceOf(f.plan)
	help := f.root.ctx.Say(pace.About())
	if !f.paced {
		help += " " + f.root.ctx.Say(screen.Either(f.plan.Public, prose.T("That is usual in a room that is open to everybody."), prose.T("That is usual in a room that opens with its code.")))
	}
	return formField{
		label: f.root.ctx.Say(prose.T("Pace")), value: f.root.ctx.Say(pace.Brief()), help: help,
		turn: func(step int) {
			pace.Next(step).Put(&f.plan)
			f.paced = true
		},
	}
}

// settingFields are the fields and those of settings that leave a choice.
func (f *formScreen) settingFields(fields []formField, settings []lobby.Setting) []formField {
	for i := range settings {
		one := &settings[i]
		n := len(one.Values)
		if one.Paced || n < 2 && one.Kind != lobby.Words {
			continue
		}
		value := one.Of(f.plan)
		at := max(0, slices.Index(one.Values, value))
		field := formField{
			label: f.root.ctx.Say(one.Label), value: f.root.ctx.Say(one.Says(value)), help: f.root.ctx.Say(one.Help), typed: f.texts[one.Word],
			turn: func(step int) {
				one.Put(&f.plan, one.Values[(at+step+n)%n])
				f.pace()
			},
		}
		if one.Idle != nil {
			field.off = one.Idle(f.plan)
		}
		fields = append(fields, field)
	}
	return fields
}

func (f *formScreen) optionField(option engine.Option) formField {
	chosen := f.options[f.game().Name]
	at := slices.IndexFunc(option.Values, func(v engine.Value) bool { return v.Name == chosen[option.Name] })
	field := formField{
		label: f.root.ctx.Say(prose.Label(option.Title)), value: f.root.ctx.Say(prose.Label(option.Values[at].Label())), help: f.root.ctx.Say(prose.Label(option.Help)),
		turn: func(step int) {
			n := len(option.Values)
			chosen[option.Name] = option.Values[(at+step+n)%n].Name
		},
	}
	if option.Applies != nil && !option.Applies(chosen) {
		field.off = prose.T("It has no effect with what is chosen above.")
	}
	return field
}

// formState is what the keys of the form depend on.
type formState struct {
	typed  bool // text is typed in the field under the cursor
	effect bool // what is chosen there has an effect
	change bool // of a room that there is
}

func (f *formScreen) Bindings() []screen.Binding {
	field := f.field()
	all := f.bound.Get(formState{field.typed != nil, field.off.IsZero(), f.handle != nil}, f.bind)
	all[formTurns].Why = field.off
	return all
}

// formTurns is the place of the binding that changes what is chosen.
const formTurns = 2

func (f *formScreen) bind(now formState) []screen.Binding {
	return []screen.Binding{
		{
			Key: keys.Named("enter"), Hint: screen.Either(now.change, prose.T("change it"), prose.T("make the room")),
			Help: screen.Either(now.change, prose.T("change the room as chosen"), prose.T("make the room")), Do: screen.Command(f.done),
		},
		{Key: keys.Of("↑↓", "up", "down", "shift+tab", "tab"), Hint: prose.T("choose"), Help: prose.T("choose a setting"), Do: func(name string) tea.Cmd {
			n := len(f.fields())
			f.list.Cursor = (f.list.Cursor + n + screen.Step(name)) % n
			return nil
		}},
		formTurns: {Key: keys.If(!now.typed && now.effect, keys.Of("←→", "left", "right", "h", "l", "space")), Hint: prose.T("change"), Help: prose.T("change the setting; a title is typed"), Do: func(name string) tea.Cmd {
			f.field().turn(screen.Step(name))
			f.list.Cursor = min(f.list.Cursor, len(f.fields())-1)
			return nil
		}},
		{Key: keys.Named("esc"), Hint: prose.T("back"), Help: prose.T("go back; nothing is made or changed"), Leaves: true, Do: screen.Call(func() { f.root.close(f) })},
	}
}

// field is the one under the cursor.
func (f *formScreen) field() formField {
	fields := f.fields()
	return fields[min(f.list.Cursor, len(fields)-1)]
}

func (f *formScreen) Input() screen.Input {
	if typed := f.field().typed; typed != nil {
		return field{typed}
	}
	return nil
}

func (f *formScreen) done() tea.Cmd {
	plan := f.plan
	plan.Options = f.options[plan.Game]
	for _, one := range f.root.session.Rooms {
		if typed := f.texts[one.Word]; typed != nil {
			one.Put(&plan, typed.Value())
		}
	}
	visit, handle := f.root.ctx.Session, f.handle
	if handle == nil {
		return f.root.seat(func(ctx context.Context) (lobby.Handle, error) {
			return lobby.Ask(ctx, visit, lobby.Create{Plan: plan})
		})
	}
	f.root.close(f)
	return f.root.order(handle, lobby.Change{Plan: plan})
}

func (f *formScreen) Click(_, y int) tea.Cmd {
	at := screen.BodyLine(y)
	if at < 0 || at >= len(f.rows) || f.rows[at] < 0 {
		return nil
	}
	return f.root.pick(&f.list.Cursor, f.rows[at], len(f.fields()), "right")
}

func (f *formScreen) View() (lines []string, title string) {
	theme := f.root.ctx.Theme
	fields := f.fields()
	f.known = fields
	defer func() { f.known = nil }()
	help := look.Indented(look.Wrapped(fields[f.list.Cursor].help, theme.Faint, f.root.ctx.Width-8), 3)
	room := f.root.ctx.Height - 4 - 2 - len(help) // two empty lines
	body, rows := f.drawFields(fields, room)
	from, to := f.inSight(rows, room)
	f.rows = rows[from:to]
	body = append(append([]string{""}, body[from:to]...), "")
	left := f.root.ctx.Say(screen.Either(f.handle != nil, prose.T("Change the room"), prose.T("New room")))
	return f.root.page(left, f.root.you(), append(body, help...)), f.root.ctx.Say(prose.T("new room"))
}

// inSight are the lines that are drawn where there is room for some: the chosen
// field is among them, with the heading above it.
func (f *formScreen) inSight(rows []int, room int) (from, to int) {
	last := slices.Index(rows, f.list.Cursor)
	first := last
	for first > 0 && rows[first-1] < 0 {
		first--
	}
	f.list.Top = max(0, min(f.list.Top, len(rows)-room, first), last-room+1)
	return f.list.Top, min(len(rows), f.list.Top+room)
}

// headingBeside is the least width in which headings stand beside the fields.
const headingBeside = 72

// drawFields are the lines of the form, and which field stands on each; -1 for none.
// Groups have a line between them where all of it has room then.
func (f *formScreen) drawFields(fields []formField, room int) (lines []string, rows []int) {
	cells, beside, headings := 16, 0, 0
	for i := range fields {
		cells, beside = max(cells, look.Width(fields[i].label)), max(beside, look.Width(fields[i].heading)+2)
		if fields[i].heading != "" {
			headings++
		}
	}
	if f.root.ctx.Width < headingBeside {
		beside = 0
	}
	lines, rows = make([]string, 0, len(fields)+2*headings), make([]int, 0, len(fields)+2*headings)
	none := func(line string) { lines, rows = append(lines, line), append(rows, -1) }
	spaced := len(fields)+2*headings < room
	for i := range fields {
		field := &fields[i]
		if field.heading != "" && spaced {
			none("")
		}
		if field.heading != "" && beside == 0 {
			none("   " + f.root.ctx.Theme.Title.Render(field.heading))
		}
		if field.typed != nil {
			field.typed.SetWidth(max(8, min(40, f.root.ctx.Width-beside-cells-9)))
		}
		lines, rows = append(lines, f.drawField(field, beside, cells, i == f.list.Cursor)), append(rows, i)
	}
	return lines, rows
}

// drawField is a line of the form, with its heading in so many cells beside it.
func (f *formScreen) drawField(field *formField, beside, cells int, chosen bool) string {
	theme := f.root.ctx.Theme
	mark, label, value := "   ", theme.Text, theme.Text
	switch {
	case chosen:
		mark, label, value = theme.Accent.Render(" ▸ "), theme.Strong, theme.Accent
	case !field.off.IsZero():
		label, value = theme.Faint, theme.Faint
	}
	var line strings.Builder
	line.Grow(f.root.ctx.Width + widget.HeadStyles)
	if beside > 0 {
		line.WriteString("   ")
		theme.Title.WriteFit(&line, field.heading, beside)
	}
	line.WriteString(mark)
	label.WriteFit(&line, field.label, cells)
	value.Write(&line, field.shown(chosen))
	if !field.off.IsZero() {
		line.WriteString("  ")
		theme.Faint.Write(&line, f.root.ctx.Say(prose.T("no effect")))
	}
	return line.String()
}

// shown is the value as it stands on the line, between the signs of what can be
// turned where that is chosen.
func (f *formField) shown(chosen bool) string {
	switch {
	case f.typed != nil && chosen:
		return "  " + f.typed.View()
	case f.typed != nil:
		return "  " + f.typed.Value()
	case chosen:
		return "‹ " + f.value + " ›"
	}
	return "  " + f.value + "  "
}
