package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// helpScreen shows keys and rules, and scrolls.
type helpScreen struct {
	unmoved
	root *Root
	keys []board.Hint
	text prose.Document
	top  int
}

// openHelp shows keys and a text.
func (r *Root) openHelp(keys []board.Hint, text prose.Document) {
	r.open(&helpScreen{root: r, keys: keys, text: text})
}

func (h *helpScreen) key(key tea.KeyPressMsg) tea.Cmd {
	page := max(1, h.root.height-6)
	switch key.String() {
	case "?", "esc", "q", "enter":
		h.root.close(h)
		return nil
	case "down", "j":
		h.top++
	case "up", "k":
		h.top--
	case "pgdown", "space", "right":
		h.top += page
	case "pgup", "left":
		h.top -= page
	case "home":
		h.top = 0
	case "end":
		h.top = len(h.lines())
	}
	h.top = max(0, min(h.top, len(h.lines())-page))
	return nil
}

// keyCells is the width of the column of keys.
const keyCells = 14

// lines are the whole help, wrapped.
func (h *helpScreen) lines() []string {
	theme, width := h.root.theme, min(h.root.width-6, 90)
	lines := []string{"", "   " + theme.Title.Render(h.root.say(prose.T("Keys")))}
	for _, hint := range h.keys {
		key := theme.Key.Render(look.Fit(hint.Written, keyCells))
		for _, line := range prose.Wrap(h.root.say(hint.Does), h.root.width-keyCells-5) {
			lines = append(lines, "   "+key+theme.Text.Render(line))
			key = strings.Repeat(" ", keyCells)
		}
	}
	lines = append(lines, "")
	before := prose.Heading
	for _, block := range h.text {
		text := h.root.say(block.Text)
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

func (h *helpScreen) draw() (lines []string, title string) {
	lines = h.lines()
	height := h.root.height - 4
	h.top = max(0, min(h.top, len(lines)-height))
	right := ""
	if h.top+height < len(lines) {
		right = h.root.say(prose.T("more below"))
	}
	return h.root.page(h.root.say(prose.T("Help")), right, lines[h.top:min(len(lines), h.top+height)], []board.Hint{
		board.Press("↑↓", prose.T("scroll")), board.Press("space", prose.T("next page")), board.Leave("esc", prose.T("close")),
	}), h.root.say(prose.T("help"))
}
