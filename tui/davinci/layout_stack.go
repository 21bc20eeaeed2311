package davinci

import (
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

// stackLayout is for windows of the usual size: the racks one above the other, with the log below.
// The owner's name is to the right of each rack, so that a name whose width the terminal draws
// differently does not shift anything else.
type stackLayout struct {
	tall bool // the others' tiles have three lines, as the own ones do
}

const (
	infoCells = 20 // width of the text about a seat, next to its rack
	logRows   = 4  // minimum number of log lines below the table
	poolRows  = 1  // lines between the others and the own rack
)

func (l stackLayout) draw(b *model, width, height int) ([]string, bool) {
	if width < stackWidth {
		return nil, false
	}
	seats := append(b.around(), b.anchor())
	room := width - infoCells
	s, fits := racks.Fitting(b.racks.lengths(seats), room-1, l.tall)
	own := racks.Size{Width: s.Width, Gap: s.Gap, Tall: true}
	if b.watching() {
		own = s
	}
	spare := height - (len(seats)-1)*(s.Height()+1) - poolRows - clueRows - own.Height() - 1 - logRows
	if !fits || spare < 0 {
		return nil, false
	}
	var blocks [][]string
	for _, seat := range seats[:len(seats)-1] {
		blocks = append(blocks, style.SideBySide(b.racks.Draw(b.racks.rackOf(seat), s), b.plates.info(seat, infoName), room))
	}
	blocks = append(blocks, style.Indented([]string{b.pool.drawPool(false)}, margin))
	blocks = append(blocks, style.SideBySide(b.racks.Draw(b.racks.rackOf(b.anchor()), own), b.plates.info(b.anchor(), infoName), room))
	blocks = append(blocks, style.Indented(b.clues.drawClues(width-2*margin), margin))
	return b.log.underlined(spread(blocks, min(spare/2, len(blocks)-1)), width, height), true
}

// spread joins blocks, with an empty line after each of the first ones.
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
