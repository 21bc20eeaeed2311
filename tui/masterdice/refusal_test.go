package masterdice

import (
	"testing"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/tui/boardtest"
)

func TestRefusals(t *testing.T) {
	scene := boardtest.Scene(table(t, firstSolves(), twoRolls()...), 0)
	scene.Names = []string{"anna", "bo"}
	boardtest.Refusals(t, Game(), "../../engine/masterdice", scene, []boardtest.Refused{
		boardtest.Says(game.RefusedMaker,
			"You rolled the code of this game. Waiting for bo.",
			"You rolled the code of this game. Waiting for bo.", engine.Seat(1)),
		boardtest.Says(game.RefusedDone,
			"Your board is finished: waiting for bo.",
			"Your board is finished: waiting for bo.", engine.Seat(1)),
		boardtest.Says(game.RefusedRows,
			"All 7 rows are used. Enter all four values, then press Enter twice.",
			"All 7 rows are used: type solve and the values of blue, red, yellow and green, such as solve 1 2 3 4.", 7, "solve 1 2 3 4"),
		boardtest.Says(game.RefusedNoDice,
			"No white die is left. Enter all four values, then press Enter twice.",
			"No white die is left: type solve and the values of blue, red, yellow and green, such as solve 1 2 3 4.", "solve 1 2 3 4"),
		boardtest.Says(game.RefusedRoll,
			"You have already rolled. Place at least one die on the row and press Enter.",
			"You have rolled 3 5 5 1. Type place and at least one of these dice, such as place b3.", "3 5 5 1"),
		boardtest.Says(game.RefusedEarly,
			"Roll the dice first: press Enter.",
			"First roll the dice: type roll."),
		boardtest.Says(game.RefusedDice,
			"You have rolled 3 5 5 1. Place only these dice on the row, each once.",
			"You have rolled 3 5 5 1. Type place and only these dice, each once, such as place b3.", "3 5 5 1"),
		boardtest.Says(game.RefusedAction,
			"",
			"Unknown command. Type help.", "place b3 y5", "solve 1 2 3 4"),
		boardtest.Says(game.RefusedPlaceForm,
			"",
			"Type place and the dice, each as the letter of its column (b, r, y, g) and its value, such as place b3 y5.", "place b3 y5"),
		boardtest.Says(game.RefusedSolveForm,
			"",
			"Type solve and the values of blue, red, yellow and green, such as solve 1 2 3 4.", "solve 1 2 3 4"),
	}, engine.Options{"mode": "duel"})
}
