package davinci

import (
	"fmt"
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// notepad is the notes in place of the table, below the rows one reasons from.
type notepad struct{}

func (notepad) draw(b *model, width, height int) ([]string, bool) {
	lines := b.allRows(width)
	if width < stackWidth {
		return append(lines, b.closeNotes(height-len(lines))...), true
	}
	return append(append(lines, ""), b.roomyNotes(height-len(lines)-1)...), true
}

// The cells left of the compact tiles of a row, for its owner's name.
const rowName, shortRowName = 16, 6

// allRows are the racks of all seats, each behind its owner's name.
func (b *model) allRows(width int) []string {
	cells := rowName
	if width < stackWidth {
		cells = shortRowName
	}
	var lines []string
	for _, seat := range b.seats() {
		style := b.Theme.Strong
		if seat == b.focus.seat && b.page == notesPage {
			style = b.Theme.Accent
		}
		name := indent(style.Render(look.Fit(b.Name(seat), cells)))
		for _, row := range b.drawRows(b.rowsOf(seat, width-margin-cells)) {
			lines = append(lines, name+row)
			name = strings.Repeat(" ", margin+cells)
		}
	}
	return lines
}

// values are those that can be noted, in order.
func (b *model) values() (all []game.Value) {
	for value := b.lowest(); value <= game.MaxNumber; value++ {
		all = append(all, value)
	}
	return all
}

// inReach is which lines of a list have room, with one of them about in the
// middle.
func inReach(lines, at, room int) (from, to int) {
	room = max(1, room)
	from = max(0, min(at-room/2, lines-room))
	return from, min(lines, from+room)
}

// The columns left of the values: whose tile, its place and its colour.
const noteNames, notePlaces, noteColors = 11, 4, 9

// roomyNotes are a line for each hidden tile of the others and a column for each
// value, in height lines.
func (b *model) roomyNotes(height int) []string {
	head := strings.Repeat(" ", 3+noteNames+notePlaces+noteColors)
	for _, value := range b.values() {
		head += look.Fit(" "+face(value), 4)
	}
	lines := []string{b.Theme.Title.Render(" " + b.Say(prose.T("Notes"))), b.Theme.Faint.Render(head)}
	all := b.targets()
	from, to := inReach(len(all), slices.Index(all, b.focus), height-len(lines))
	for _, t := range all[from:to] {
		lines = append(lines, b.noteLine(t))
	}
	return lines
}

func (b *model) noteLine(t target) string {
	tile, _ := b.tile(t)
	mark, style := "   ", b.Theme.Text
	if t == b.focus {
		mark, style = b.Theme.Accent.Render(" ▸ "), b.Theme.Strong
	}
	place := fmt.Sprintf("%*d ", notePlaces-1, t.place)
	line := mark + style.Render(look.Fit(b.Name(t.seat), noteNames)+place+look.Fit(b.Say(colorText(tile.Color)), noteColors))
	left := b.notRuledOut(t, tile)
	for _, value := range b.values() {
		line += b.noteCell(note{t, value}, left)
	}
	return line
}

// notRuledOut are the values that a tile may still have.
func (b *model) notRuledOut(t target, tile game.Tile) []game.Value {
	return slices.DeleteFunc(b.values(), func(value game.Value) bool { return b.ruledOut(note{t, value}, tile) })
}

func (b *model) noteCell(at note, left []game.Value) string {
	text, style := b.noteText(at, left)
	cell := look.Fit(" "+text, 4)
	if b.noting(at) {
		return b.Theme.Cursor.Render("›"+text+"‹") + strings.Repeat(" ", max(0, 2-look.Width(text)))
	}
	return style.Render(cell)
}

// noteText is what stands for a value at a tile, and how.
func (b *model) noteText(at note, left []game.Value) (string, look.Style) {
	switch {
	case !slices.Contains(left, at.value):
		return "·", b.Theme.Faint
	case len(left) == 1:
		return face(at.value), b.Theme.Good
	}
	return face(at.value), b.Theme.Text
}

// noting says whether the next key acts on a value at a tile.
func (b *model) noting(at note) bool {
	return at.target == b.focus && at.value == max(b.notes.value, b.lowest())
}

// closeLeft are the cells left of the values where room is short, closeValue
// those of a value.
const closeLeft, closeValue = 10, 3

// closeCells is how wide the notes are then.
func (b *model) closeCells() int { return closeLeft + closeValue*len(b.values()) + 1 }

// closeNotes are notes in height lines where room is short: all tiles, or if
// they have no room those of the seat in focus, and the keys for the rest.
func (b *model) closeNotes(height int) []string {
	all := b.noteOwners()
	shown := b.notesOf(all)
	if len(shown) <= height {
		return shown
	}
	shown = b.notesOf([]engine.Seat{b.focus.seat})
	if len(all) == 1 && len(shown) <= height {
		return shown
	}
	room := max(1, height-2) // for the head, and the last line
	tiles := shown[1:]
	from, to := inReach(len(tiles), b.noteIndex(), room)
	more := board.Press("↑↓", prose.T("more tiles"))
	return append(append(shown[:1:1], tiles[from:to]...), indent(b.pressed([]board.Hint{more})))
}

// noteOwners are the seats with tiles to take notes of.
func (b *model) noteOwners() (seats []engine.Seat) {
	for _, t := range b.targets() {
		if !slices.Contains(seats, t.seat) {
			seats = append(seats, t.seat)
		}
	}
	return seats
}

// noteIndex is the place of the focus among the hidden tiles of its rack.
func (b *model) noteIndex() int {
	own := slices.DeleteFunc(b.targets(), func(t target) bool { return t.seat != b.focus.seat })
	return max(0, slices.Index(own, b.focus))
}

// notesOf are the tiles of some seats, below each owner's name.
func (b *model) notesOf(seats []engine.Seat) []string {
	var lines []string
	for _, seat := range seats {
		lines = append(lines, b.closeHead(seat))
		for _, t := range b.targets() {
			if t.seat == seat {
				lines = append(lines, b.closeLine(t))
			}
		}
	}
	return lines
}

func (b *model) closeHead(seat engine.Seat) string {
	values := ""
	for _, value := range b.values() {
		values += look.Fit(" "+face(value), closeValue)
	}
	name := b.Theme.Strong.Render(look.Fit(" "+b.Name(seat), closeLeft-1))
	return name + " " + b.Theme.Faint.Render(values)
}

func (b *model) closeLine(t target) string {
	tile, _ := b.tile(t)
	mark, style := "  ", b.Theme.Text
	if t == b.focus {
		mark, style = b.Theme.Accent.Render(" ▸"), b.Theme.Strong
	}
	line := mark + style.Render(fmt.Sprintf("%3d ", t.place)) + b.inks[tileLook{color: tile.Color}].edge.write(letter(tile.Color)+"?") + "  "
	left := b.notRuledOut(t, tile)
	gap := " "
	for _, value := range b.values() {
		at := note{t, value}
		text, style := b.noteText(at, left)
		if !b.noting(at) {
			line += gap + style.Render(look.Fit(text, closeValue-1))
			gap = " "
			continue
		}
		line += b.Theme.Cursor.Render("›" + text)
		if gap = b.Theme.Cursor.Render("‹"); look.Width(text) < closeValue-1 {
			line, gap = line+gap, " "
		}
	}
	return line + gap
}

// notesSide is the notes beside the table, what is known of the tile in focus,
// and as much of the log as has room.
func (b *model) notesSide(width, height int) []string {
	lines := []string{"", b.Theme.Title.Render(" " + b.Say(prose.T("Notes")))}
	lines = append(lines, b.closeNotes(height-len(lines))...)
	spare := height - len(lines) - 2 // an empty line and a title
	log := b.log(width-margin, spare)
	if len(log) == 0 {
		return lines
	}
	return append(append(lines, "", indent(b.logTitle())), indented(log)...)
}
