package masterdice

import (
	"strconv"

	game "parlor/engine/masterdice"
)

// scale holds the sizes of a board, in cells.
type scale struct {
	label int  // before the columns: the mark and the number of a row
	cell  int  // width of a column
	tall  int  // lines of a row: 1, 3 for a face, 5 for a die
	ruled bool // lines separate the rows
	plain bool // without lines above and below the rows, and with labels on the right of the cells
}

// normal returns the scale for a window of usual size.
func normal() scale { return scale{label: 7, cell: 7, tall: 1} }

// small returns the scale for a small window.
func small() scale { return scale{label: 4, cell: 7, tall: 1, plain: true} }

// large returns the scales above the normal one, largest first.
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

// width returns the width of a board, including the counts.
func (s scale) width() int { return s.label + 1 + game.Columns*(s.cell+1) + 6 }

// lines returns the height of a board, from its heading to its code.
func (s scale) lines() int {
	lines := 4 + game.MaxRows*s.tall + 2
	if s.ruled {
		lines += game.MaxRows - 1
	}
	return lines + 1
}

func itoa(n int) string { return strconv.Itoa(n) }
