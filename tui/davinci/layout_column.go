package davinci

import (
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

// columnLayout is for narrow and high windows: whole tiles, each rack below its owner's name, and
// the log below.
type columnLayout struct {
	tall bool // the others' tiles have three lines, as the own ones do
}

func (l columnLayout) draw(b *model, width, height int) ([]string, bool) {
	blocks, fits := l.blocks(b, width, height-clueRows-logRows)
	if !fits {
		return nil, false
	}
	blocks = append(blocks, style.Indented(b.clues.drawClues(width-2*margin), margin))
	spare := height - logRows - lineCount(blocks)
	if spare < 0 {
		return nil, false
	}
	return b.log.underlined(spread(blocks, min(spare/2, len(blocks)-1)), width, height), true
}

// blocks returns the seats, with the pool above the last one, and whether they fit.
func (l columnLayout) blocks(b *model, width, height int) ([][]string, bool) {
	seats := b.seats()
	s, fits := racks.Fitting(b.racks.lengths(seats), width, l.tall)
	own := racks.Size{Width: s.Width, Gap: s.Gap, Tall: true}
	if b.watching() {
		own = s
	}
	const words = 2 // above and below a rack
	if !fits || (len(seats)-1)*(s.Height()+words)+poolRows+own.Height()+words > height {
		return nil, false
	}
	var blocks [][]string
	for _, seat := range seats[:len(seats)-1] {
		blocks = append(blocks, append([]string{b.plates.nameLine(seat, width)}, b.racks.Draw(b.racks.rackOf(seat), s)...))
	}
	blocks = append(blocks, []string{b.pool.middle(width)})
	return append(blocks, append([]string{b.plates.nameLine(b.anchor(), width)}, b.racks.Draw(b.racks.rackOf(b.anchor()), own)...)), true
}

func lineCount(blocks [][]string) (n int) {
	for _, block := range blocks {
		n += len(block)
	}
	return n
}

// flankLayout is for large windows in which the racks are too long for roundLayout: the racks are
// in a column, and the rest is next to it.
type flankLayout struct{}

func (flankLayout) draw(b *model, width, height int) ([]string, bool) {
	side := b.side.sideCells(width)
	room := width - side - sideGap
	if width < roundWidth {
		return nil, false
	}
	blocks, fits := columnLayout{tall: true}.blocks(b, room-1, height)
	if !fits {
		return nil, false
	}
	return style.SideBySide(apartBy(blocks, height), b.side.draw(side, height), room+sideGap), true
}
