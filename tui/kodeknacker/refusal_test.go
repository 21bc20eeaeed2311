package kodeknacker

import (
	"testing"

	"parlor/engine"
	"parlor/engine/codebreak"
	game "parlor/engine/kodeknacker"
	"parlor/tui/boardtest"
)

func TestRefusals(t *testing.T) {
	scene := boardtest.Scene(table(t, nil, opening()...), 0)
	scene.Names = []string{"anna", "bo"}
	boardtest.Refusals(t, Game(), "../../engine/kodeknacker ../../engine/codebreak", scene, []boardtest.Refused{
		boardtest.Says(codebreak.RefusedMade,
			"You have made your code. Waiting for bo.",
			"You have made your code. Waiting for bo.", engine.Seat(1)),
		boardtest.Says(codebreak.RefusedGuessed,
			"You have guessed. Waiting for bo.",
			"You have guessed. Waiting for bo.", engine.Seat(1)),
		boardtest.Says(game.RefusedCode,
			"First make your code: fill the row and press Enter.",
			"First make your code: type code and your own colours, such as code rgbyo.", "rgbyo"),
		boardtest.Says(game.RefusedGuess,
			"You have made your code. Now guess: fill a row and press Enter.",
			"You have made your code. Now type guess and the letters, such as guess rgbyo.", "rgbyo"),
		boardtest.Says(game.RefusedAction,
			"",
			"Unknown command. Type help.", 5, "rgbyo"),
		boardtest.Says(game.RefusedColors,
			"",
			"Type guess and 5 of the letters rgbyop, such as guess rgbyo.", 5, "rgbyop", "guess", "rgbyo"),
	}, engine.Options{"preset": "classic", "rounds": "1"})
}
