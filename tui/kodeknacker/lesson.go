package kodeknacker

import (
	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/tui"
)

// lesson cracks a code of four places in three guesses.
func lesson() tui.Lesson {
	wants := func(actions ...engine.Action) []engine.Action { return actions }
	other := func(action engine.Action) engine.Move { return engine.Move{Seat: 1, Action: action} }
	return tui.Lesson{
		Seed:    engine.Seed{1},
		Options: engine.Options{"preset": game.PresetClassic, "rounds": "1"},
		Steps: []tui.Step{
			{
				Text: "Both make a secret row of colours, here four of them, and crack the other's at the same time. Make yours red, green, blue, blue: " +
					"type r g b b and press enter.",
				Wants: wants(game.Code("rgbb")),
			},
			{
				Moves: []engine.Move{other(game.Code("rgby"))},
				Text: "Salai has made a code too. Begin with two colours twice: type r r g g and press enter. A colour may stand in a code as often as " +
					"one likes.",
				Wants: wants(game.Guess("rrgg")),
			},
			{
				Moves: []engine.Move{other(game.Guess("yyoo"))},
				Text: "A black peg: one of your colours is in the right place. A white peg: another one is right, but in a wrong place. Which ones, is for " +
					"you to find out. Enter.",
			},
			{
				Text: "So there is one red and one green, one of them in place. Say red is: then green stands second, for it is not third or fourth. " +
					"Fill the rest with blue: r g b b, enter.",
				Wants: wants(game.Guess("rgbb")),
			},
			{
				Moves: []engine.Move{other(game.Guess("ppgg"))},
				Text: "Three black: three are right. One blue is wrong then, and it is none of red, green and blue. Under tab is a pad, where a fills in " +
					"what follows. Enter.",
			},
			{
				Text:  "Yellow, orange or purple stands in one of the last two places. Try r g b y, enter.",
				Wants: wants(game.Guess("rgby")),
			},
			{
				Moves: []engine.Move{other(game.Guess("oooo"))},
				Text: "Cracked! The round was finished, since Salai could have cracked yours in it: that would have been a draw. " +
					"So you win this one. Enter.",
			},
		},
	}
}
