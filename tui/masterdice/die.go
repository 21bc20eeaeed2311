package masterdice

import (
	"strings"

	game "parlor/engine/masterdice"
	"parlor/tui/board"
)

// face is a die from above: three lines, five cells wide.
func face(value int) [3]string {
	switch value {
	case 1:
		return [3]string{"     ", "  ●  ", "     "}
	case 2:
		return [3]string{"●    ", "     ", "    ●"}
	case 3:
		return [3]string{"●    ", "  ●  ", "    ●"}
	case 4:
		return [3]string{"●   ●", "     ", "●   ●"}
	case 5:
		return [3]string{"●   ●", "  ●  ", "●   ●"}
	case 6:
		return [3]string{"●   ●", "●   ●", "●   ●"}
	}
	return [3]string{"     ", "     ", "     "}
}

// boxed is a die with its edges: five lines, seven cells wide.
func boxed(value int) [5]string {
	pips := face(value)
	return [5]string{"╭─────╮", "│" + pips[0] + "│", "│" + pips[1] + "│", "│" + pips[2] + "│", "╰─────╯"}
}

// die is a line of a die on a row: its value, its face or all of it, as there is
// room.
func (s scale) die(value, part int) string {
	switch {
	case value == 0:
		return strings.Repeat(" ", s.cell)
	case s.tall >= 5:
		return centre(boxed(value)[part], s.cell)
	case s.tall >= 3:
		return centre(face(value)[part], s.cell)
	}
	return centre("["+itoa(value)+"]", s.cell)
}

// editCell is a line of a cell that is being filled; the one under the cursor
// bears marks that need no colour.
func (b *model) editCell(column, part int, s scale) string {
	value, middle := b.line.Places[column], part == s.tall/2
	text := s.die(value, part)
	if value == 0 && middle {
		text = centre("·", s.cell)
	}
	name := "column " + itoa(column)
	if column == b.line.At && b.choosing() && middle {
		inner := scale{cell: s.cell - 2, tall: s.tall}
		text = inner.die(value, part)
		if value == 0 {
			text = centre("·", inner.cell)
		}
		return board.Zone(b.Theme.Cursor.Render("›"+text+"‹"), name)
	}
	return board.Zone(b.Theme.Accent.Render(text), name)
}

// free are the dice on the table that are not in the line being filled.
func (b *model) free(one game.Board) []int {
	if b.Yours() {
		return without(one.Rolled, b.filled())
	}
	return one.Rolled
}

func without(rolled []int, line game.Line) []int {
	used := map[int]int{}
	for _, value := range line {
		used[value]++
	}
	var free []int
	for _, value := range rolled {
		if used[value] > 0 {
			used[value]--
			continue
		}
		free = append(free, value)
	}
	return free
}
