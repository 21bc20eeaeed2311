package masterdice

import (
	"strconv"

	game "parlor/engine/masterdice"
)

// scale is how large a board is drawn, in cells.
type scale struct {
	label int  // before the columns: the mark and number of a row
	cell  int  // a column, across
	tall  int  // lines of a row: 1, 3 for a face, 5 for a die
	ruled bool // lines stand between the rows
	plain bool // no lines stand above and below them, and labels right of the cells
}

// normal returns the scale of a window of usual size.
func normal() scale { return scale{label: 7, cell: 7, tall: 1} }

// small returns the scale of a small window.
func small() scale { return scale{label: 4, cell: 7, tall: 1, plain: true} }

// large returns scales above the normal one, the largest first.
func large() []scale {
	return []scale{
		{label: 8, cell: 13, tall: 5, ruled: true},
		{label: 8, cell: 11, tall: 3, ruled: true},
		{label: 7, cell: 9, tall: 3, ruled: true},
		{label: 7, cell: 7, tall: 3, ruled: true},
		{label: 7, cell: 9, tall: 1, ruled: true},
		{label: 7, cell: 9, tall: 1},
		normal(),
	}
}

// width returns that of a board, with the counts behind its rows.
func (s scale) width() int { return s.label + 1 + game.Columns*(s.cell+1) + 6 }

// lines returns how many a board takes, from its heading to its code.
func (s scale) lines() int {
	lines := 4 + game.MaxRows*s.tall + 2
	if s.ruled {
		lines += game.MaxRows - 1
	}
	return lines + 1
}

func itoa(n int) string { return strconv.Itoa(n) }
