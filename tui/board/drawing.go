package board

import (
	"slices"
	"strings"

	"parlor/tui/style"
)

// Drawing is embedded by boards. It keeps the last drawing and redraws only if the state has
// changed. S is everything that determines the drawing: the number of its scene and the states of
// its components.
type Drawing[S comparable] struct {
	Aside

	state         S
	width, height int
	text          string
	known         bool
}

// Redraw discards the last drawing.
func (d *Drawing[S]) Redraw() { d.known = false }

// Lines returns the result of draw in at most width × height cells. It returns the last result if
// state, the size and the frame's part of the column are unchanged.
func (d *Drawing[S]) Lines(state S, width, height int, draw func(width, height int) []string) string {
	if d.known && d.state == state && d.width == width && d.height == height && d.unchanged() {
		return d.text
	}
	d.begin()
	lines := draw(width, height)
	d.text = strings.Join(lines[:min(len(lines), height)], "\n")
	d.state, d.width, d.height, d.known = state, width, height, true
	return d.text
}

// Cache keeps parts of a drawing by index, each with the source that it was drawn from, because
// most parts do not change. The zero Cache is empty; a nil Cache keeps nothing.
type Cache[K Source[K], Drawn any] struct{ parts map[int]part[K, Drawn] }

// Source is the input from which a part is drawn.
type Source[K any] interface {
	// Same reports whether both sources give the same drawing.
	Same(K) bool
}

// part is a part of a drawing with its source.
type part[K Source[K], Drawn any] struct {
	from  K
	drawn Drawn
}

// At returns the part with an index. It calls draw if the source has changed. The caller must not
// modify the part; the capacity of lines is clipped so that a caller may append.
func (c *Cache[K, Drawn]) At(place int, from K, draw func() Drawn) Drawn {
	if c == nil {
		return draw()
	}
	if kept, known := c.parts[place]; known && kept.from.Same(from) {
		return kept.drawn
	}
	if c.parts == nil {
		c.parts = map[int]part[K, Drawn]{}
	}
	drawn := draw()
	c.parts[place] = part[K, Drawn]{from, drawn}
	return drawn
}

// Text is a source: a text before it is cut and styled.
type Text string

// Same implements Source.
func (t Text) Same(other Text) bool { return t == other }

// Aside is embedded by boards that have a column next to their table in a wide window. The frame
// draws the lower part of that column.
type Aside struct {
	draw          func(width, height int) []string
	with          bool     // the last drawing had a function for the frame's part
	width, height int      // size of the frame's part in the last drawing; 0 if there was no room
	lines         []string // the frame's part in the last drawing
}

// Sided is a board with a column next to its table.
type Sided interface {
	// SetSide sets the function that draws the lower part of the column, in at most width cells and
	// exactly height lines. With nil, the board has the whole column. draw is not called if there
	// is no such column or no room in it.
	SetSide(draw func(width, height int) []string)
}

// SetSide implements Sided.
func (a *Aside) SetSide(draw func(width, height int) []string) { a.draw = draw }

// begin prepares a new drawing.
func (a *Aside) begin() { a.with, a.width, a.height, a.lines = a.draw != nil, 0, 0, nil }

// unchanged reports whether the frame's part is the same as in the last drawing.
func (a *Aside) unchanged() bool {
	switch {
	case a.with != (a.draw != nil):
		return false
	case a.width == 0:
		return true
	}
	return slices.Equal(a.lines, a.draw(a.width, a.height))
}

// asideLeast is the minimum height of the frame's part, in addition to an empty line above it.
const asideLeast = 8

// asideCells is the width that the frame's part needs to be readable.
const asideCells = 34

// Cells returns the width of the column if the board itself needs at least least cells.
func (a *Aside) Cells(least int) int {
	if a.draw == nil {
		return least
	}
	return max(least, asideCells)
}

// Column returns a column of height lines: the board's own part, which needs at least least lines,
// and the frame's part below it.
func (a *Aside) Column(width, height, least int, own func(height int) []string) []string {
	below := min(height-least, height*3/5)
	if a.draw == nil || below <= asideLeast {
		return own(height)
	}
	a.width, a.height = width, below-1
	a.lines = a.draw(a.width, a.height)
	return append(style.Exactly(own(height-below), height-below+1), a.lines...)
}
