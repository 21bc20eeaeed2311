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
	boards, notes := b.largest(width, height)
	side := max(min(sideCells, width-2*boards.column), b.notesWidth(notes))
	left := b.drawBoards(boards, height)
	least := len(b.drawKey(side, notes)) + 1 + logLeast
	right := b.Column(side, len(left), least, func(height int) []string { return b.drawSide(side, height, notes) })
	lines := look.Beside(left, right, 2*boards.column)
	return look.Centred(lines, 2*boards.column+side, width, height)
}

// largest is the largest scale on which everything fits; where not all rows do, the
// normal one.
func (b *model) largest(width, height int) (pair, notesScale) {
	for _, s := range large() {
		notes := normalNotes()
		if s.tall > 1 {
			notes = largeNotes()
		}
		boards := b.alike(s)
		boards.column += s.gap
		side := b.Cells(max(b.notesWidth(notes), leastBoard))
		need := 4 + s.lines(b.view.Rows) + s.tall // headings, rule, code
		key := len(b.drawKey(side, notes)) + 1
		if 2*boards.column+side <= width && need <= height && key <= height {
			return boards, notes
		}
	}
	return b.alike(normal()), normalNotes()
}
