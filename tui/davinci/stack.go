package davinci

import "parlor/tui/look"

// stack is the table in a window of the usual size: the racks one above the
// other, each with its owner's name right of it, where a name of doubtful width
// can push nothing aside, and the log below.
type stack struct {
	tall bool // the others' tiles have three rows, as the own ones have
}

const (
	stackWidth = 80 // below it names stand above the racks
	infoCells  = 20 // what is said of a seat, beside its rack
	logRows    = 4  // under the table, at least
	poolRows   = 1  // between the others and the own rack
	aidRows    = 1  // under the own rack, at least
)

func (l stack) draw(b *model, width, height int) ([]string, bool) {
	if width < stackWidth {
		return nil, false
	}
	seats := append(b.around(), b.anchor())
	room := width - infoCells
	s, fits := b.fitting(seats, room-1, l.tall)
	own := size{s.width, s.gap, true}
	if b.watching() {
		own = s
	}
	spare := height - (len(seats)-1)*(s.height()+1) - poolRows - aidRows - own.height() - 1 - logRows
	if !fits || spare < 0 {
		return nil, false
	}
	var blocks [][]string
	for _, seat := range seats[:len(seats)-1] {
		blocks = append(blocks, look.Beside(b.drawRack(seat, s), b.info(seat, infoName), room))
	}
	blocks = append(blocks, look.Indented([]string{b.pool()}, margin))
	blocks = append(blocks, look.Beside(b.drawRack(b.anchor(), own), b.info(b.anchor(), infoName), room))
	blocks = append(blocks, look.Indented(b.aid(width-2*margin), margin))
	return b.underlined(spread(blocks, min(spare/2, len(blocks)-1)), width, height), true
}

// underlined are lines and under them as much of the log as has room.
func (b *model) underlined(lines []string, width, height int) []string {
	return append(lines, look.Indented(b.newest(width-margin, max(0, height-len(lines))), margin)...)
}

// spread joins blocks, with an empty line after each of the first few.
func spread(blocks [][]string, empty int) []string {
	var lines []string
	for i, block := range blocks {
		lines = append(lines, block...)
		if i < empty {
			lines = append(lines, "")
		}
	}
	return lines
}
