package widget

import (
	"slices"
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// helpPage lists keys and shows a text. It scrolls.
type helpPage struct {
	screen.Base
	ctx  *screen.Context
	keys []board.Hint
	text prose.Document
	Scroller
}

// OpenHelp opens a page with keys and a text. Either may be empty.
func OpenHelp(c *screen.Context, keys []board.Hint, text prose.Document) {
	c.Shell.Open(&helpPage{ctx: c, keys: keys, text: text})
}

// Bindings implements screen.Screen.
func (h *helpPage) Bindings() screen.Bindings { return slices.Values(h.bind()) }

func (h *helpPage) bind() []screen.Binding {
	return append(h.ScrollBindings(h.ctx, h.lines),
		screen.Binding{Key: keymap.Of("esc", "esc", "q", "enter", screen.HelpKey), Hint: prose.T("close"), Leaves: true, Do: screen.Call(func() { h.ctx.Shell.Close(h) })})
}

// keyCells is the width of the column of keys.
const keyCells = 14

// lines returns the whole page: the keys with the text below them or, on a wide screen, next to
// them.
func (h *helpPage) lines() []string {
	if len(h.keys) == 0 {
		return h.textLines(h.ctx.Width)
	}
	if !h.ctx.Wide() {
		return slices.Concat(h.keyLines(h.ctx.Width), []string{""}, h.textLines(h.ctx.Width))
	}
	half := h.ctx.Width / 2
	return style.SideBySide(h.keyLines(half), append([]string{""}, h.textLines(h.ctx.Width-half)...), half)
}

// keyLines returns the list of keys in width cells.
func (h *helpPage) keyLines(width int) []string {
	theme := h.ctx.Theme
	lines := []string{"", "   " + theme.Title.Render(h.ctx.Say(prose.T("Keys")))}
	for _, hint := range h.keys {
		key := theme.Key.Render(style.Fit(hint.Written, keyCells))
		for _, line := range prose.Wrap(h.ctx.Say(hint.Does), width-keyCells-5) {
			lines = append(lines, "   "+key+theme.Text.Render(line))
			key = strings.Repeat(" ", keyCells)
		}
	}
	return lines
}

// textLines returns the text in width cells.
func (h *helpPage) textLines(width int) (lines []string) {
	theme := h.ctx.Theme
	width = min(width-6, screen.TextCells)
	before := prose.Heading
	for _, block := range h.text {
		text := h.ctx.Say(block.Text)
		if block.Kind == prose.Heading || before == prose.Item && block.Kind == prose.Paragraph {
			lines = append(lines, "")
		}
		before = block.Kind
		switch block.Kind {
		case prose.Heading:
			lines = append(lines, "   "+theme.Title.Render(text))
		case prose.Item:
			for i, line := range prose.Wrap(text, width-2) {
				lines = append(lines, "   "+map[bool]string{true: "• ", false: "  "}[i == 0]+theme.Text.Render(line))
			}
		case prose.Paragraph:
			for _, line := range prose.Wrap(text, width) {
				lines = append(lines, "   "+theme.Text.Render(line))
			}
		}
	}
	return lines
}

// View implements screen.Screen.
func (h *helpPage) View() screen.Frame {
	lines := h.lines()
	height := h.ctx.BodyHeight()
	shown, right := h.Shown(h.ctx, lines), ""
	if len(shown) > height {
		right = h.ctx.Say(prose.T("more below"))
	}
	return screen.Frame{Title: h.ctx.Say(prose.T("help")), Left: h.ctx.Say(prose.T("Help")), Right: right, Body: shown}
}
