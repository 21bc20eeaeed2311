package widget

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// FormField is a line of a form.
type FormField struct {
	Heading            string // heading of the group that begins here, or empty
	Label, Value, Help string
	Off                prose.Text // why it has no effect now, or zero
	Turn               func(step int)
	Typed              *textinput.Model // nil for a list of values
}

// Form is embedded by screens with fields.
type Form struct {
	screen.Base
	List
	ctx    *screen.Context
	build  func() []FormField
	fields []FormField // the current fields; nil after a change
}

// NewForm returns a form of the fields that build returns.
func NewForm(c *screen.Context, build func() []FormField) Form { return Form{ctx: c, build: build} }

// known returns the fields. They are built once per frame and after each change.
func (f *Form) known() []FormField {
	if f.fields == nil {
		f.fields = f.build()
		f.Cursor = min(f.Cursor, len(f.fields)-1)
	}
	return f.fields
}

// field returns the field under the cursor.
func (f *Form) field() *FormField { return &f.known()[f.Cursor] }

// FormBindings returns the keys of a form: Enter with the given hint, help and operation, and the
// keys that move between fields, change them and close the screen.
func (f *Form) FormBindings(s screen.Screen, hint, help prose.Text, enter func() tea.Cmd) []screen.Binding {
	field := f.field()
	return []screen.Binding{
		{Key: keymap.Named("enter"), Hint: hint, Help: help, Do: screen.Command(enter)},
		{Key: keymap.Of("↑↓", "up", "down", "shift+tab", "tab"), Hint: prose.T("choose"), Help: prose.T("choose a setting"), Do: func(name string) tea.Cmd {
			f.Cycle(name, len(f.known()))
			return nil
		}},
		{
			Key:  keymap.If(field.Typed == nil && field.Off.IsZero(), keymap.Of("←→", "left", "right", "h", "l", "space")),
			Hint: prose.T("change"), Help: prose.T("change the setting; type to edit the title"), Why: field.Off, Do: func(name string) tea.Cmd {
				f.field().Turn(screen.Step(name))
				f.fields = nil
				return nil
			},
		},
		{Key: keymap.Named("esc"), Hint: prose.T("back"), Help: prose.T("go back without changes"), Leaves: true, Do: screen.Call(func() { f.ctx.Shell.Close(s) })},
	}
}

// Input implements screen.Screen.
func (f *Form) Input() screen.Input {
	if typed := f.field().Typed; typed != nil {
		return FieldInput(typed)
	}
	return nil
}

// Click implements screen.Screen: it chooses a field, or changes it if it is chosen already.
func (f *Form) Click(_, y int) tea.Cmd { return f.Pick(f.ctx, y, "right") }

// Body returns the fields, as far as there is room, and the help of the chosen one.
func (f *Form) Body() []string {
	f.fields = nil
	c, fields, chosen := f.ctx, f.known(), f.field()
	help := style.Indented(style.Wrapped(chosen.Help, c.Theme.Faint, c.Width-8), 3)
	room := c.BodyHeight() - 2 - len(help) // without two empty lines
	body, rows := f.drawFields(c, fields, room)
	from, to := f.inSight(rows, room)
	f.rows = append(append(f.rows[:0], -1), rows[from:to]...)
	body = append(append([]string{""}, body[from:to]...), "")
	return append(body, help...)
}

// headingColumnWidth is the minimum width for headings next to the fields.
const headingColumnWidth = 72

// drawFields returns the lines of the form, and the index of the field on each line, or -1. An
// empty line separates groups if there is room.
func (f *Form) drawFields(c *screen.Context, fields []FormField, room int) (lines []string, rows Rows) {
	cells, column, headings := 16, 0, 0
	for i := range fields {
		cells, column = max(cells, style.Width(fields[i].Label)), max(column, style.Width(fields[i].Heading)+2)
		if fields[i].Heading != "" {
			headings++
		}
	}
	if c.Width < headingColumnWidth {
		column = 0
	}
	lines, rows = make([]string, 0, len(fields)+2*headings), make(Rows, 0, len(fields)+2*headings)
	none := func(line string) { lines, rows = append(lines, line), append(rows, -1) }
	spaced := len(fields)+2*headings < room
	for i := range fields {
		field := &fields[i]
		if field.Heading != "" && spaced {
			none("")
		}
		if field.Heading != "" && column == 0 {
			none("   " + c.Theme.Title.Render(field.Heading))
		}
		if field.Typed != nil {
			field.Typed.SetWidth(max(8, min(40, c.Width-column-cells-9)))
		}
		lines, rows = append(lines, f.drawField(c, field, column, cells, i == f.Cursor)), append(rows, i)
	}
	return lines, rows
}

// drawField draws a field, with its heading in a column on the left.
func (f *Form) drawField(c *screen.Context, field *FormField, column, cells int, chosen bool) string {
	theme := c.Theme
	mark, label := theme.Mark(chosen)
	value := theme.Text
	switch {
	case chosen:
		value = theme.Accent
	case !field.Off.IsZero():
		label, value = theme.Faint, theme.Faint
	}
	var line strings.Builder
	line.Grow(c.Width + HeadStyles)
	if column > 0 {
		line.WriteString("   ")
		theme.Title.WriteFit(&line, field.Heading, column)
	}
	line.WriteString(mark)
	label.WriteFit(&line, field.Label, cells)
	value.Write(&line, field.shown(chosen))
	if !field.Off.IsZero() {
		line.WriteString("  ")
		theme.Faint.Write(&line, c.Say(prose.T("no effect")))
	}
	return line.String()
}

// inSight returns the range of visible lines, which includes the chosen field and the heading above
// it.
func (f *Form) inSight(rows Rows, room int) (from, to int) {
	last := slices.Index(rows, f.Cursor)
	first := last
	for first > 0 && rows[first-1] < 0 {
		first--
	}
	f.Top = max(0, min(f.Top, len(rows)-room, first), last-room+1)
	return f.Top, min(len(rows), f.Top+room)
}

// shown returns the displayed value, between arrows if it is chosen and can be changed by arrow
// keys.
func (f *FormField) shown(chosen bool) string {
	switch {
	case f.Typed != nil && chosen:
		return "  " + f.Typed.View()
	case f.Typed != nil:
		return "  " + f.Typed.Value()
	case chosen:
		return "‹ " + f.Value + " ›"
	}
	return "  " + f.Value + "  "
}
