package masterdice

import (
	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/tui"
)

// lesson solves a code in two rows.
func lesson() tui.Lesson {
	wants := func(actions ...engine.Action) []engine.Action { return actions }
	return tui.Lesson{
		Seed:    engine.Seed{11},
		Options: engine.Options{"first": "1"},
		Steps: []tui.Step{
			{Text: "Salai has rolled four coloured dice, blue, red, yellow and green, and hides them. You close in on them with white dice: eighteen of " +
				"them, and seven rows. Enter goes on."},
			{Text: "Roll four white dice: press enter.", Wants: wants(game.Roll)},
			{
				Text: "Put dice on the row, one a column, as many as you like; each is spent. Put 3 on blue, 5 on red, 2 on yellow, 3 on green: type 3 5 2 3 " +
					"and press enter.",
				Wants: wants(game.Place(game.Line{3, 5, 2, 3})),
			},
			{
				Text: "Three counts tell how it was, not which die: one is right, one is too high, so the code is lower there, and two are too low. " +
					"More rows tell which. Enter.",
			},
			{Text: "Roll again: enter.", Wants: wants(game.Roll)},
			{
				Text: "Nobody makes you use all four: dice that you do not place go back into the cup. Put 3 on blue and 4 on red, to try blue again: " +
					"type 3 4 and press enter.",
				Wants: wants(game.Place(game.Line{3, 4, 0, 0})),
			},
			{
				Text: "One equal, one too high: the same 3 on blue may be the right one, and red is less than 4. Under tab is a scratch pad, " +
					"where a fills in what follows. Enter.",
			},
			{
				Text: "You may name the whole code at any time, once. Each empty row is worth 5 points, and the answer 20. " +
					"Here it is 3 3 4 4: press s, type 3 3 4 4, and enter twice.",
				Wants: wants(game.Solve(game.Line{3, 3, 4, 4})),
			},
			{Text: "Right: 20 points, and 5 for each of the five empty rows. In the next game of a match Salai looks for your dice. Enter."},
		},
	}
}
