package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
)

// newInput is a line in which something is typed.
func newInput(text string, limit int) *textinput.Model {
	field := textinput.New()
	field.Prompt = ""
	field.CharLimit = limit
	field.SetWidth(limit + 1)
	field.SetVirtualCursor(true)
	styles := field.Styles()
	styles.Cursor.Blink = false // nothing moves while nobody does
	field.SetStyles(styles)
	field.SetValue(text)
	field.CursorEnd()
	field.Focus()
	return &field
}

// promptScreen asks for one line: a code, a name, words to search for.
type promptScreen struct {
	screen.Base
	root  *Root
	label string
	help  string
	field *textinput.Model
	empty bool // it may be
	done  func(text string) tea.Cmd
	bound screen.BindingCache[screen.Always]
}

// prompt asks for a line of at most so many characters, and has something done
// with it.
func (r *Root) prompt(label, help, text string, limit int, done func(string) tea.Cmd) *promptScreen {
	p := &promptScreen{root: r, label: label, help: help, field: newInput(text, limit), done: done}
	r.open(p)
	return p
}

func (p *promptScreen) Bindings() []screen.Binding { return p.bound.Get(screen.Always{}, p.bind) }

func (p *promptScreen) bind(screen.Always) []screen.Binding {
	return []screen.Binding{
		{Key: keys.Named("enter"), Hint: prose.T("done"), Do: screen.Command(p.enter)},
		{Key: keys.Named("esc"), Hint: prose.T("back"), Leaves: true, Do: screen.Call(func() { p.root.close(p) })},
	}
}

// enter has something done with what was typed.
func (p *promptScreen) enter() tea.Cmd {
	p.root.close(p)
	if text := strings.TrimSpace(p.field.Value()); text != "" || p.empty {
		return p.done(text)
	}
	return nil
}

func (p *promptScreen) Input() screen.Input { return field{p.field} }

// field is a line in which somebody types.
type field struct{ model *textinput.Model }

// Insert implements input. What a field would have done only blinks its cursor.
func (f field) Insert(msg tea.Msg) tea.Cmd {
	*f.model, _ = f.model.Update(msg)
	return nil
}

func (p *promptScreen) View() (lines []string, title string) {
	theme, height := p.root.ctx.Theme, p.root.ctx.Height
	p.field.SetWidth(max(8, min(p.field.CharLimit+1, p.root.ctx.Width-8-look.Width(p.label))))
	var help []string
	for _, line := range prose.Wrap(p.help, p.root.ctx.Width-6) {
		help = append(help, "   "+theme.Faint.Render(strings.TrimSpace(strings.ReplaceAll(line, "\u00a0", " "))))
	}
	top := max(0, min(height/3, height-4-3-len(help)))
	body := append(look.Exactly(nil, top), "", "   "+theme.Strong.Render(p.label)+"   "+p.field.View(), "")
	return p.root.page("parlor", p.root.you(), append(body, help...)), ""
}
