package guessboard

import "parlor/tui/style"

// scale is how large a board is drawn, in cells.
type scale struct {
	left   int  // before the symbols: margin, mark and number of a row
	cell   int  // a symbol, across
	gap    int  // between two symbols
	tall   int  // lines of a row
	blank  int  // lines between two rows
	before int  // between the symbols and the pegs
	peg    int  // between two pegs
	counts bool // pegs are counted in digits instead
}

// normal is the scale of a window of usual size.
func normal() scale { return scale{left: 5, cell: 3, tall: 1, before: 2} }

// tight is a scale on which a row can still be filled.
func tight() scale { return scale{left: 3, cell: 3, tall: 1, before: 1, counts: true} }

// compact is a scale to read only.
func compact() scale { return scale{left: 4, cell: 1, tall: 1, before: 1} }

// brief is compact, with pegs in digits.
func brief() scale { return scale{left: 4, cell: 1, tall: 1, before: 1, counts: true} }

// large are scales above the normal one, the largest first.
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

// margin is what stands before the words of a board.
func (s scale) margin() int {
	if s.left < 5 {
		return 0
	}
	return 2
}

// codeWidth is how wide a code is.
func (s scale) codeWidth(positions int) int { return positions*(s.cell+s.gap) - s.gap }

// row is how wide a row is, with its pegs.
func (s scale) row(positions int) int {
	pegs := positions*(1+s.peg) - s.peg
	if s.counts {
		pegs = style.Width("●9○9")
	}
	return s.left + s.codeWidth(positions) + s.before + pegs
}

// lines returns how many lines rows take.
func (s scale) lines(rows int) int { return max(0, rows*(s.tall+s.blank)-s.blank) }

// fitting returns how many rows have room on lines.
func (s scale) fitting(lines int) int { return (lines + s.blank) / (s.tall + s.blank) }
