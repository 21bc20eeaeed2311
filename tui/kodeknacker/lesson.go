package kodeknacker

import (
	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
)

// lesson returns the tutorial, in which a code of four positions is cracked in three guesses.
func lesson() prose.Lesson {
	wants := func(actions ...engine.Action) []engine.Action { return actions }
	other := func(action engine.Action) engine.Move { return engine.Move{Seat: 1, Action: action} }
	salai := prose.Name("Salai")
	fill := func(letters string, types engine.Action) prose.Arg {
		return prose.Do(prose.T("type {letters} and press Enter", prose.Literal(letters)), types)
	}
	return prose.Lesson{
		Version: 3,
		Seed:    engine.Seed{1},
		Options: engine.Options{"preset": game.PresetClassic, "rounds": "1"},
		Steps: []prose.Step{
			{
				Text: []prose.Text{
					prose.T("You and {name} each make a secret row of four colours, and then try to crack each other's code.", salai),
					prose.T("Make yours red, green, blue, blue: {do}.", fill("r g b b", game.Code("rgbb"))),
				},
				Wants: wants(game.Code("rgbb")),
			},
			{
				Moves: []engine.Move{other(game.Code("rgby"))},
				Text: []prose.Text{
					prose.T("{name} has made a code, too.", salai),
					prose.T("Start with two colours, twice each: {do}.", fill("r r g g", game.Guess("rrgg"))),
					prose.T("A code may use the same colour as often as you like."),
				},
				Wants: wants(game.Guess("rrgg")),
			},
			{
				Moves: []engine.Move{other(game.Guess("yyoo"))},
				Text: []prose.Text{
					prose.T("A black peg: one of your colours is in the right place."),
					prose.T("A white peg: one more is right, but in the wrong place."),
					prose.T("You have to find out which ones: {n} codes still fit.", prose.N(208)),
				},
			},
			{
				Text: []prose.Text{
					prose.T("Try one of them: say that it has one red and one green, and that red is first."),
					prose.T("Then green is second, because in third or fourth place it would get a black peg, too."),
					prose.T("Fill the rest with blue: {do}.", fill("r g b b", game.Guess("rgbb"))),
				},
				Wants: wants(game.Guess("rgbb")),
			},
			{
				Moves: []engine.Move{other(game.Guess("ppgg"))},
				Text: []prose.Text{
					prose.T("Three black pegs: three are right."),
					prose.T("So one blue is wrong, and that place is not red, green or blue."),
				},
				Keys: []prose.Text{prose.T("Tab opens your notes, where {key} fills in what you can deduce.", prose.Literal("a"))},
			},
			{
				Text: []prose.Text{
					prose.T("One of the last two places is yellow, orange or purple."),
					prose.T("Try yellow: {do}.", fill("r g b y", game.Guess("rgby"))),
				},
				Wants: wants(game.Guess("rgby")),
			},
			{
				Moves: []engine.Move{other(game.Guess("oooo"))},
				Text: []prose.Text{
					prose.T("Cracked!"),
					prose.T("The row was still finished: if {name} had cracked your code in it as well, the game would have been a draw.", salai),
					prose.T("So you win."),
				},
			},
		},
	}
}
