// Package masterdice provides the board of MasterDice: the four coloured columns, the rows with
// their dice and counts, the rolled dice, and private notes.
package masterdice

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/style"
)

//go:embed rules.md
var rules string

// Game returns the game for the screen.
func Game() board.Game {
	return board.Game{
		Game:     game.Rules().Game(),
		Board:    func(theme *style.Theme, voice *prose.Voice) board.Board { return newModel(theme, voice) },
		Narrator: narrator(),
		Open:     board.OpenAll(openTable),
		End:      board.EndOf(decided, hidden, turned),
		Emblem:   emblem,
		Lesson:   lesson(),
		Rules:    prose.ReadDocument(rules),
	}
}

// emblem draws a die in the colour of each column.
func emblem(theme *style.Theme) []string {
	at := position{}
	at.Theme = theme
	lines := make([]string, 3)
	for column, value := range []int{4, 1, 6, 3} {
		ink := at.columnStyle(theme.Strong, column)
		for i, line := range []string{"╭──╮", "│" + strconv.Itoa(value) + " │", "╰──╯"} {
			lines[i] += ink.Render(line) + style.Blanks(1)
		}
	}
	return lines
}

// openTable shows every board as its solver saw it, and the code as its maker did.
func openTable(table *game.View, seats []game.View) {
	table.Seat, table.Boards = engine.Watcher, slices.Clone(table.Boards)
	for i := range table.Boards {
		solver := table.Boards[i].Solver
		table.Boards[i] = boardOf(seats[solver], solver)
		for _, seen := range seats {
			if code := boardOf(seen, solver).Code; code != (game.Line{}) {
				table.Boards[i].Code = code
			}
		}
	}
}

// narrator returns the narrator of the game. The log of the board uses the same texts.
func narrator() prose.Narrator {
	return prose.Narrator{
		Game: prose.Telling(tellEvents), Own: board.Of(tellOwn), Table: board.Of(tellTable), Grammar: board.Of(tellGrammar), Refused: tellRefused,
		Parts: board.Of(parts), Claim: board.ClaimOf(game.Rules().Claims, func(code []string) prose.Arg { return prose.Literal(strings.Join(code, " ")) }),
		Why: board.WhyRows(func(fact game.Fact) int { return fact.Number }),
	}
}
