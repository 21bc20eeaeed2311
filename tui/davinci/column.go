package davinci

// column is the table in a window that is narrow and high: each rack of whole
// tiles below its owner's name, and the log below.
type column struct {
	tall bool // the others' tiles have three rows, as the own ones have
}

func (l column) draw(b *model, width, height int) ([]string, bool) {
	blocks, fits := l.blocks(b, width)
	blocks = append(blocks, indented(b.aid(width-2*margin)))
	spare := height - logRows - lineCount(blocks)
	if !fits || spare < 0 {
		return nil, false
	}
	return b.underlined(spread(blocks, min(spare/2, len(blocks)-1)), width, height), true
}

// blocks are the seats, and the pool above the last one, and whether all racks
// have room.
func (l column) blocks(b *model, width int) ([][]string, bool) {
	seats := b.seats()
	s, fits := b.fitting(seats, width, l.tall)
	own := size{s.width, s.gap, true}
	if b.watching() {
		own = s
	}
	var blocks [][]string
	for _, seat := range seats[:len(seats)-1] {
		blocks = append(blocks, append([]string{b.nameLine(seat, width)}, b.drawRack(seat, s)...))
	}
	blocks = append(blocks, []string{b.middle(width)})
	return append(blocks, append([]string{b.nameLine(b.anchor(), width)}, b.drawRack(b.anchor(), own)...)), fits
}

func lineCount(blocks [][]string) (n int) {
	for _, block := range blocks {
		n += len(block)
	}
	return n
}

// flank is the table in a large window where the racks are too long to sit
// round it: as a column, and beside it what stands beside a round table.
type flank struct{}

func (flank) draw(b *model, width, height int) ([]string, bool) {
	side := b.sideCells(width)
	room := width - side - between
	if width < roundWidth {
		return nil, false
	}
	blocks, fits := column{tall: true}.blocks(b, room-1)
	if !fits || lineCount(blocks) > height {
		return nil, false
	}
	return beside(apartBy(blocks, height), b.side(side, height), room+between, width), true
}
