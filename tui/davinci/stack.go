package davinci

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"parlor/tui/look"
)

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
		blocks = append(blocks, beside(b.drawRack(seat, s), b.info(seat, infoName), room, width))
	}
	blocks = append(blocks, []string{indent(b.pool())})
	blocks = append(blocks, beside(b.drawRack(b.anchor(), own), b.info(b.anchor(), infoName), room, width))
	blocks = append(blocks, indented(b.aid(width-2*margin)))
	return b.underlined(spread(blocks, min(spare/2, len(blocks)-1)), width, height), true
}

// underlined are lines and under them as much of the log as has room.
func (b *model) underlined(lines []string, width, height int) []string {
	return append(lines, indented(b.log(width-margin, max(0, height-len(lines))))...)
}

// indent is a line below the tiles of a rack, not below its margin.
func indent(line string) string { return strings.Repeat(" ", margin) + line }

// indented are lines each of which is.
func indented(lines []string) []string {
	for i, line := range lines {
		lines[i] = indent(line)
	}
	return lines
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

// beside puts info right of a rack, at column room.
func beside(rack, info []string, room, width int) []string {
	lines := make([]string, max(len(rack), len(info)))
	for i := range lines {
		cells := 0
		if i < len(rack) {
			lines[i], cells = rack[i], look.Width(rack[i])
		}
		if cells >= room {
			lines[i], cells = ansi.Truncate(lines[i], room-1, ""), room-1
		}
		if i < len(info) {
			lines[i] += strings.Repeat(" ", room-cells) + look.Cut(info[i], width-room)
		}
	}
	return lines
}
