package kodeknacker

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
)

// open shows every board as the one saw it who guesses on it, and both codes.
func open(views []engine.View) engine.View {
	all := views[0]
	table, _ := all.Table.(game.View)
	table.Seat, table.Boards = engine.Watcher, slices.Clone(table.Boards)
	for seat, view := range views {
		if own, ok := view.Table.(game.View); ok && seat < len(table.Boards) {
			table.Boards[seat] = own.Boards[seat]
		}
	}
	all.Seat, all.Grammar, all.Table = engine.Watcher, []string{}, table
	return all
}
