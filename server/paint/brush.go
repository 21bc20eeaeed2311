package paint

import (
	"bytes"
	"strconv"

	"github.com/charmbracelet/x/ansi"
)

// nowhere is where the cursor is when that is not known: after the last cell of
// a line terminals differ.
const nowhere = -1

// brush writes on a terminal's screen. It knows where the cursor is and how
// what comes next would look.
type brush struct {
	out       []byte
	x, y      int
	pen       style
	width     int  // of the screen
	fills     bool // the terminal erases in the pen's background
	best, try []byte
}

// to moves the cursor to a place, by the shortest way. Within its row it may
// write again what stands between; row is what stands there.
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

// below offers the ways to a row further down.
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

// along offers the ways within a row.
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

// again offers to write cells again, where they look as the pen writes.
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

// offer takes a way that is shorter.
func (b *brush) offer(way []byte) {
	b.try = way
	if len(way) < len(b.best) {
		b.best, b.try = b.try, b.best
	}
}

// suits reports whether the pen writes a cell as it looks: of a blank one only
// the paper is seen.
func (b *brush) suits(c cell) bool {
	return c.style == b.pen || c.text == " " && c.style == b.pen.paper()
}

// dip makes the pen write in a style, by a change or by beginning anew,
// whichever is shorter.
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

// write writes a cell of a row where the cursor is.
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
	// However wide the terminal takes it to be, it stands on blank cells, and the
	// next one stands where it should.
	for range c.width {
		b.out = append(b.out, ' ')
	}
	b.out = append(appendPlace(b.out, x, y), c.text...)
	if b.advance(x + c.width); b.x != nowhere {
		b.out = appendPlace(b.out, b.x, y)
	}
}

// advance notes where the cursor is after something was written.
func (b *brush) advance(x int) {
	if b.x = x; x >= b.width {
		b.x = nowhere
	}
}

// erase makes all cells from the cursor to the end of its line blank.
func (b *brush) erase(paper style) {
	b.dip(paper)
	b.out = append(b.out, ansi.EraseLineRight...)
}

// skip makes so many cells from the cursor on blank, and leaves it where it is.
func (b *brush) skip(paper style, cells int) {
	b.dip(paper)
	b.out = appendCode(b.out, cells, 'X')
}

// appendPlace adds what moves the cursor to a place.
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

// appendCode adds an escape code with one number, of which 1 is left out.
func appendCode(out []byte, n int, final byte) []byte {
	out = append(out, "\x1b["...)
	if n > 1 {
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return append(out, final)
}
