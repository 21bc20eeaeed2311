package bullscows

import (
	"strings"

	"parlor/engine"
	game "parlor/engine/bullscows"
	"parlor/prose"
)

// lesson returns the tutorial, in which a code of three digits is cracked in four guesses.
func lesson() prose.Lesson {
	other := func(action engine.Action) []engine.Move { return []engine.Move{{Seat: 1, Action: action}} }
	salai := prose.Name("Salai")
	fill := func(types engine.Action) prose.Arg {
		_, digits, _ := strings.Cut(string(types), " ")
		return prose.Do(prose.T("type {digits} and press Enter", prose.Literal(strings.Join(strings.Split(digits, ""), " "))), types)
	}
	return prose.Lesson{
		Version: 1,
		Seed:    engine.Seed{1},
		Options: engine.Options{"digits": "3", "rounds": "1"},
		Steps: []prose.Step{
			{
				Text: []prose.Text{
					prose.T("You and {name} each make a secret code of three different digits, and then try to crack each other's code.", salai),
					prose.T("Make yours 4, 2, 7: {do}.", fill(game.Secret("427"))),
				},
				Wants: []engine.Action{game.Secret("427")},
			},
			{
				Moves: other(game.Secret("205")),
				Text: []prose.Text{
					prose.T("{name} has made a code, too.", salai),
					prose.T("Begin with any three digits: {do}.", fill(game.Guess("012"))),
				},
				Wants: []engine.Action{game.Guess("012")},
			},
			{
				Moves: other(game.Guess("135")),
				Text: []prose.Text{
					prose.T("Two cows, no bulls: two of your three digits are in the code, but neither is in its place."),
					prose.T("Suppose that they are 2 and 0, and try other places, with a new digit: {do}.", fill(game.Guess("203"))),
				},
				Wants: []engine.Action{game.Guess("203")},
			},
			{
				Moves: other(game.Guess("246")),
				Text: []prose.Text{
					prose.T("Two bulls: two are in the right place. {n} codes still fit.", prose.N(7)),
				},
				Keys: []prose.Text{prose.T("Tab opens your notes, where {key} fills in what you can deduce.", prose.Literal("a"))},
			},
			{
				Text: []prose.Text{
					prose.T("Most of them begin with 2 and 0. A guess may also be a code already ruled out, to try more digits at once."),
					prose.T("Try 4 and 5 together: {do}.", fill(game.Guess("245"))),
				},
				Wants: []engine.Action{game.Guess("245")},
			},
			{
				Moves: other(game.Guess("472")),
				Text: []prose.Text{
					prose.T("Two bulls again. So 5 is in its place, and only one code is left."),
					prose.T("Crack it: {do}.", fill(game.Guess("205"))),
				},
				Wants: []engine.Action{game.Guess("205")},
			},
			{
				Moves: other(game.Guess("274")),
				Text: []prose.Text{
					prose.T("Cracked!"),
					prose.T("The row was still finished: if {name} had cracked your code in it as well, the game would have been a draw.", salai),
					prose.T("So you win."),
				},
			},
		},
	}
}
