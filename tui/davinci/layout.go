package davinci

import (
	"slices"
	"strings"

	"parlor/tui/look"
)

// layout is one way to lay the table out in a window.
type layout interface {
	// draw is the table in lines, and whether it fits the window.
	draw(b *model, width, height int) (lines []string, fits bool)
}

// layouts returns those of what the player looks at, the roomiest first. The last one
// fits anywhere.
func (b *model) layouts() []layout {
	switch b.page() {
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

// clip makes sure that nothing is larger than asked for.
func clip(lines []string, width, height int) []string {
	lines = slices.Clone(lines[:min(len(lines), height)])
	for i, line := range lines {
		lines[i] = look.Clip(strings.TrimRight(line, " "), width)
	}
	return lines
}
