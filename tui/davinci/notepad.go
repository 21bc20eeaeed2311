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
		lines = append(lines, b.closeNotes(height-len(lines))...)
		return append(lines, b.noteKeys(width, height-len(lines))...), true
	}
	return append(append(lines, ""), b.roomyNotes(height-len(lines)-1)...), true
}

// noteKeys are the keys of the notes below them, where the line of hints has no room
// for all; nothing where there is none here, either.
func (b *model) noteKeys(width, height int) []string {
	keys := look.Joined(b.Items(b.notes.Hints()), b.Theme.Faint.Render(clauseMark), width-2*margin)
	if 1+len(keys) > height {
		return nil
	}
	return append([]string{""}, look.Indented(keys, margin)...)
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
		if seat == b.focus().seat && b.page() == notesPage {
			style = b.Theme.Accent
		}
		name := []string{style.Render(look.Fit(b.Name(seat), cells))}
		lines = append(lines, look.Beside(name, b.drawRows(b.rowsOf(seat, width-margin-cells)), cells)...)
	}
	return look.Indented(lines, margin)
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
	from, to := inReach(len(all), slices.Index(all, b.focus()), height-len(lines))
	for _, t := range all[from:to] {
		lines = append(lines, b.noteLine(t))
	}
	return lines
}

func (b *model) noteLine(t target) string {
	tile, _ := b.tile(t)
	mark, style := "   ", b.Theme.Text
	if t == b.focus() {
		mark, style = b.Theme.Accent.Render(" ▸ "), b.Theme.Strong
	}
	place := fmt.Sprintf("%*d ", notePlaces-1, t.place)
	var line strings.Builder
	line.WriteString(mark + style.Render(look.Fit(b.Name(t.seat), noteNames)+place+look.Fit(b.Say(colorText(tile.Color)), noteColors)))
	values := b.values()
	for i, mark := range b.marks(t, tile) {
		chosen := b.notes.Chosen(note{Row: t, Column: i})
		before, text, after, style := b.noteText(values[i], mark, chosen)
		line.WriteString(style.Render(before+text+after) + strings.Repeat(" ", 2-look.Width(text)))
	}
	return line.String()
}

// noteText is what stands for a value that bears a mark, with a cell before it and
// one after it, and how. The cursor is in those cells.
func (b *model) noteText(value game.Value, mark board.Mark, chosen bool) (before, text, after string, style look.Style) {
	before, text, after, style = " ", face(value), " ", b.Theme.Text
	if chosen {
		before, after = "›", "‹"
	}
	switch mark {
	case board.RuledOut:
		text, style = "·", b.Theme.Faint
	case board.Certain:
		after, style = "+", b.Theme.Good
	case board.Unmarked:
	}
	if chosen {
		style = b.Theme.Cursor
	}
	return before, text, after, style
}

// closeLeft are the cells left of the values where room is short, closeValue
// those of a value.
const closeLeft, closeValue = 10, 3

// closeCells is how wide the notes are then.
func (b *model) closeCells() int { return closeLeft + closeValue*len(b.values()) + 1 }

// closeNotes are notes in height lines where room is short: all tiles, or if
// they have no room those of the seat in focus, and the keys for the rest.
func (b *model) closeNotes(height int) []string {
	all := b.owners()
	shown := b.notesOf(all)
	if len(shown) <= height {
		return shown
	}
	shown = b.notesOf([]engine.Seat{b.focus().seat})
	if len(all) == 1 && len(shown) <= height {
		return shown
	}
	room := max(1, height-2) // for the head, and the last line
	tiles := shown[1:]
	from, to := inReach(len(tiles), b.noteIndex(), room)
	return append(append(shown[:1:1], tiles[from:to]...), b.more(prose.T("more tiles")))
}

// noteIndex is the place of the focus among the hidden tiles of its rack.
func (b *model) noteIndex() int {
	own := slices.DeleteFunc(b.targets(), func(t target) bool { return t.seat != b.focus().seat })
	return max(0, slices.Index(own, b.focus()))
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
	if t == b.focus() {
		mark, style = b.Theme.Accent.Render(" ▸"), b.Theme.Strong
	}
	var line strings.Builder
	line.WriteString(mark + style.Render(fmt.Sprintf("%3d ", t.place)) + b.inks[tileLook{color: tile.Color}].edge.write(letter(tile.Color)+"?") + "  ")
	values, behind := b.values(), " " // what stands in the cell between two values
	for i, mark := range b.marks(t, tile) {
		chosen := b.notes.Chosen(note{Row: t, Column: i})
		before, text, after, style := b.noteText(values[i], mark, chosen)
		if !chosen {
			line.WriteString(behind + style.Render(text))
		} else {
			line.WriteString(style.Render(before + text))
		}
		behind = after
		if after != " " {
			behind = style.Render(after)
		}
		if look.Width(text) < closeValue-1 {
			line.WriteString(behind)
			behind = " "
		}
	}
	return line.String() + behind
}

// notesSide is the notes beside the table, what is known of the tile in focus,
// and as much of the log as has room.
func (b *model) notesSide(width, height int) []string {
	lines := []string{"", b.Theme.Title.Render(" " + b.Say(prose.T("Notes")))}
	lines = append(lines, b.closeNotes(height-len(lines))...)
	spare := height - len(lines) - 2 // an empty line and a title
	log := b.newest(width-margin, spare)
	if len(log) == 0 {
		return lines
	}
	return append(append(lines, ""), look.Indented(append([]string{b.logTitle()}, log...), margin)...)
}
