package davinci

import (
	"strings"

	"parlor/engine"
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

// roundLayout is for large windows: the others sit on the left, at the top and on the right, and
// the log or the notes are next to the table.
type roundLayout struct{}

const (
	roundWidth, roundHeight = 112, 26 // minimum size of the window
	largeHeight             = 44      // minimum height for large tiles
	sideGap                 = 2       // between the table and the column next to it
)

func (l roundLayout) draw(b *model, width, height int) ([]string, bool) {
	if width < roundWidth || height < roundHeight {
		return nil, false
	}
	side := b.side.sideCells(width)
	room := width - side - sideGap
	around := b.around()
	rows := [][]engine.Seat{around}
	if len(around) == 3 {
		rows = [][]engine.Seat{around[1:2], {around[0], around[2]}}
	}
	cells := room
	if len(around) > 1 {
		cells = (room - 2) / 2
	}
	others, owns := b.racks.lengths(around), b.racks.lengths([]engine.Seat{b.anchor()})
	s, fits := racks.Fitting(others, cells, true)
	own, ownFits := racks.Fitting(owns, room, true)
	if !fits || !ownFits {
		return nil, false
	}
	if large := racks.Large(); height >= largeHeight && racks.Fit(others, large, cells) && racks.Fit(owns, large, room) {
		s, own = large, large
	}
	var blocks [][]string
	for _, row := range rows {
		blocks = append(blocks, l.abreast(b, row, s, room))
	}
	blocks = append(blocks, b.pool.drawPiles(room), l.seatBlock(b, b.anchor(), own, room))
	return style.SideBySide(apartBy(blocks, height), b.side.draw(side, height), room+sideGap), true
}

// apartBy joins blocks to height lines, and distributes the spare lines above, between and below
// them.
func apartBy(blocks [][]string, height int) []string {
	spare := height
	for _, block := range blocks {
		spare -= len(block)
	}
	spare = max(0, spare)
	var lines []string
	for i, block := range blocks {
		empty := spare*(i+1)/(len(blocks)+1) - spare*i/(len(blocks)+1)
		lines = append(append(lines, make([]string, empty)...), block...)
	}
	return style.Exactly(lines, height)
}

// abreast draws one seat in the middle, or two on the left and right.
func (l roundLayout) abreast(b *model, seats []engine.Seat, s racks.Size, room int) []string {
	if len(seats) == 1 {
		return l.seatBlock(b, seats[0], s, room)
	}
	half := room / 2
	left, right := l.seatBlock(b, seats[0], s, half), l.seatBlock(b, seats[1], s, room-half)
	for i := range left {
		left[i] = left[i] + style.Blanks(half-style.Width(left[i])) + right[i]
	}
	return left
}

// seatBlock returns a rack below its owner's name, centred.
func (roundLayout) seatBlock(b *model, seat engine.Seat, s racks.Size, room int) []string {
	lines := append([]string{""}, b.racks.Draw(b.racks.rackOf(seat), s)...)
	left := max(0, (room-b.racks.length(seat).Cells(s))/2)
	for i := range lines {
		lines[i] = style.Clip(style.Blanks(left)+lines[i], room)
	}
	said := strings.Join(b.plates.info(seat, infoName), " ")
	if over := style.Width(said) - room; over > 0 {
		named := min(infoName, style.Width(b.Name(seat)))
		said = strings.Join(b.plates.info(seat, max(1, named-over)), " ")
	}
	left = max(0, min(left+margin, room-style.Width(said)))
	lines[0] = style.Clip(style.Blanks(left)+said, room)
	return lines
}
