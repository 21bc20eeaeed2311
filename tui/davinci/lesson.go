package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
	"parlor/tui"
)

// lesson is a short game whose last three tiles can all be worked out.
func lesson() tui.Lesson {
	wants := func(actions ...engine.Action) []engine.Action { return actions }
	other := func(action engine.Action) engine.Move { return engine.Move{Seat: 1, Action: action} }
	opponent, key := prose.Name("Salai"), prose.Literal
	return tui.Lesson{
		Seed:    engine.Seed{66},
		Options: engine.Options{"first": "1", "points": game.Single},
		Steps: []tui.Step{
			{
				Text:  []prose.Text{prose.T("Everybody has a row of number tiles that the others try to guess. Your row begins with four tiles: press {key} to deal them.", key("d"))},
				Wants: wants(game.Deal),
			},
			{
				Moves: []engine.Move{other(game.Deal)},
				Text:  []prose.Text{prose.T("Only you see the numbers in your row, below; everybody sees the colours. Numbers rise from left to right, black before white where they are equal. Press Enter.")},
			},
			{
				Text:  []prose.Text{prose.T("Your turn begins with a tile from the pool. Take a black one: press {key}.", key("b"))},
				Wants: wants(game.Draw(game.Black)),
			},
			{
				Text:  []prose.Text{prose.T("It stands apart, on the right. Now guess: tile 1 of {name} is white and the lowest there. Try 0: choose the tile with the arrow keys, type 0 and press Enter.", opponent)},
				Wants: wants(game.Guess(1, 1, 0)),
			},
			{
				Text:  []prose.Text{prose.T("Right! It stays open. You could guess again, but if you are wrong, the tile you drew is turned up. Stop for now: press {key} and it joins your row, hidden.", key("s"))},
				Wants: wants(game.Stop),
			},
			{
				Moves: []engine.Move{other(game.Draw(game.White)), other(game.Guess(0, 1, game.MaxNumber))},
				Text:  []prose.Text{prose.T("{name} drew a white tile, guessed 11 for your tile 1 and was wrong. So the tile that was drawn, white 3, went into the row face up. See what that tells you. Press Enter.", opponent)},
			},
			{
				Text:  []prose.Text{prose.T("Three hidden tiles stand between white 0 and white 3: black, black, white. The black ones must be 1 and 2. Draw a tile before you guess: press {key}.", key("w"))},
				Wants: wants(game.Draw(game.White)),
			},
			{
				Text:  []prose.Text{prose.T("Tile 2 is the black 1: choose it with the arrow keys, type 1 and press Enter. The notes (press Tab, then {key}) would tell you the same.", key("a"))},
				Wants: wants(game.Guess(1, 2, 1)),
			},
			{
				Text:  []prose.Text{prose.T("Then tile 3 is the black 2. Type 2 and press Enter.")},
				Wants: wants(game.Guess(1, 3, 2)),
			},
			{
				Text:  []prose.Text{prose.T("The white tile after it must be at least 2 and less than 3. It is the last hidden tile of {name}: guess it, and you win the game.", opponent)},
				Wants: wants(game.Guess(1, 4, 2)),
			},
			{
				Text: []prose.Text{prose.T("All the tiles of {name} are open, so you win. In a match you score for right guesses, for putting players out, for winning, and for your own hidden numbers. Press Enter.", opponent)},
			},
		},
	}
}
