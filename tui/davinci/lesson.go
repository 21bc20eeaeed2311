package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui"
)

// lesson is a short round whose last three tiles can all be worked out.
func lesson() tui.Lesson {
	wants := func(actions ...engine.Action) []engine.Action { return actions }
	other := func(action engine.Action) engine.Move { return engine.Move{Seat: 1, Action: action} }
	return tui.Lesson{
		Seed:    engine.Seed{66},
		Options: engine.Options{"first": "1", "points": game.Single},
		Steps: []tui.Step{
			{
				Text:  "Everybody hides a row of number tiles and reads the rows of the others. Begin with four tiles of your own: press d and they are dealt to you.",
				Wants: wants(game.Deal),
			},
			{
				Moves: []engine.Move{other(game.Deal)},
				Text: "Your row stands below, and only you see its numbers. Rows rise from left to right; of two equal numbers the black one stands left. " +
					"Colours are open to all. Enter goes on.",
			},
			{
				Text:  "Your turn begins with a tile from the pool. Take a black one: press b.",
				Wants: wants(game.Draw(game.Black)),
			},
			{
				Text: "It stands apart, at the right. Now guess: the leftmost tile of Salai is white, and the lowest there. Try 0: choose that tile with " +
					"the arrows, type 0, and press enter.",
				Wants: wants(game.Guess(1, 1, 0)),
			},
			{
				Text: "Right! It lies open for good. You could guess again; a wrong guess would cost you the tile in hand, open for all. " +
					"Stop for now: press s, and it joins your row hidden.",
				Wants: wants(game.Stop),
			},
			{
				Moves: []engine.Move{other(game.Draw(game.White)), other(game.Guess(0, 1, game.MaxNumber))},
				Text: "Salai drew a white tile, asked for an 11 in your first place and was wrong: so that tile, a white 3, went into the row face up. " +
					"Look at what that tells you. Enter.",
			},
			{
				Text: "Three hidden tiles stand between the white 0 and the white 3: black, black, white. Black must be 1 and 2, for the other " +
					"numbers do not fit. Take a tile first: press w.",
				Wants: wants(game.Draw(game.White)),
			},
			{
				Text:  "The second tile is the black 1: choose it with the arrows, type 1, enter. The notes under tab would tell you the same if you press a there.",
				Wants: wants(game.Guess(1, 2, 1)),
			},
			{
				Text:  "Then the third is the black 2. Type 2, enter.",
				Wants: wants(game.Guess(1, 3, 2)),
			},
			{
				Text:  "And the white one after it is at least 2 and less than 3. It is the last that Salai has hidden: name it, and the round is yours.",
				Wants: wants(game.Guess(1, 4, 2)),
			},
			{
				Text: "All tiles of Salai are read, so you have won. In a match each right guess counts, knocking out and the round count more, " +
					"and so do your own numbers that stayed hidden. Enter.",
			},
		},
	}
}
