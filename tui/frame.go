package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
	"parlor/tui/widget"
)

// frame draws the screen on top as the terminal gets it: in its size, its theme and its
// characters.
type frame struct {
	ctx      *screen.Context
	stack    *screenStack
	status   *statusLine
	hints    *hintLine
	joinLine func(code string) string // what others type to come to a room
	themes   *style.Themes
	dark     bool       // the terminal's background
	edges    edge       // right of what is laid out, and below it
	limit    Most       // of the size, with the edges
	styles   int        // how often the theme has changed
	kept     frameCache // while the lobby is shown
}

// view returns the frame.
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
	if f.stack.OnTop(f.stack.all[0]) {
		f.kept.fit(aspect{f.ctx.Width, f.ctx.Height, f.styles, f.ctx.Settings.ASCII})
	} else {
		f.kept = frameCache{}
	}
	if tooSmall(f.ctx) {
		view.SetContent(f.finish(f.drawSmall()))
		return view
	}
	lines, title := f.stack.Top().View()
	if title != "" {
		view.WindowTitle = plain(f.ctx, "parlor · "+title)
	}
	view.SetContent(f.finish(lines))
	return view
}

// drawSmall says calmly that there is no room.
func (f *frame) drawSmall() []string {
	width, height := f.size()
	text := f.ctx.Say(prose.T("parlor needs a window of {least}. This one is {size}. Make it larger to go on where you are. Your seat is safe.",
		prose.Literal(sizeText(board.MinWidth, board.MinHeight)), prose.Literal(sizeText(width, height))))
	width = max(10, f.ctx.Width-4)
	said := style.Wrapped(text, f.ctx.Theme.Text, width)
	if f.joinLine != nil {
		other := f.ctx.Say(prose.T("Or press Ctrl+C and type {line}: parlor then speaks in sentences, in a window of any size.", prose.Literal(f.joinLine("")+" lines")))
		said = append(append(said, ""), style.Wrapped(other, f.ctx.Theme.Faint, width)...)
	}
	return append(style.Exactly(nil, max(0, f.ctx.Height-len(said))/3), style.Indented(said, 2)...)
}

// Page implements screen.Shell.
func (f *frame) Page(left, right string, body []string) []string {
	lines := append(widget.Heading(f.ctx, left, right), widget.Under(style.Exactly(body, f.ctx.Height-4), f.status.MessageLines(), 1)...)
	return append(lines, f.hints.HintLine())
}

// finish makes the drawn lines what the terminal is given: exactly as many as
// the window has, none wider. All that a person sees passes here.
func (f *frame) finish(lines []string) string {
	lines = style.Exactly(lines, f.ctx.Height)
	for i, line := range lines {
		lines[i] = f.kept.lines.At(i, widget.CachedText(line), func() string { return f.ctx.Theme.Fill(plain(f.ctx, style.Cut(line, f.ctx.Width)), f.ctx.Width) })
	}
	return strings.Join(f.edged(lines), "\n")
}

// BesidePanel implements screen.Shell.
func (f *frame) BesidePanel(body, panel []string, height int) []string {
	lines, nothing := style.Exactly(body, height), ""
	for i, line := range style.Exactly(panel, height) {
		pair := besideLine{lines[i], line}
		lines[i] = f.kept.beside.At(i, pair, func() string {
			if pair != (besideLine{}) {
				return f.beside(pair)
			}
			if nothing == "" {
				nothing = f.beside(pair)
			}
			return nothing // most lines of a large screen
		})
	}
	return lines
}

// beside is a line with one of the panel beside it, and the border between them.
func (f *frame) beside(pair besideLine) string {
	var line strings.Builder
	line.Grow(f.ctx.Across() + len(pair.left) + len(pair.right) + widget.HeadStyles)
	left := style.Cut(pair.left, f.ctx.Across())
	line.WriteString(left)
	for range f.ctx.Across() - style.Width(left) {
		line.WriteByte(' ')
	}
	line.WriteByte(' ')
	f.ctx.Theme.Border.Write(&line, "│")
	line.WriteByte(' ')
	line.WriteString(pair.right)
	return line.String()
}

// besideLine is a line with one of the panel beside it.
type besideLine struct{ left, right string }

// Same implements widget.Source.
func (l besideLine) Same(other besideLine) bool { return l == other }

// themed is the one for what is set, on a dark or light background.
func (f *frame) themed() *style.Theme {
	dark := f.dark
	if f.ctx.Settings.Background != "" {
		dark = f.ctx.Settings.Background == "dark"
	}
	return f.themes.Of(dark, f.ctx.Settings.Contrast)
}

// plain returns a text, in ASCII if the player wants that.
func plain(c *screen.Context, text string) string {
	if c.Settings.ASCII {
		return style.ASCII(text)
	}
	return text
}
