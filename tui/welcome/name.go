// Package welcome provides the screens of a first visit: choosing a name, the first menu, and
// tutorials.
package welcome

import (
	"context"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// maxName is the maximum number of characters that can be typed for a name.
const maxName = 24

// Config configures a first visit.
type Config struct {
	Text      []string // text by the operator for new players, by paragraph
	NameCells int      // maximum width of a name
	// Named returns Player.ReturnLine after a change of the name; nil if that does not change it.
	// It is called outside the loop of the screen.
	Named func() string
	Seat  bool // the player comes for a room, and gets no menu
	Areas Areas
}

// nameScreen asks a new player for a name. It suggests their current name.
type nameScreen struct {
	screen.Base
	ctx    *screen.Context
	config Config
	field  *textinput.Model
	asking bool // a request for the name is pending
}

// Open starts a first visit.
func Open(c *screen.Context, config Config) {
	c.Shell.Open(&nameScreen{ctx: c, config: config, field: widget.NewInput("", maxName)})
}

// Bindings implements screen.Screen.
func (n *nameScreen) Bindings() screen.Bindings { return slices.Values(n.bind()) }

func (n *nameScreen) bind() []screen.Binding {
	all := []screen.Binding{
		{Key: keymap.Named("enter"), Hint: prose.T("done"), Do: screen.Command(n.enter)},
		{Key: keymap.Named("esc"), Hint: prose.T("skip"), Leaves: true, Do: screen.Command(func() tea.Cmd { return n.done(prose.Text{}) })},
	}
	if len(n.config.Text) > 0 {
		all = append(all, screen.Binding{Key: keymap.Named("tab"), Hint: prose.T("about this server"), Do: screen.Call(func() {
			widget.OpenHelp(n.ctx, nil, HostText(n.config.Text))
		})})
	}
	return all
}

// Input implements screen.Screen.
func (n *nameScreen) Input() screen.Input { return widget.FieldInput(n.field) }

// enter requests the typed name, or the suggestion.
func (n *nameScreen) enter() tea.Cmd {
	if n.asking {
		return nil
	}
	n.asking = true
	wanted := strings.TrimSpace(n.field.Value())
	if wanted == "" {
		wanted = n.ctx.You.Name
	}
	return rename(n.ctx, &n.config, wanted)
}

// Update implements screen.Screen.
func (n *nameScreen) Update(msg tea.Msg) tea.Cmd {
	renamed, is := msg.(screen.RenamedMsg)
	if !is {
		return nil
	}
	n.asking = false
	n.Changed()
	if renamed.Err != nil {
		return nil
	}
	return n.done(renamed.Changed)
}

// done continues with the room that the player comes for, or with the menu.
func (n *nameScreen) done(said prose.Text) tea.Cmd {
	n.ctx.Shell.Close(n)
	if !n.config.Seat {
		n.ctx.Shell.Open(&cardScreen{ctx: n.ctx, areas: n.config.Areas})
	}
	return n.config.Areas.Begin(said)
}

// View implements screen.Screen.
func (n *nameScreen) View() screen.Frame {
	theme, width, name := n.ctx.Theme, min(n.ctx.Width-6, screen.TextCells), n.ctx.You.Name
	body := []string{""}
	if !n.ctx.Short() {
		body = append(body, "")
	}
	body = append(body, "   "+theme.Strong.Render(n.ctx.Say(prose.T("What is your name?"))), "")
	typed := n.field.View()
	if n.field.Value() == "" {
		typed = theme.Accent.Render("▏") + theme.Faint.Render(name)
	}
	body = append(body, "   "+typed, "")
	for _, line := range prose.Wrap(n.ctx.Say(prose.T("Press Enter to be {name}, or type another name of up to {n} characters. You can change it later.", prose.Name(name), prose.N(n.config.NameCells))), width) {
		body = append(body, "   "+theme.Faint.Render(line))
	}
	words := n.hostLines(width)
	if len(body)+len(words) > n.ctx.BodyHeight() { // a key shows them
		words = style.Indented(style.Wrapped(n.ctx.Say(prose.T("Press Tab to read about this server.")), theme.Text, width), 3)
	}
	return screen.Frame{Left: "parlor", Body: append(append(body, ""), words...)}
}

// hostLines returns the text by the operator.
func (n *nameScreen) hostLines(width int) (lines []string) {
	for i, paragraph := range n.config.Text {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, widget.Paragraph(paragraph, n.ctx.Theme.Text, width)...)
	}
	return lines
}

// HostText returns the text by the operator as a part of the help.
func HostText(paragraphs []string) prose.Document {
	if len(paragraphs) == 0 {
		return nil
	}
	text := prose.Document{prose.H("From the host of this server")}
	for _, paragraph := range paragraphs {
		text = append(text, prose.Block{Kind: prose.Paragraph, Text: prose.T("{text}", prose.Literal(paragraph))})
	}
	return text
}

// OpenRename asks for a new name.
func OpenRename(c *screen.Context, config Config) {
	help := c.Say(prose.T("You are {name}. A new name of up to {n} characters applies everywhere, including your tables.", prose.Name(c.You.Name), prose.N(config.NameCells)))
	widget.OpenPrompt(c, c.Say(prose.T("Your name")), help, "", maxName, func(wanted string) tea.Cmd { return rename(c, &config, wanted) })
}

// rename requests a new name from the lobby.
func rename(c *screen.Context, config *Config, wanted string) tea.Cmd {
	session, renamed := c.Session, screen.RenamedMsg{ReturnLine: c.You.ReturnLine}
	asked := c.Shell.Ask(func(ctx context.Context) error { return lobby.Perform(ctx, session, lobby.Rename{Name: wanted}) })
	return func() tea.Msg {
		if done, is := asked().(screen.Done); is {
			renamed.Err = done.Err
		}
		if config.Named != nil {
			renamed.ReturnLine = config.Named()
		}
		if renamed.Name = session.Name(); renamed.Err == nil {
			renamed.Changed = lobby.CleanedNameText(wanted, renamed.Name, config.NameCells)
		}
		return renamed
	}
}
