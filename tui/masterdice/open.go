package masterdice

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/masterdice"
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
