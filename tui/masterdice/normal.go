package masterdice

import (
	game "parlor/engine/masterdice"
	"parlor/tui/look"
)

// normalFrom is the width from which on a board has its dice and log beside it,
// and gutter is between them.
const (
	normalFrom = 80
	gutter     = 2
)

// drawNormal puts the notes below the board, and all else right of them. It is nil
// where the window is too low for that.
func (b *model) drawNormal(width, height int) []string {
	s := normal()
	left, side := b.drawBoard(b.shown(), s), b.drawSide(width-s.width()-gutter)
	if b.notes.Can() {
		left = append(left, b.drawNotes(notesScale{label: 10, cell: 4, pitch: 1})...)
	}
	if max(len(left), len(side)) > height {
		return nil
	}
	side = b.withLog(side, width-s.width()-gutter, height)
	return look.Beside(left, side, s.width()+gutter)
}

// drawBoard is a board with its heading and its code.
func (b *model) drawBoard(one game.Board, s scale) []string {
	lines := append(append(b.heading(one, s.width()), ""), b.drawGrid(one, s, allRows())...)
	return append(lines, b.drawCodes(one, s)...)
}
