package widget

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// NewInput returns a text field for at most limit characters.
func NewInput(text string, limit int) *textinput.Model {
	field := textinput.New()
	field.Prompt = ""
	field.CharLimit = limit
	field.SetWidth(limit + 1)
	field.SetVirtualCursor(true)
	styles := field.Styles()
	styles.Cursor.Blink = false // so that an idle screen does not change
	field.SetStyles(styles)
	field.SetValue(text)
	field.CursorEnd()
	field.Focus()
	return &field
}

// Prompt asks for a line of text, such as a code, a name or search words.
type Prompt struct {
	screen.Base
	ctx      *screen.Context
	label    string
	help     string
	field    *textinput.Model
	Optional bool // the line may be empty
	done     func(text string) tea.Cmd
}

// OpenPrompt asks for a line of at most limit characters and calls done with it.
func OpenPrompt(c *screen.Context, label, help, text string, limit int, done func(string) tea.Cmd) *Prompt {
	p := &Prompt{ctx: c, label: label, help: help, field: NewInput(text, limit), done: done}
	c.Shell.Open(p)
	return p
}

// AskGame asks for one of the games accepted by fits, and calls do with its index in Context.Games.
func AskGame(c *screen.Context, label prose.Text, fits func(board.Game) bool, do func(at int) tea.Cmd) {
	help := ""
	for i, kit := range c.Games {
		if fits(kit) {
			help += "  " + strings.ReplaceAll(strconv.Itoa(i+1)+" "+kit.Game.Title, " ", "\u00a0")
		}
	}
	digits := len(strconv.Itoa(len(c.Games)))
	OpenPrompt(c, c.Say(label), c.Say(prose.T("choose a game:  {games}", prose.Literal(help))), "", digits, func(text string) tea.Cmd {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > len(c.Games) || !fits(c.Games[n-1]) {
			c.Shell.Tell(prose.T("There is no game with that number."))
			return nil
		}
		return do(n - 1)
	})
}

// AnyGame accepts every game.
func AnyGame(board.Game) bool { return true }

// Bindings implements screen.Screen.
func (p *Prompt) Bindings() screen.Bindings { return slices.Values(p.bind()) }

func (p *Prompt) bind() []screen.Binding {
	return []screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("done"), Do: screen.Command(p.enter)},
		{Key: keymap.Named("esc"), Hint: prose.T("back"), Leaves: true, Do: screen.Call(func() { p.ctx.Shell.Close(p) })},
	}
}

// enter calls done with the typed text.
func (p *Prompt) enter() tea.Cmd {
	p.ctx.Shell.Close(p)
	if text := strings.TrimSpace(p.field.Value()); text != "" || p.Optional {
		return p.done(text)
	}
	return nil
}

// Input implements screen.Screen.
func (p *Prompt) Input() screen.Input { return FieldInput(p.field) }

// FieldInput returns a text field as the input of a screen.
func FieldInput(model *textinput.Model) screen.Input { return field{model} }

// field is a text field as a screen.Input.
type field struct{ model *textinput.Model }

// Insert implements screen.Input. What a field would have done only blinks its cursor.
func (f field) Insert(msg tea.Msg) tea.Cmd {
	*f.model, _ = f.model.Update(msg)
	return nil
}

// View implements screen.Screen.
func (p *Prompt) View() screen.Frame {
	theme, height := p.ctx.Theme, p.ctx.Height
	p.field.SetWidth(max(8, min(p.field.CharLimit+1, p.ctx.Width-8-style.Width(p.label))))
	var help []string
	for _, line := range prose.Wrap(p.help, p.ctx.Width-6) {
		help = append(help, "   "+theme.Faint.Render(strings.TrimSpace(strings.ReplaceAll(line, "\u00a0", " "))))
	}
	top := max(0, min(height/3, height-4-3-len(help)))
	body := append(style.Exactly(nil, top), "", "   "+theme.Strong.Render(p.label)+"   "+p.field.View(), "")
	return screen.Frame{Left: "parlor", Right: p.ctx.You.Name, Body: append(body, help...)}
}
