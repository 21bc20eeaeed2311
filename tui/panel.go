package tui

import (
	"strings"

	"parlor/tui/look"
	"parlor/tui/widget"
)

// besidePanel puts the panel right of the body of a screen, in exactly so many lines.
func (r *Root) besidePanel(body, panel []string, height int) []string {
	lines, nothing := look.Exactly(body, height), ""
	for i, line := range look.Exactly(panel, height) {
		pair := besideLine{lines[i], line}
		lines[i] = r.kept.beside.At(i, pair, func() string {
			if pair != (besideLine{}) {
				return r.beside(pair)
			}
			if nothing == "" {
				nothing = r.beside(pair)
			}
			return nothing // most lines of a large screen
		})
	}
	return lines
}

// beside is a line with one of the panel beside it, and the border between them.
func (r *Root) beside(pair besideLine) string {
	var line strings.Builder
	line.Grow(r.ctx.Across() + len(pair.left) + len(pair.right) + widget.HeadStyles)
	left := look.Cut(pair.left, r.ctx.Across())
	line.WriteString(left)
	for range r.ctx.Across() - look.Width(left) {
		line.WriteByte(' ')
	}
	line.WriteByte(' ')
	r.ctx.Theme.Border.Write(&line, "│")
	line.WriteByte(' ')
	line.WriteString(pair.right)
	return line.String()
}

// besideLine is a line with one of the panel beside it.
type besideLine struct{ left, right string }

// Same implements widget.Source.
func (l besideLine) Same(other besideLine) bool { return l == other }
