package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// open shows every rack as its owner saw it.
func open(views []engine.View) engine.View {
	all := views[0]
	table, _ := all.Table.(game.View)
	table.Seat, table.Choice, table.Racks = engine.Watcher, nil, slices.Clone(table.Racks)
	for seat, view := range views {
		if own, ok := view.Table.(game.View); ok && seat < len(table.Racks) {
			table.Racks[seat] = own.Racks[seat]
		}
	}
	all.Seat, all.Grammar, all.Table = engine.Watcher, []string{}, table
	return all
}
