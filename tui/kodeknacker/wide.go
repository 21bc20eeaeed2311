package kodeknacker

import (
	"parlor/tui/look"
)

// sideCells is how wide the side of a wide window is where there is room.
const sideCells = 36

// logLeast is how much of what happened is told there at least.
const logLeast = 3

// drawWide draws the boards as large as they fit, in the middle of the window,
// the notes, the colours and what happened right of them.
func (b *model) drawWide(width, height int) []string {
	boards, notes, key := b.largest(width, height)
	side := max(min(sideCells, width-2*boards.column), b.notesWidth(notes))
	left := b.drawBoards(boards, height)
	right := b.Column(side, len(left), key+1+logLeast, func(height int) []string { return b.drawSide(side, height, notes) })
	lines := look.Beside(left, right, 2*boards.column)
	return look.Centred(lines, 2*boards.column+side, width, height)
}

// largest is the largest scale on which everything fits, with how many lines the key
// to the colours takes beside it; where not all rows do, the normal one.
func (b *model) largest(width, height int) (boards pair, notes notesScale, keyLines int) {
	for _, s := range large() {
		notes := normalNotes()
		if s.tall > 1 {
			notes = largeNotes()
		}
		boards := b.alike(s)
		boards.column += s.gap
		side := b.Cells(max(b.notesWidth(notes), leastBoard))
		need := 4 + s.lines(b.view.Rows) + s.tall // headings, rule, code
		if 2*boards.column+side > width || need > height {
			continue
		}
		if key := len(b.drawKey(max(min(sideCells, width-2*boards.column), b.notesWidth(notes)), notes)); key < height {
			return boards, notes, key
		}
	}
	boards, notes = b.alike(normal()), normalNotes()
	return boards, notes, len(b.drawKey(max(min(sideCells, width-2*boards.column), b.notesWidth(notes)), notes))
}
