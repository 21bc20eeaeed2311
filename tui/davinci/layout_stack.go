package davinci

import "parlor/tui/style"

// stackLayout is the table in a window of the usual size: the racks one above the
// other, each with its owner's name right of it, where a name of doubtful width
// can push nothing aside, and the log below.
type stackLayout struct {
	tall bool // the others' tiles have three rows, as the own ones have
}

const (
	infoCells = 20 // what is said of a seat, next to its rack
	logRows   = 4  // under the table, at least
	poolRows  = 1  // between the others and the own rack
)

func (l stackLayout) draw(b *model, width, height int) ([]string, bool) {
	if width < stackWidth {
		return nil, false
	}
	seats := append(b.around(), b.anchor())
	room := width - infoCells
	s, fits := b.racks.fitting(seats, room-1, l.tall)
	own := size{s.width, s.gap, true}
	if b.watching() {
		own = s
	}
	spare := height - (len(seats)-1)*(s.height()+1) - poolRows - clueRows - own.height() - 1 - logRows
	if !fits || spare < 0 {
		return nil, false
	}
	var blocks [][]string
	for _, seat := range seats[:len(seats)-1] {
		blocks = append(blocks, style.Beside(b.racks.drawRack(seat, s), b.plates.info(seat, infoName), room))
	}
	blocks = append(blocks, style.Indented([]string{b.pool.drawPool(false)}, margin))
	blocks = append(blocks, style.Beside(b.racks.drawRack(b.anchor(), own), b.plates.info(b.anchor(), infoName), room))
	blocks = append(blocks, style.Indented(b.clues.drawClues(width-2*margin), margin))
	return b.log.underlined(spread(blocks, min(spare/2, len(blocks)-1)), width, height), true
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
