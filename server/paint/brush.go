package paint

import (
	"bytes"
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// nowhere means that the cursor position is unknown, as after the last cell of a line, where terminals differ.
const nowhere = -1

// brush writes to a terminal. It tracks the cursor position and the current style.
type brush struct {
	out       []byte
	x, y      int
	pen       style
	width     int  // of the screen
	fills     bool // the terminal erases with the current background
	best, try []byte
}

// to moves the cursor by the shortest sequence. Within a row it may rewrite the cells in between; row has their
// content.
func (b *brush) to(x, y int, row []cell) {
	if b.x == x && b.y == y {
		return
	}
	b.best = appendPlace(b.best[:0], x, y)
	switch down := y - b.y; {
	case b.y < 0:
	case down == 0:
		b.along(x, row)
	case down > 0:
		b.below(down, x)
	case b.x == x:
		b.offer(appendCode(b.try[:0], -down, 'A'))
	}
	b.out = append(b.out, b.best...)
	b.x, b.y = x, y
}

// below tries the ways to a row further down.
func (b *brush) below(down, x int) {
	if b.x == x {
		b.offer(appendCode(b.try[:0], down, 'B'))
	}
	if down < 4 {
		b.try = append(b.try[:0], "\r\n\n\n"[:1+down]...)
		if x > 0 {
			b.try = appendCode(b.try, x, 'C')
		}
		b.offer(b.try)
	}
}

// along tries the ways within a row.
func (b *brush) along(x int, row []cell) {
	if x == 0 {
		b.offer(append(b.try[:0], '\r'))
	}
	switch {
	case b.x < 0:
	case x < b.x:
		b.offer(appendCode(b.try[:0], x+1, 'G'))
		b.offer(appendCode(b.try[:0], b.x-x, 'D'))
		if b.x-x < 4 {
			b.offer(append(b.try[:0], "\b\b\b"[:b.x-x]...))
		}
	default:
		b.offer(appendCode(b.try[:0], x+1, 'G'))
		b.offer(appendCode(b.try[:0], x-b.x, 'C'))
		if x-b.x < len(b.best) && x <= len(row) {
			b.again(row[b.x:x])
		}
	}
}

// again tries to rewrite cells, if they have the current style.
func (b *brush) again(cells []cell) {
	way := b.try[:0]
	for _, c := range cells {
		if c.width != 1 || c.unsure || !b.suits(c) {
			return
		}
		way = append(way, c.text...)
	}
	b.offer(way)
}

// offer keeps a way if it is the shortest so far.
func (b *brush) offer(way []byte) {
	b.try = way
	if len(way) < len(b.best) {
		b.best, b.try = b.try, b.best
	}
}

// suits reports whether a cell can be written in the current style. Of a blank cell only the background matters.
func (b *brush) suits(c cell) bool {
	return c.style == b.pen || c.text == " " && c.style == b.pen.paper()
}

// dip changes the current style, by a difference or from a reset, whichever is shorter.
func (b *brush) dip(to style) {
	if to == b.pen {
		return
	}
	b.out = append(b.out, "\x1b["...)
	b.best = appendChange(b.best[:0], b.pen, to)
	anew := b.try[:0]
	if to != (style{}) {
		anew = appendChange(append(anew, "0;"...), style{}, to)
	}
	b.offer(anew)
	b.out = append(bytes.TrimSuffix(append(b.out, b.best...), []byte(";")), 'm')
	b.pen = to
}

// write writes a cell of a row at the cursor.
func (b *brush) write(row []cell, x, y int) {
	c := row[x]
	if !b.suits(c) {
		b.dip(c.style)
	}
	if !c.unsure {
		b.out = append(b.out, c.text...)
		b.advance(x + c.width)
		return
	}
	// Terminals differ about its width, so it is written over blank cells and the cursor is set afterwards.
	for range c.width {
		b.out = append(b.out, ' ')
	}
	b.out = append(appendPlace(b.out, x, y), c.text...)
	if b.advance(x + c.width); b.x != nowhere {
		b.out = appendPlace(b.out, b.x, y)
	}
}

// advance updates the cursor position after writing x cells.
func (b *brush) advance(x int) {
	if b.x = x; x >= b.width {
		b.x = nowhere
	}
}

// erase blanks the rest of the line.
func (b *brush) erase(paper style) {
	b.dip(paper)
	b.out = append(b.out, ansi.EraseLineRight...)
}

// skip blanks cells from the cursor on without moving it.
func (b *brush) skip(paper style, cells int) {
	b.dip(paper)
	b.out = appendCode(b.out, cells, 'X')
}

// appendPlace appends a cursor movement to a position.
func appendPlace(out []byte, x, y int) []byte {
	out = append(out, "\x1b["...)
	if y > 0 || x > 0 {
		out = strconv.AppendInt(out, int64(y+1), 10)
	}
	if x > 0 {
		out = strconv.AppendInt(append(out, ';'), int64(x+1), 10)
	}
	return append(out, 'H')
}

// appendCode appends an escape code with one number, which is omitted if it is 1.
func appendCode(out []byte, n int, final byte) []byte {
	out = append(out, "\x1b["...)
	if n > 1 {
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return append(out, final)
}
