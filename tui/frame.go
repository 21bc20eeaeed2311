package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// frame draws the screen on top for the terminal, in its size, theme and characters.
type frame struct {
	ctx      *screen.Context
	stack    *screenStack
	status   *statusLine
	hints    *hintLine
	joinLine func(code string) string // returns the command with which others join a room
	themes   *style.Themes
	dark     bool // the terminal has a dark background
	edges    edge // to the right of the laid-out screen, and below it
	limit    Most // of the size, including the edges
	styles   int  // number of changes of the theme
	written  int  // size of the last frame in bytes
	kept     frameCache

	head, body, shown int // lines of the header and of the last body, and the number of visible lines
}

// view returns the frame for Bubble Tea.
func (f *frame) view() tea.View {
	view := tea.NewView("")
	view.AltScreen = true
	if !f.ctx.Settings.NoMouse {
		view.MouseMode = tea.MouseModeCellMotion
	}
	view.WindowTitle = "parlor"
	if f.ctx.Width == 0 || f.ctx.Height == 0 {
		return view
	}
	f.kept.fit(aspect{f.ctx.Width, f.ctx.Height, f.styles, f.ctx.Settings.ASCII, f.ctx.OnTop(f.stack.all[0])})
	if f.ctx.TooSmall() {
		view.SetContent(f.finish(f.drawSmall()))
		return view
	}
	drawn := f.stack.Top().View()
	if drawn.Title != "" {
		view.WindowTitle = plain(f.ctx, "parlor · "+drawn.Title)
	}
	view.SetContent(f.finish(f.framed(&drawn)))
	return view
}

// drawSmall returns the message that asks for a larger window.
func (f *frame) drawSmall() []string {
	width, height := f.size()
	text := f.ctx.Say(prose.T("parlor needs a window of {least}. This one is {size}. Enlarge it to continue. Your seat is kept.",
		prose.Literal(sizeText(board.MinWidth, board.MinHeight)), prose.Literal(sizeText(width, height))))
	width = max(10, f.ctx.Width-4)
	said := style.Wrapped(text, f.ctx.Theme.Text, width)
	if f.joinLine != nil {
		other := f.ctx.Say(prose.T("Or press Ctrl+C and run  {line}  for text mode, which works at any size.", prose.Literal(f.joinLine("")+" lines")))
		said = append(append(said, ""), style.Wrapped(other, f.ctx.Theme.Faint, width)...)
	}
	return append(style.Exactly(nil, max(0, f.ctx.Height-len(said))/3), style.Indented(said, 2)...)
}

// framed returns the lines of a screen with the header, the hints and what is drawn over them.
func (f *frame) framed(drawn *screen.Frame) []string {
	height := f.ctx.BodyHeight()
	var lines []string
	if drawn.Head == "" {
		lines = widget.Heading(f.ctx, drawn.Left, drawn.Right)
	} else {
		lines = append(make([]string, 0, f.ctx.Height+1), drawn.Head)
		height = max(height, min(len(drawn.Body), f.ctx.Height-2))
	}
	words := f.status.lines()
	if len(words) == 0 {
		words = drawn.Idle
	}
	if len(drawn.Words) > 0 {
		words = slices.Concat(drawn.Words, words)
	}
	under := max(f.ctx.Height-1-len(lines)-height, len(words))
	f.head, f.body, f.shown = len(lines), height, max(0, f.ctx.Height-1-len(lines)-under)
	lines = append(append(lines, style.Exactly(drawn.Body, f.shown)...), style.Exactly(words, under)...)
	return append(lines, f.hints.line())
}

// line returns the line of the last screen.Frame that is on the line y of the screen.
func (f *frame) line(y int) int {
	if y -= f.head; y >= f.shown {
		y += f.body - f.shown
	}
	return y
}

// finish prepares the drawn lines for the terminal: exactly as many as the window has, none wider,
// and without the marks of clickable parts. Everything that a person sees passes through here.
func (f *frame) finish(lines []string) string {
	lines = style.Exactly(lines, f.ctx.Height)
	var kept *board.Cache[board.Text, string]
	if f.kept.aspect.lobby {
		kept = &f.kept.lines
	}
	for i, line := range lines {
		lines[i] = kept.At(i, board.Text(line), func() string { return f.ctx.Theme.Fill(plain(f.ctx, style.Cut(line, f.ctx.Width)), f.ctx.Width) })
	}
	var all strings.Builder
	all.Grow(f.written + f.written/8)
	for i, line := range f.edged(lines) {
		if i > 0 {
			all.WriteByte('\n')
		}
		board.WritePlain(&all, line)
	}
	f.written = all.Len()
	return all.String()
}

// themed returns the theme for the player's settings and the terminal's background.
func (f *frame) themed() *style.Theme {
	dark := f.dark
	if f.ctx.Settings.Background != "" {
		dark = f.ctx.Settings.Background == "dark"
	}
	return f.themes.Of(dark, f.ctx.Settings.Contrast)
}

// plain returns a text, in ASCII if the player has chosen that.
func plain(c *screen.Context, text string) string {
	if c.Settings.ASCII {
		return style.ASCII(text)
	}
	return text
}
