package board

import (
	"slices"
	"strings"

	"parlor/tui/style"
)

// Drawing is embedded by boards: it keeps what was drawn last, and draws again only if
// something else is to be shown. S is all that the board is drawn from: the number of
// its scene, and the states of its components.
type Drawing[S comparable] struct {
	Aside

	state         S
	width, height int
	text          string
	known         bool
}

// Redraw forgets what was drawn last.
func (d *Drawing[S]) Redraw() { d.known = false }

// Lines returns what draw draws in at most width × height cells. If state, the size and
// what the frame draws around the board are as they were, it is what was drawn then.
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

// Cache keeps parts of a drawing by their places, each with what it was drawn from: most
// parts are the same as the last time. The zero Cache is empty, a nil one keeps nothing.
type Cache[K Source[K], Drawn any] struct{ parts map[int]part[K, Drawn] }

// Source is what a part is drawn from.
type Source[K any] interface {
	// Same reports whether the same is drawn from both.
	Same(K) bool
}

// part is a drawn part.
type part[K Source[K], Drawn any] struct {
	from  K
	drawn Drawn
}

// At returns the part at a place. If it was drawn from something else than from, draw draws
// it. The caller must not change it; lines to which a caller may append are clipped.
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

// Text is a source: the text that stands at a place, before it is cut and styled.
type Text string

// Same implements Source.
func (t Text) Same(other Text) bool { return t == other }

// Aside is embedded by boards that have a column next to their table in a wide window:
// its lower part is drawn by the frame, where that has something to show there.
type Aside struct {
	draw          func(width, height int) []string
	with          bool     // the last drawing had something to draw by
	width, height int      // of what was drawn by it last; 0 if there was no room
	lines         []string // what that was
}

// Sided is a board with such a column.
type Sided interface {
	// Beside sets the function that draws the lower part of the column, in at most width
	// cells and exactly height lines; nil gives the board all of it. draw is not called
	// if the board has no such column, or no room in it.
	Beside(draw func(width, height int) []string)
}

// Beside implements Sided.
func (a *Aside) Beside(draw func(width, height int) []string) { a.draw = draw }

// begin begins a drawing.
func (a *Aside) begin() { a.with, a.width, a.height, a.lines = a.draw != nil, 0, 0, nil }

// unchanged reports whether the frame draws what it drew in the last drawing.
func (a *Aside) unchanged() bool {
	switch {
	case a.with != (a.draw != nil):
		return false
	case a.width == 0:
		return true
	}
	return slices.Equal(a.lines, a.draw(a.width, a.height))
}

// asideLeast is the least number of lines that the frame has use for, below an empty
// one.
const asideLeast = 8

// asideCells is how wide the frame's part is for text to read well in it.
const asideCells = 34

// Cells returns how wide the column is to be if the board itself needs least cells.
func (a *Aside) Cells(least int) int {
	if a.draw == nil {
		return least
	}
	return max(least, asideCells)
}

// Column returns a column of height lines: the board's own part, which needs at least
// least of them, and below it the frame's.
func (a *Aside) Column(width, height, least int, own func(height int) []string) []string {
	below := min(height-least, height*3/5)
	if a.draw == nil || below <= asideLeast {
		return own(height)
	}
	a.width, a.height = width, below-1
	a.lines = a.draw(a.width, a.height)
	return append(style.Exactly(own(height-below), height-below+1), a.lines...)
}
