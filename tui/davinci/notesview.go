package davinci

import (
	"fmt"
	"slices"
	"strings"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

// notesView draws the notes. It redraws a line only when it changes.
type notesView struct {
	*notepad

	renderer *racks.Renderer
	controls *controls
	cache    board.Cache[noteKey, []string]
}

// noteKey holds what determines a line of the notes.
type noteKey struct {
	scene int
	row   board.NotesState[target]
	roomy bool
}

// Same implements board.Source.
func (k noteKey) Same(other noteKey) bool { return k == other }

// lineOf returns the line of a tile, in the wide or the narrow form.
func (v *notesView) lineOf(t target, roomy bool) string {
	draw := v.closeLine
	if roomy {
		draw = v.noteLine
	}
	key := noteKey{v.Scenes, v.notes.RowState(t), roomy}
	return v.cache.At(100*int(t.seat)+t.place, key, func() []string { return []string{draw(t)} })[0]
}

// noteKeys returns the keys of the notes if they do not all fit into the line of hints but do fit
// here.
func (v *notesView) noteKeys(width, height int) []string {
	keys := style.Joined(v.Items(v.notes.Hints()), v.Theme.Faint.Render(clauseMark), width-2*margin)
	if 1+len(keys) > height {
		return nil
	}
	return append([]string{""}, style.Indented(keys, margin)...)
}

// inReach returns the range of the lines of a list that fit, with the line at near the middle.
func inReach(lines, at, room int) (from, to int) {
	room = max(1, room)
	from = max(0, min(at-room/2, lines-room))
	return from, min(lines, from+room)
}

// The widths of the columns to the left of the values: owner, position and colour.
const noteNames, notePlaces, noteColors = 11, 4, 9

// roomyNotes returns the notes in height lines, one line for each hidden tile of the others.
func (v *notesView) roomyNotes(height int) []string {
	head := strings.Repeat(" ", 3+noteNames+notePlaces+noteColors)
	for _, value := range v.values() {
		head += style.Fit(" "+face(value), 4)
	}
	lines := []string{v.Theme.Title.Render(" " + v.Say(prose.T("Notes"))), v.Theme.Faint.Render(head)}
	all := v.targets()
	from, to := inReach(len(all), slices.Index(all, v.focus()), height-len(lines))
	for _, t := range all[from:to] {
		lines = append(lines, v.lineOf(t, true))
	}
	return lines
}

func (v *notesView) noteLine(t target) string {
	tile, _ := v.tile(t)
	mark, textStyle := "   ", v.Theme.Text
	if t == v.focus() {
		mark, textStyle = v.Theme.Accent.Render(" ▸ "), v.Theme.Strong
	}
	place := fmt.Sprintf("%*d ", notePlaces-1, t.place)
	var line strings.Builder
	line.WriteString(mark + textStyle.Render(style.Fit(v.Name(t.seat), noteNames)+place+style.Fit(v.Say(colorText(tile.Color)), noteColors)))
	values := v.values()
	for i, mark := range v.marks(t, tile) {
		chosen := v.notes.Chosen(note{Row: t, Column: i})
		before, text, after, textStyle := v.noteText(values[i], mark, chosen)
		line.WriteString(textStyle.Render(before+text+after) + strings.Repeat(" ", 2-style.Width(text)))
	}
	return line.String()
}

// noteText returns the text and style of a value with a mark, with one cell before and after it for
// the cursor.
func (v *notesView) noteText(value game.Value, mark board.Mark, chosen bool) (before, text, after string, textStyle style.Style) {
	before, text, after, textStyle = " ", face(value), " ", v.Theme.Text
	if chosen {
		before, after = "›", "‹"
	}
	switch mark {
	case board.RuledOut:
		text, textStyle = "·", v.Theme.Faint
	case board.Certain:
		after, textStyle = "+", v.Theme.Good
	case board.Unmarked:
	}
	if chosen {
		textStyle = v.Theme.Cursor
	}
	return before, text, after, textStyle
}

// closeLeft is the number of cells to the left of the values in the narrow form, and closeValue the
// width of a value.
const closeLeft, closeValue = 10, 3

// closeCells returns the width of the notes in the narrow form.
func (v *notesView) closeCells() int { return closeLeft + closeValue*len(v.values()) + 1 }

// closeNotes returns the notes in the narrow form in height lines: all tiles or, if they do not
// fit, those of the seat under the cursor, with the keys for the rest.
func (v *notesView) closeNotes(height int) []string {
	all := v.owners()
	shown := v.notesOf(all)
	if len(shown) <= height {
		return shown
	}
	shown = v.notesOf([]engine.Seat{v.focus().seat})
	if len(all) == 1 && len(shown) <= height {
		return shown
	}
	room := max(1, height-2) // without the heading and the last line
	tiles := shown[1:]
	from, to := inReach(len(tiles), v.noteIndex(), room)
	return append(append(shown[:1:1], tiles[from:to]...), v.controls.more(prose.T("more tiles")))
}

// noteIndex returns the index of the cursor among the hidden tiles of its rack.
func (v *notesView) noteIndex() int {
	own := slices.DeleteFunc(v.targets(), func(t target) bool { return t.seat != v.focus().seat })
	return max(0, slices.Index(own, v.focus()))
}

// notesOf returns the notes on the tiles of seats, below each owner's name.
func (v *notesView) notesOf(seats []engine.Seat) []string {
	var lines []string
	for _, seat := range seats {
		lines = append(lines, v.closeHead(seat))
		for _, t := range v.targets() {
			if t.seat == seat {
				lines = append(lines, v.lineOf(t, false))
			}
		}
	}
	return lines
}

func (v *notesView) closeHead(seat engine.Seat) string {
	values := ""
	for _, value := range v.values() {
		values += style.Fit(" "+face(value), closeValue)
	}
	name := v.Theme.Strong.Render(style.Fit(" "+v.Name(seat), closeLeft-1))
	return name + " " + v.Theme.Faint.Render(values)
}

func (v *notesView) closeLine(t target) string {
	tile, _ := v.tile(t)
	mark, textStyle := "  ", v.Theme.Text
	if t == v.focus() {
		mark, textStyle = v.Theme.Accent.Render(" ▸"), v.Theme.Strong
	}
	var line strings.Builder
	line.WriteString(mark + textStyle.Render(fmt.Sprintf("%3d ", t.place)) + v.renderer.Edge(colorOf(tile.Color), letter(tile.Color)+"?") + "  ")
	values, behind := v.values(), " " // the text between two values
	for i, mark := range v.marks(t, tile) {
		chosen := v.notes.Chosen(note{Row: t, Column: i})
		before, text, after, textStyle := v.noteText(values[i], mark, chosen)
		if !chosen {
			line.WriteString(behind + textStyle.Render(text))
		} else {
			line.WriteString(textStyle.Render(before + text))
		}
		behind = after
		if after != " " {
			behind = textStyle.Render(after)
		}
		if style.Width(text) < closeValue-1 {
			line.WriteString(behind)
			behind = " "
		}
	}
	return line.String() + behind
}
