package davinci

import (
	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

// smallLayout is for small windows: each rack as rows of compact tiles below its owner's name, and
// whatever else fits.
type smallLayout struct{}

// smallLog is the number of log lines that are more important than position numbers.
const smallLog = 3

func (smallLayout) draw(b *model, width, height int) ([]string, bool) {
	t := newSmallTable(b, width)
	spare := height - t.height()
	if spare < 0 {
		return t.about(b.actsOn(), height), true
	}
	t.label(spare)
	aid := b.clues.drawShortClues(width-2*margin, height-t.height())
	log := b.log.recent(width-margin, height-t.height()-len(aid))
	return append(t.lines(), style.Indented(append(aid, log...), margin)...), true
}

// lowLayout is for wide and low windows: smallLayout with the log or the notes next to it.
type lowLayout struct{}

const (
	lowHeight = 20 // minimum height for whole tiles
	lowRoom   = 50 // minimum width of the table
)

func (lowLayout) draw(b *model, width, height int) ([]string, bool) {
	side := b.side.sideCells(width)
	room := width - side - sideGap
	if height >= lowHeight || room < lowRoom {
		return nil, false
	}
	t := newSmallTable(b, room)
	spare := height - t.height()
	if spare < 0 {
		return nil, false
	}
	t.label(spare + smallLog)
	return style.SideBySide(t.lines(), b.side.draw(side, height), room+sideGap), true
}

// smallTable is a table of compact tiles under construction.
type smallTable struct {
	b     *model
	width int
	seats []smallSeat // the one at the bottom is last
}

// smallSeat is a seat of a smallTable.
type smallSeat struct {
	racks.Rows

	seat     engine.Seat
	labelled bool // with position numbers below the tiles
	choosing bool // with position numbers below the tiles at which a gap is chosen
}

// newSmallTable returns a small table of the given width with all seats, before any optional parts are added.
func newSmallTable(b *model, width int) *smallTable {
	t := &smallTable{b: b, width: width}
	for _, seat := range b.seats() {
		t.seats = append(t.seats, smallSeat{Rows: b.racks.length(seat).Rows(width), seat: seat})
	}
	return t
}

// label adds position numbers in spare lines: below the own tiles if a gap is chosen there,
// otherwise below all tiles, or all but the own ones, if enough lines remain for the log.
func (t *smallTable) label(spare int) {
	own, others := &t.seats[len(t.seats)-1], t.seats[:len(t.seats)-1]
	before := t.height()
	own.choosing = t.b.mustPlace() || t.b.mayMove()
	spare -= t.height() - before
	spare -= smallLog
	if t.b.hasNotes() {
		spare -= clueRows
	}
	for _, one := range others {
		spare -= one.Rows.Rows
	}
	for i := range others {
		others[i].labelled = spare >= 0
	}
	own.labelled = spare >= own.Rows.Rows
}

// hasPlaces reports whether a row of a seat's tiles has position numbers.
func (t *smallTable) hasPlaces(seat smallSeat, row int) bool {
	return seat.labelled || seat.choosing && seat.HasGap(t.b.view.Choice.Gaps, row)
}

func (t *smallTable) height() int {
	height := poolRows
	for _, seat := range t.seats {
		height += 1 + seat.Rows.Rows
		for row := range seat.Rows.Rows {
			if t.hasPlaces(seat, row) {
				height++
			}
		}
	}
	return height
}

// lines returns the lines of the table.
func (t *smallTable) lines() []string {
	var lines []string
	for i, seat := range t.seats {
		if i == len(t.seats)-1 {
			lines = append(lines, t.b.pool.middle(t.width))
		}
		lines = append(lines, t.block(seat)...)
	}
	return lines
}

// block returns a seat: its name, its tiles and their position numbers.
func (t *smallTable) block(seat smallSeat) []string {
	lines := []string{t.b.plates.nameLine(seat.seat, t.width)}
	rack := t.b.racks.rackOf(seat.seat)
	places := t.b.racks.DrawPlaces(rack, seat.Rows)
	for row, tiles := range t.b.racks.DrawCompact(rack, seat.Rows) {
		lines = append(lines, tiles)
		if t.hasPlaces(seat, row) {
			lines = append(lines, places[row])
		}
	}
	return lines
}

// about returns the part around a seat's rack of a table that does not fit, with the keys that show
// the rest.
func (t *smallTable) about(seat engine.Seat, height int) []string {
	var lines []string
	first := 0
	for _, one := range t.seats {
		if one.seat == seat {
			first = len(lines)
		}
		lines = append(lines, t.block(one)...)
	}
	room := max(0, height-1)
	from := max(0, min(first, len(lines)-room))
	return append(lines[from:min(len(lines), from+room)], t.b.controls.more(prose.T("more rows")))
}
