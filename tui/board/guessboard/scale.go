package guessboard

import "parlor/tui/style"

// scale holds the sizes of a board, in cells.
type scale struct {
	left   int  // before the symbols: margin, mark and row number
	cell   int  // width of a symbol
	gap    int  // between two symbols
	tall   int  // lines per row
	blank  int  // lines between two rows
	before int  // between the symbols and the pegs
	peg    int  // between two pegs
	counts bool // pegs are shown as numbers
}

// normal returns the scale for a window of usual size.
func normal() scale { return scale{left: 5, cell: 3, tall: 1, before: 2} }

// tight returns the smallest scale on which a row can be filled.
func tight() scale { return scale{left: 3, cell: 3, tall: 1, before: 1, counts: true} }

// compact returns a scale for a board that is only read.
func compact() scale { return scale{left: 4, cell: 1, tall: 1, before: 1} }

// brief is like compact, with pegs as numbers.
func brief() scale { return scale{left: 4, cell: 1, tall: 1, before: 1, counts: true} }

// large returns the scales above the normal one, largest first.
func large() []scale {
	return []scale{
		{left: 6, cell: 7, gap: 1, tall: 3, blank: 1, before: 3, peg: 1},
		{left: 6, cell: 5, gap: 1, tall: 3, blank: 1, before: 3, peg: 1},
		{left: 6, cell: 5, gap: 1, tall: 1, blank: 1, before: 3},
		{left: 5, cell: 3, gap: 1, tall: 1, blank: 1, before: 2},
		{left: 5, cell: 5, gap: 1, tall: 1, before: 3},
		{left: 5, cell: 3, gap: 1, tall: 1, before: 2},
		normal(),
	}
}

// margin returns the width of the space before the headings of a board.
func (s scale) margin() int {
	if s.left < 5 {
		return 0
	}
	return 2
}

// codeWidth returns the width of a code.
func (s scale) codeWidth(positions int) int { return positions*(s.cell+s.gap) - s.gap }

// row returns the width of a row, including its pegs.
func (s scale) row(positions int) int {
	pegs := positions*(1+s.peg) - s.peg
	if s.counts {
		pegs = style.Width("●9○9")
	}
	return s.left + s.codeWidth(positions) + s.before + pegs
}

// lines returns the number of lines that rows take.
func (s scale) lines(rows int) int { return max(0, rows*(s.tall+s.blank)-s.blank) }

// fitting returns the number of rows that fit into the given lines.
func (s scale) fitting(lines int) int { return (lines + s.blank) / (s.tall + s.blank) }
