package davinci

import (
	"slices"
	"strings"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/look"
)

// small is the table where there is little room: each rack in rows of compact
// tiles below its owner's name, and what else has room.
type small struct{}

// smallLog is how many lines the log has before the places have any.
const smallLog = 3

func (small) draw(b *model, width, height int) ([]string, bool) {
	t := b.smallTable(width)
	spare := height - t.height()
	if spare < 0 {
		return t.about(b.actsOn(), height), true
	}
	t.label(spare)
	aid := b.shortAid(width-2*margin, height-t.height())
	log := b.recent(width-margin, height-t.height()-len(aid))
	return append(t.lines(), look.Indented(append(aid, log...), margin)...), true
}

// label writes the places where so many lines are spare: below the own tiles if
// a gap is to be chosen there; below all tiles, or all but the own ones, if the
// log keeps its lines.
func (t *smallTable) label(spare int) {
	own, others := &t.seats[len(t.seats)-1], t.seats[:len(t.seats)-1]
	before := t.height()
	own.choosing = t.b.mustPlace() || t.b.mayMove()
	spare -= t.height() - before
	spare -= smallLog
	if t.b.hasNotes() {
		spare -= aidRows
	}
	for _, one := range others {
		spare -= one.rows
	}
	for i := range others {
		others[i].labelled = spare >= 0
	}
	own.labelled = spare >= own.rows
}

// hasPlaces says whether a row of a seat's tiles has the places below it.
func (b *model) hasPlaces(seat smallSeat, row int) bool {
	return seat.labelled || seat.choosing && slices.ContainsFunc(b.view.Choice.Gaps, func(gap int) bool {
		return min((gap-1)/seat.perLine, seat.rows-1) == row
	})
}

// smallTable is a small table in the making.
type smallTable struct {
	b     *model
	width int
	seats []smallSeat // the one at the bottom last
}

// smallSeat is a seat of it.
type smallSeat struct {
	rackRows
	labelled bool // the places stand below the tiles
	choosing bool // the places stand below those tiles between which a gap is chosen
}

// smallTable is the table without what may be left out.
func (b *model) smallTable(width int) *smallTable {
	t := &smallTable{b: b, width: width}
	for _, seat := range b.seats() {
		t.seats = append(t.seats, smallSeat{rackRows: b.rowsOf(seat, width)})
	}
	return t
}

// seats are all, the one at the bottom of the screen last.
func (b *model) seats() []engine.Seat { return append(b.around(), b.anchor()) }

// actsOn is the seat at whose rack the next key acts.
func (b *model) actsOn() engine.Seat {
	if b.focus().seat >= 0 && b.focusShown() {
		return b.focus().seat
	}
	return b.anchor()
}

func (t *smallTable) height() int {
	height := poolRows
	for _, seat := range t.seats {
		height += 1 + seat.rows
		for row := range seat.rows {
			if t.b.hasPlaces(seat, row) {
				height++
			}
		}
	}
	return height
}

// lines are the table.
func (t *smallTable) lines() []string {
	var lines []string
	for i, seat := range t.seats {
		if i == len(t.seats)-1 {
			lines = append(lines, t.b.middle(t.width))
		}
		lines = append(lines, t.block(seat)...)
	}
	return lines
}

// block is a seat: its name, its tiles, their places.
func (t *smallTable) block(seat smallSeat) []string {
	lines := []string{t.b.nameLine(seat.seat, t.width)}
	places := t.b.drawPlaces(seat.rackRows)
	for row, tiles := range t.b.drawRows(seat.rackRows) {
		lines = append(lines, tiles)
		if t.b.hasPlaces(seat, row) {
			lines = append(lines, places[row])
		}
	}
	return lines
}

// about is as much of a table that has no room as can be seen at once, with the
// rack of a seat in it, and the keys that show the rest.
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
	return append(lines[from:min(len(lines), from+room)], t.b.more(prose.T("more rows")))
}

// middle is the line between the others and the own rack: the pool, and the keys
// of what does not stand on this page.
func (b *model) middle(width int) string {
	left := look.Indented([]string{b.shortPool()}, margin)[0]
	for keys := b.opening(); len(keys) > 0; keys = keys[:len(keys)-1] {
		right := strings.Join(keys, b.Theme.Faint.Render(clauseMark)) + " "
		if look.Width(left)+look.Width(right) < width {
			return look.Sides(left, right, width)
		}
	}
	return left
}

// shortAid is what is known of the tile in focus in at most rows lines, which
// does not name the tile where that would take another line; an empty line where
// nothing is known but might be.
func (b *model) shortAid(width, rows int) []string {
	var lines []string
	switch text := b.aidText(); {
	case text != "":
		lines = b.aid(width)
		if len(lines) > aidRows {
			lines = b.faint(text, width)
		}
	case b.hasNotes():
		lines = make([]string, aidRows)
	}
	return lines[:max(0, min(len(lines), rows))]
}

// recent is the newest of the log in at most rows lines: where that is nothing
// but a tile that the person has just drawn, what happened before it.
func (b *model) recent(width, rows int) []string {
	told := b.told
	if lines := b.logOf(told, width, rows); len(lines) > 1 || len(told) == 0 {
		return lines
	}
	if last := told[len(told)-1]; len(told) > 1 && b.People.IsYou(last.seat) && len(last.clauses) == 1 && !last.asked.known {
		told = told[:len(told)-1]
	}
	for _, last := range shorter(told[len(told)-1]) {
		if lines := b.entryLines(last, width); len(lines) <= rows {
			return lines
		}
	}
	return b.logOf(b.told, width, rows)
}

// shorter is an entry with all its clauses, with fewer before its guess, and
// with fewer behind it.
func shorter(e entry) []entry {
	all := []entry{e}
	e.clauses = e.clauses[e.asked.clause:]
	for ; len(e.clauses) > 0; e.clauses = e.clauses[:len(e.clauses)-1] {
		all = append(all, e)
	}
	return all
}
