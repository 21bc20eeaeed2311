package masterdice

import (
	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
)

// lesson returns the tutorial: four rows, after which only one code is possible, and the solution.
func lesson() prose.Lesson {
	wants := func(actions ...engine.Action) []engine.Action { return actions }
	salai := prose.Name("Salai")

	return prose.Lesson{
		Version: 3,
		Seed:    engine.Seed{11},
		Options: engine.Options{"first": "1"},
		Steps: []prose.Step{
			{Text: []prose.Text{
				prose.T("{name} has rolled four dice, blue, red, yellow and green, and is hiding them.", salai),
				prose.T("You close in on them with eighteen white dice, in seven rows."),
			}},
			{Text: []prose.Text{prose.T("Roll four white dice: {do}.", prose.Do(prose.T("press Enter"), game.Roll))}, Wants: wants(game.Roll)},
			{
				Text: []prose.Text{
					prose.T("Place dice on the row, at most one in each column. The dice you place are spent."),
					prose.T("Put 3 on blue, 5 on red, 2 on yellow and 3 on green: {do}.",
						prose.Do(prose.T("type {values} and press Enter", prose.Literal("3 5 2 3")), game.Place(game.Line{3, 5, 2, 3}))),
				},
				Wants: wants(game.Place(game.Line{3, 5, 2, 3})),
			},
			{
				Text: []prose.Text{
					prose.T("Three counts show how good the dice are, but not which is which."),
					prose.T("One is right; one is too high, so the code is lower there; two are too low."),
					prose.T("More rows will show which."),
				},
			},
			{Text: []prose.Text{prose.T("Roll again: {do}.", prose.Do(prose.T("press Enter"), game.Roll))}, Wants: wants(game.Roll)},
			{
				Text: []prose.Text{
					prose.T("You need not use all four: unused dice go back into the cup."),
					prose.T("Put 3 on blue, to try it again, and 4 on red: {do}.",
						prose.Do(prose.T("type {values} and press Enter", prose.Literal("3 4")), game.Place(game.Line{3, 4, 0, 0}))),
				},
				Wants: wants(game.Place(game.Line{3, 4, 0, 0})),
			},
			{
				Text: []prose.Text{
					prose.T("One is right, one too high."),
					prose.T("Red cannot be 4, because then two dice would have been too high in row 1."),
					prose.T("So blue is 3, and red is less than 4."),
				},
				Keys: []prose.Text{prose.T("Tab opens your notes, where {key} fills in what you can deduce.", prose.Literal("a"))},
			},
			{Text: []prose.Text{
				prose.T("In row 1, blue was right and red too high. So yellow is more than 2, and green is more than 3."),
				prose.T("{n} codes still fit. More rows leave fewer.", prose.N(36)),
			}},
			{Text: []prose.Text{prose.T("Roll a third time: {do}.", prose.Do(prose.T("press Enter"), game.Roll))}, Wants: wants(game.Roll)},
			{
				Text: []prose.Text{prose.T("Blue is known, and needs no more dice. Put 4 on yellow and 4 on green: {do}.",
					prose.Do(prose.T("press {key}, type {values}, and press Enter", prose.Literal("y"), prose.Literal("4 4")), game.Place(game.Line{0, 0, 4, 4})))},
				Wants: wants(game.Place(game.Line{0, 0, 4, 4})),
			},
			{Text: []prose.Text{
				prose.T("Two are right: yellow is 4, and green is 4. Red is less than 4, so {n} codes still fit.", prose.N(3)),
				prose.T("Roll for one more row: {do}.", prose.Do(prose.T("press Enter"), game.Roll)),
			}, Wants: wants(game.Roll)},
			{
				Text: []prose.Text{prose.T("Red is 1, 2 or 3. A 2 on red leaves only one value, whatever the answer. Put it there: {do}.",
					prose.Do(prose.T("press {key}, type {values}, and press Enter", prose.Literal("r"), prose.Literal("2")), game.Place(game.Line{0, 2, 0, 0})))},
				Wants: wants(game.Place(game.Line{0, 2, 0, 0})),
			},
			{
				Text: []prose.Text{
					prose.T("The 2 is too low, so red is 3, and only one code fits."),
					prose.T("You may solve at any time, but only once. Let's say more rows showed you that the code is {code}: {do}.", prose.Literal("3 3 4 4"),
						prose.Do(prose.T("press {key}, type {values}, and press Enter twice", prose.Literal("s"), prose.Literal("3 3 4 4")), game.Solve(game.Line{3, 3, 4, 4}))),
				},
				Wants: wants(game.Solve(game.Line{3, 3, 4, 4})),
			},
			{Text: []prose.Text{
				prose.T("Right: that is worth 20 points, and 5 more for each of the three empty rows."),
				prose.T("In the next game of a match, {name} would solve your code.", salai),
			}},
		},
	}
}
