package board

import "parlor/tui/look"

// Aside is embedded by boards that have a column beside their table in a wide window:
// its lower part is drawn by the frame, where that has something to show there.
type Aside struct {
	draw func(width, height int) []string
}

// Sided is a board with such a column.
type Sided interface {
	// Beside says what draws the lower part of the column, in at most width cells and
	// exactly height lines, from now on; with nil the board has all of it. It is not
	// called where the board has no such column, or no room in it.
	Beside(draw func(width, height int) []string)
}

// Beside implements Sided.
func (a *Aside) Beside(draw func(width, height int) []string) { a.draw = draw }

// asideLeast is the least number of lines that the frame has use for, below an empty
// one.
const asideLeast = 8

// asideCells is how wide the frame's part is for text to read well in it.
const asideCells = 34

// Cells is how wide the column is to be at least, where the board itself needs so
// many cells.
func (a *Aside) Cells(least int) int {
	if a.draw == nil {
		return least
	}
	return max(least, asideCells)
}

// Column is a column of so many lines: the board's own part, for which at least so
// many are needed, and below it the frame's.
func (a *Aside) Column(width, height, least int, own func(height int) []string) []string {
	below := min(height-least, height*3/5)
	if a.draw == nil || below <= asideLeast {
		return own(height)
	}
	return append(look.Exactly(own(height-below), height-below+1), a.draw(width, below-1)...)
}
