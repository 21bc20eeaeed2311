package masterdice

import (
	"slices"

	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/look"
)

// drawSmall is for windows in which not all has room beside the board: the board
// with the dice below it, the notes, or both boards of a duel in brief.
func (b *model) drawSmall(width, height int) []string {
	switch {
	case b.log.Opened():
		return b.logPage(width, height)
	case len(b.openBoards()) > 1:
		return b.drawBoth(width, height)
	}
	lines := b.drawSmallBoard(width, height)
	notes := b.drawNotes(notesScale{label: 10, cell: 4, pitch: 1})
	if b.notes.Opened() {
		notes = append(append(notes, ""), look.Indented(look.Flow(b.Items(b.notes.Hints()), width-1, 2), 1)...)
	}
	switch below := b.notes.Can() && len(lines)+1+len(notes) <= height; {
	case below:
		lines = append(append(append(lines, ""), notes...), "")
	case b.notes.Opened():
		return b.drawSmallNotes(width, height)
	}
	return append(lines, look.Indented(b.drawLog(width-1, height-len(lines)), 1)...)
}

// drawSmallBoard is the board with what belongs to it on few lines. As many rows
// are seen as there is room for.
func (b *model) drawSmallBoard(width, height int) []string {
	one, s := b.shown(), small()
	head := b.drawSmallHead(one, width)
	foot := b.drawSmallFoot(one, width, s)
	room := height - len(head) - 1 - len(foot)
	window := allRows()
	if room < game.MaxRows {
		window = b.window(one, room)
	}
	return slices.Concat(head, b.drawGrid(one, s, window), foot)
}

// window is which rows are drawn on so many lines: the newest ones, and below them
// empty ones as far as there is room.
func (b *model) window(one game.Board, lines int) board.RowWindow {
	filled := len(one.Rows)
	if one.Outcome == game.Unsolved && !b.view.Over {
		filled = min(filled+1, game.MaxRows)
	}
	window := b.rows.Fit(filled, lines)
	if window.Earlier == 0 && window.Later == 0 {
		window.To = max(window.To, min(game.MaxRows, lines))
	}
	return window
}

// drawSmallHead says who solves and what for.
func (b *model) drawSmallHead(one game.Board, width int) []string {
	said, style := b.standing(one)
	standing := b.Say(said)
	heading := b.heading(one, width)
	if len(heading) == 1 && look.Width(heading[0])+2+look.Width(standing) < width {
		return []string{look.Sides(heading[0], style.Render(standing)+" ", width)}
	}
	return append(heading, look.Indented(look.Wrapped(standing, style, width-1), 1)...)
}

// drawSmallFoot is what stands below the rows: the answer while it is filled or
// the code, the dice, the other board of a duel, and what the counts mean.
func (b *model) drawSmallFoot(one game.Board, width int, s scale) []string {
	var lines []string
	if b.solving {
		lines = b.besideLabel(prose.T("answer").In("noun"), b.answerCells(s), s)
	} else if one.Code != (game.Line{}) || one.Answer != (game.Line{}) || one.Outcome != game.Unsolved {
		lines = b.drawCodes(one, s)
	}
	if !b.view.Over && !b.solving {
		lines = append(lines, b.drawSmallDice(one, width)...)
	}
	for _, other := range b.view.Boards {
		if other.Solver != one.Solver {
			lines = append(lines, look.Indented(b.drawProgress(other, width-1), 1)...)
		}
	}
	return append(lines, b.drawSmallKey(one, width)...)
}

// drawSmallKey says what the counts mean, and how many dice are left.
func (b *model) drawSmallKey(one game.Board, width int) []string {
	items := []string{b.Theme.Faint.Render(b.legend()), b.Theme.Text.Render(b.Say(prose.T("White dice {n}", prose.N(one.DiceLeft))))}
	return look.Indented(look.Flow(items, width-1, 2), 1)
}

// answerCells is the answer while it is filled.
func (b *model) answerCells(s scale) string {
	cells := ""
	for column := range game.Columns {
		cells += b.editCell(column, 0, s) + " "
	}
	return cells
}

// drawSmallDice shows the dice rolled in one line.
func (b *model) drawSmallDice(one game.Board, width int) []string {
	if len(one.Rolled) == 0 {
		if one.Phase == game.PhaseRoll {
			return look.Indented(look.Wrapped(b.Say(prose.T("the dice are in the cup")), b.Theme.Faint, width-1), 1)
		}
		return nil
	}
	line := " " + b.Theme.Faint.Render(b.Say(prose.T("Dice:")))
	for die, value := range b.free(one) {
		line += " " + board.Zone(b.Theme.Strong.Render("["+itoa(b.tumbled(die, value))+"]"), "die "+itoa(value))
	}
	return []string{line}
}

// drawSmallNotes is the notes with their keys, and the own rows beside them.
func (b *model) drawSmallNotes(width, height int) []string {
	s := notesScale{label: 9, cell: 3, pitch: 1}
	column := width - briefWidth - 1
	if column > s.width()+6 { // room for the words of the keys, and none that is empty
		column = max(s.width()+6, min(column, width/2+4))
	}
	mine, _ := b.mine()
	left := append(b.drawNotes(s), "")
	items := append(b.Items(b.notes.Hints()), b.Theme.Faint.Render(b.legend()))
	left = append(left, look.Indented(look.Flow(items, column-2, 2), 1)...)
	right := b.heading(mine, width-column)
	window := b.rows.Fit(len(mine.Rows), height-len(right)-1)
	right = append(right, b.drawBriefRows(mine, window, width-column)...)
	return look.Beside(left, right, column)
}
