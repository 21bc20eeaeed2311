package widget

import (
	"strings"

	"parlor/tui/board"
	"parlor/tui/screen"
	"parlor/tui/style"
)

// PanelCache caches the lines of WithPanel by index. A nil cache keeps nothing.
type PanelCache = board.Cache[panelLine, string]

// WithBoxes is like WithPanel for a panel of boxes, which needs no border.
func WithBoxes(c *screen.Context, kept *PanelCache, body, panel []string, height int) []string {
	return joinPanel(c, kept, body, panel, height, true)
}

// WithPanel returns height lines of a body with the side panel on the right.
func WithPanel(c *screen.Context, kept *PanelCache, body, panel []string, height int) []string {
	return joinPanel(c, kept, body, panel, height, false)
}

func joinPanel(c *screen.Context, kept *PanelCache, body, panel []string, height int, boxes bool) []string {
	lines, nothing := style.Exactly(body, height), ""
	for i, line := range style.Exactly(panel, height) {
		pair := panelLine{lines[i], line, boxes}
		lines[i] = kept.At(i, pair, func() string {
			if pair != (panelLine{boxes: boxes}) {
				return pair.draw(c)
			}
			if nothing == "" {
				nothing = pair.draw(c)
			}
			return nothing // the usual case on a large screen
		})
	}
	return lines
}

// panelLine is a line of the body with a line of the panel.
type panelLine struct {
	left, right string
	boxes       bool // without a border
}

// Same implements board.Source.
func (l panelLine) Same(other panelLine) bool { return l == other }

// draw returns the line with the border.
func (l panelLine) draw(c *screen.Context) string {
	var line strings.Builder
	line.Grow(c.Across() + len(l.left) + len(l.right) + HeadStyles)
	left := style.Cut(l.left, c.Across())
	line.WriteString(left)
	for range c.Across() - style.Width(left) {
		line.WriteByte(' ')
	}
	if l.boxes {
		line.WriteString(style.Blanks(screen.PanelGap))
	} else {
		line.WriteByte(' ')
		c.Theme.Border.Write(&line, "│")
		line.WriteByte(' ')
	}
	line.WriteString(l.right)
	return line.String()
}
