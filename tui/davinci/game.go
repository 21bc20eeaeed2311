// Package davinci provides the board of Da Vinci Code: racks around the table, the pool, a log, and
// the choice of tiles and numbers.
package davinci

import (
	_ "embed"
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/board/racks"
	"parlor/tui/style"
)

//go:embed rules.md
var rules string

// Game returns the game for the screen.
func Game() board.Game {
	return board.Game{
		Game: game.Rules().Game(), Board: newBoard, Narrator: narrator(), Open: board.OpenAll(openTable), End: board.EndOf(decided, hidden, turned), Emblem: emblem, Lesson: lesson(), Rules: prose.ReadDocument(rules),
	}
}

// emblem draws a rack as the emblem of the game.
func emblem(theme *style.Theme) []string {
	drawer, size := racks.New(theme, nil), racks.Size{Width: 4, Gap: 1, Tall: true}
	lines := make([]string, size.Height())
	for _, tile := range []racks.Tile{
		{Color: racks.Black, Text: "2", Open: true}, {Color: racks.White, Text: "?"}, {Color: racks.Black, Text: "?"}, {Color: racks.White, Text: "10", Open: true},
	} {
		for i, line := range drawer.Tile(tile, size) {
			lines[i] += line + style.Blanks(size.Gap)
		}
	}
	return lines
}

// openTable shows every rack as its owner saw it.
func openTable(table *game.View, seats []game.View) {
	table.Seat, table.Choice, table.Racks = engine.Watcher, nil, slices.Clone(table.Racks)
	for seat := range table.Racks {
		table.Racks[seat] = seats[seat].Racks[seat]
	}
}

// narrator returns the narrator of the game, for text mode.
func narrator() prose.Narrator {
	return prose.Narrator{
		Game: prose.Telling(tellWhole), Own: tellOwn, Turn: tellTable, Table: tellTable, Grammar: tellGrammar, Refused: tellRefused, Parts: board.Of(parts),
		Claim: tellClaim, Why: tellWhy,
	}
}
