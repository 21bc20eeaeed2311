package tui

import (
	"slices"
	"strings"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/look"
	"parlor/tui/screen"
	"parlor/tui/widget"
)

// helpScreen shows keys and rules, and scrolls.
type helpScreen struct {
	screen.Base
	root *Root
	keys []board.Hint
	text prose.Document
	widget.Scroller
	bound screen.BindingCache[screen.Always]
}

// talker is a screen with a line in which something is said: what the keys of that
// do is told before it is open, for they are typed once it is.
type talker interface{ talkHelp() []board.Hint }

// openHelp shows what the keys of the screen do that is shown, and what it tells of
// itself.
func (r *Root) openHelp() {
	all := keys.Help(r.top().Bindings())
	if s, talks := r.top().(talker); talks {
		all = append(all, s.talkHelp()...)
	}
	all = slices.Concat(all, keys.Help(r.help), keys.Help(r.leave))
	r.open(&helpScreen{root: r, keys: all, text: r.top().Help()})
}

func (h *helpScreen) Bindings() []screen.Binding { return h.bound.Get(screen.Always{}, h.bind) }

func (h *helpScreen) bind(screen.Always) []screen.Binding {
	return append(h.Scroller.Bindings(h.root.ctx, h.lines),
		screen.Binding{Key: keys.Of("esc", "esc", "q", "enter", helpKey), Hint: prose.T("close"), Leaves: true, Do: screen.Call(func() { h.root.close(h) })})
}

// keyCells is the width of the column of keys.
const keyCells = 14

// lines are the whole help, wrapped: the keys, and below them or on a wide screen
// beside them what the screen tells of itself.
func (h *helpScreen) lines() []string {
	if len(h.keys) == 0 {
		return h.textLines(h.root.ctx.Width)
	}
	if !h.root.ctx.Wide() {
		return slices.Concat(h.keyLines(h.root.ctx.Width), []string{""}, h.textLines(h.root.ctx.Width))
	}
	half := h.root.ctx.Width / 2
	return look.Beside(h.keyLines(half), append([]string{""}, h.textLines(h.root.ctx.Width-half)...), half)
}

// keyLines say what the keys do, in so many cells.
func (h *helpScreen) keyLines(width int) []string {
	theme := h.root.ctx.Theme
	lines := []string{"", "   " + theme.Title.Render(h.root.ctx.Say(prose.T("Keys")))}
	for _, hint := range h.keys {
		key := theme.Key.Render(look.Fit(hint.Written, keyCells))
		for _, line := range prose.Wrap(h.root.ctx.Say(hint.Does), width-keyCells-5) {
			lines = append(lines, "   "+key+theme.Text.Render(line))
			key = strings.Repeat(" ", keyCells)
		}
	}
	return lines
}

// mostTextCells is how wide a line of text is that can still be read well.
const mostTextCells = 90

// textLines are what the screen tells of itself, in so many cells.
func (h *helpScreen) textLines(width int) (lines []string) {
	theme := h.root.ctx.Theme
	width = min(width-6, mostTextCells)
	before := prose.Heading
	for _, block := range h.text {
		text := h.root.ctx.Say(block.Text)
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

func (h *helpScreen) View() (lines []string, title string) {
	lines = h.lines()
	height := h.root.ctx.Height - 4
	shown, right := h.Shown(h.root.ctx, lines), ""
	if len(shown) > height {
		right = h.root.ctx.Say(prose.T("more below"))
	}
	return h.root.page(h.root.ctx.Say(prose.T("Help")), right, shown), h.root.ctx.Say(prose.T("help"))
}
