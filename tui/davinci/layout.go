package davinci

import (
	"slices"
	"strings"

	"parlor/tui/style"
)

// Draw implements board.Board.
func (m *model) Draw(width, height int) string {
	if len(m.view.Racks) == 0 || width < 1 || height < 1 {
		return ""
	}
	now := state{m.Scenes, m.Left(), m.gap, m.own, m.number, m.notes.State(), m.log.State()}
	return m.Lines(now, width, height, m.draw)
}

// draw draws the largest layout that fits.
func (m *model) draw(width, height int) []string {
	for _, l := range m.layouts() {
		if lines, fits := l.draw(m, width, height); fits {
			return clip(lines, width, height)
		}
	}
	return nil
}

// layout is a way to arrange the table in a window.
type layout interface {
	// draw returns the lines of the table, and whether it fits the window.
	draw(b *model, width, height int) (lines []string, fits bool)
}

// layouts returns the layouts of what the player looks at, largest first. The last one fits any
// window.
func (m *model) layouts() []layout {
	switch m.page() {
	case notesPage:
		return []layout{roundLayout{}, flankLayout{}, lowLayout{}, notesLayout{}}
	case logPage:
		return []layout{roundLayout{}, flankLayout{}, lowLayout{}, logLayout{}}
	case tablePage:
	}
	return []layout{
		roundLayout{}, flankLayout{}, stackLayout{tall: true}, stackLayout{}, columnLayout{tall: true}, columnLayout{}, lowLayout{}, smallLayout{},
	}
}

// clip cuts lines to the given size.
func clip(lines []string, width, height int) []string {
	lines = slices.Clone(lines[:min(len(lines), height)])
	for i, line := range lines {
		lines[i] = style.Clip(strings.TrimRight(line, " "), width)
	}
	return lines
}
