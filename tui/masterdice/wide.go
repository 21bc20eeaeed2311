package masterdice

import (
	game "parlor/engine/masterdice"
	"parlor/tui/look"
)

// wideFrom is the width from which on boards are drawn larger, and in the middle;
// sideCells is what their side needs.
const (
	wideFrom  = 100
	sideCells = 40
	wideGap   = 4
)

// drawWide draws the board as large as it fits, in the middle of the window, and
// beside it the dice, the notes and the log. Both boards of a duel are drawn where
// both are seen and have room. It is nil where the window is too low.
func (b *model) drawWide(width, height int) []string {
	boards := b.openBoards()
	for _, s := range large() {
		if len(boards) > 1 && 2*(s.width()+wideGap)+sideCells <= width && s.lines()+2 <= height {
			return b.drawDuel(boards, s, width, height)
		}
	}
	for _, s := range large() {
		if s.width()+wideGap+sideCells > width || s.lines() > height {
			continue
		}
		if lines := b.drawMiddle(s, width, height); lines != nil {
			return lines
		}
	}
	return nil
}

// drawMiddle is one board on a scale with its side; nil where that does not fit.
func (b *model) drawMiddle(s scale, width, height int) []string {
	left := b.drawBoard(b.shown(), s)
	column := s.width() + wideGap
	room := min(width-column, sideCells+8)
	side := b.drawSide(room)
	notes := notesScale{label: 10, cell: 4, pitch: 1}
	if s.tall > 3 {
		notes.cell, notes.pitch = 5, 2
	}
	if below := len(left) + 1 + game.Columns; b.notes.Can() && s.tall == 1 && below <= height {
		left = append(left, b.drawNotes(notes)...)
	} else if b.notes.Can() {
		side = append(append(side, ""), b.drawNotes(notes)...)
	}
	if max(len(left), len(side)) > height {
		return nil
	}
	side = b.besideBoard(side, room, min(height, max(len(left), len(side)+1+logLeast)))
	lines := look.Beside(left, side, column)
	return look.Centred(lines, column+room, width, height)
}

// logLeast is how much of what happened is told beside a board at least.
const logLeast = 3

// besideBoard is the column beside a board: what stands above in it, the log, and
// below that what is not the board's.
func (b *model) besideBoard(above []string, width, height int) []string {
	return b.Column(width, height, len(above)+1+logLeast, func(height int) []string { return b.withLog(above, width, height) })
}

// drawDuel are both boards of a duel, each with what it is worth and the dice that
// lie there.
func (b *model) drawDuel(boards []game.Board, s scale, width, height int) []string {
	column := s.width() + wideGap
	var blocks [2][]string
	for i, one := range boards {
		said, style := b.standing(one)
		block := append(b.heading(one, s.width()), look.Indented(look.Wrapped(b.Say(said), style, s.width()-1), 1)...)
		block = append(block, b.drawGrid(one, s, allRows())...)
		block = append(block, b.drawCodes(one, s)...)
		blocks[i] = append(block, look.Indented(b.drawRolled(one, s.width()-2), 2)...)
	}
	room := min(width-2*column, sideCells+8)
	side := b.besideBoard(look.Wrapped(b.legend(), b.Theme.Faint, room), room, max(len(blocks[0]), len(blocks[1])))
	lines := look.Beside(look.Beside(blocks[0], blocks[1], column), side, 2*column)
	return look.Centred(lines, 2*column+room, width, height)
}
