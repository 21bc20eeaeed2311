package davinci

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/tui/look"
)

// layout is one way to lay the table out in a window.
type layout interface {
	// draw is the table in lines, and whether it fits the window.
	draw(b *model, width, height int) (lines []string, fits bool)
}

// layouts are those of what the person looks at, the roomiest first. The last
// one fits anywhere.
func (b *model) layouts() []layout {
	switch b.page() {
	case notesPage:
		return []layout{round{}, flank{}, low{}, notepad{}}
	case logPage:
		return []layout{round{}, flank{}, low{}, chronicle{}}
	case tablePage:
	}
	return []layout{
		round{}, flank{}, stack{tall: true}, stack{}, column{tall: true}, column{}, low{}, small{},
	}
}

// Draw implements board.Board.
func (b *model) Draw(width, height int) string {
	if len(b.view.Racks) == 0 || width < 1 || height < 1 {
		return ""
	}
	for _, l := range b.layouts() {
		if lines, fits := l.draw(b, width, height); fits {
			return clip(lines, width, height)
		}
	}
	return ""
}

// clip holds the promise that nothing is larger than asked for.
func clip(lines []string, width, height int) string {
	lines = slices.Clone(lines[:min(len(lines), height)])
	for i, line := range lines {
		lines[i] = look.Clip(strings.TrimRight(line, " "), width)
	}
	return strings.Join(lines, "\n")
}

// fitting is the roomiest size at which the racks of all seats have at most
// these cells.
func (b *model) fitting(seats []engine.Seat, cells int, tall bool) (size, bool) {
	var s size
	for _, s = range []size{{5, 1, tall}, {5, 0, tall}, {4, 0, tall}} {
		if b.fit(seats, s, cells) {
			return s, true
		}
	}
	return s, false
}

// fit says whether the racks of all seats have at most these cells at a size.
func (b *model) fit(seats []engine.Seat, s size, cells int) bool {
	return !slices.ContainsFunc(seats, func(seat engine.Seat) bool { return b.cells(seat, s) > cells })
}
