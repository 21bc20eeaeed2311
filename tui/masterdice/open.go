package masterdice

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
)

// open shows every board as its solver saw it, and the code as its maker did.
func open(views []engine.View) engine.View {
	all := views[0]
	table, _ := all.Table.(game.View)
	table.Seat, table.Boards = engine.Watcher, slices.Clone(table.Boards)
	for i := range table.Boards {
		solver := table.Boards[i].Solver
		var code game.Line
		for seat, view := range views {
			seen, _ := view.Table.(game.View)
			board := boardOf(seen, solver)
			if engine.Seat(seat) == solver {
				table.Boards[i] = board
			}
			if board.Code != (game.Line{}) {
				code = board.Code
			}
		}
		table.Boards[i].Code = code
	}
	all.Seat, all.Grammar, all.Table = engine.Watcher, []string{}, table
	return all
}

// drawPast is a board in a few lines, where the other one of a duel is drawn in
// full: its rows, the dice on the table, the answer, its code.
func (b *board) drawPast(one game.Board) []string {
	var lines []string
	for i, row := range one.Rows {
		line := " " + itoa(i+1) + " "
		for column, value := range row.Cells {
			cell := "  "
			if value != 0 {
				cell = letters[column:column+1] + itoa(value)
			}
			line += " " + cell
		}
		_, counts := inSymbols(row)
		lines = append(lines, b.theme.Text.Render(line+"   "+b.say(prose.T("{counts}", counts))))
	}
	if len(one.Rolled) > 0 {
		lines = append(lines, b.theme.Text.Render(" "+b.say(prose.T("rolled {dice}", digits(one.Rolled)))))
	}
	if one.Answer != (game.Line{}) {
		lines = append(lines, b.theme.Faint.Render(" "+b.say(prose.T("answer {code}", digits(one.Answer[:])))))
	}
	if one.Code != (game.Line{}) {
		lines = append(lines, b.theme.Faint.Render(" "+b.say(prose.T("code {code}", digits(one.Code[:])))))
	}
	return lines
}
