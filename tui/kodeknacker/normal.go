package kodeknacker

import (
	"parlor/tui/look"
)

// leastBoard is how narrow a board may be for the words above it.
const leastBoard = 24

// hasSide reports whether both boards have room side by side, and beside them the
// notes with what belongs to it.
func (b *model) hasSide(width, height int) bool {
	least := b.notesWidth(normalNotes())
	return width >= 80 && width-2*b.alike(normal()).column >= least && height >= len(b.drawKey(least, normalNotes()))+1
}

// alike are both boards on the same scale.
func (b *model) alike(s scale) pair {
	width := max(leastBoard, s.row(b.view.Positions)+1)
	return pair{scales: [2]scale{s, s}, widths: [2]int{width, width}, column: width + 2, airy: true}
}

// drawNormal puts the notes, the colours and what happened right of the boards.
func (b *model) drawNormal(width, height int) []string {
	boards := b.alike(normal())
	side := b.drawSide(width-2*boards.column, height, normalNotes())
	return look.Beside(b.drawBoards(boards, height), side, 2*boards.column)
}
