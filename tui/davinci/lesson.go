package davinci

import (
	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// lesson returns the tutorial, a short game whose last three tiles can all be deduced.
func lesson() prose.Lesson {
	wants := func(actions ...engine.Action) []engine.Action { return actions }
	other := func(action engine.Action) engine.Move { return engine.Move{Seat: 1, Action: action} }
	opponent, key := prose.Name("Salai"), prose.Literal
	press := func(one string, types engine.Action) prose.Arg {
		return prose.Do(prose.T("press {key}", key(one)), types)
	}
	return prose.Lesson{
		Version: 3,
		Seed:    engine.Seed{66},
		Options: engine.Options{"first": "1", "points": game.Single},
		Steps: []prose.Step{
			{
				Text:  []prose.Text{prose.T("Each player has a row of number tiles that the others try to guess. Your row begins with four tiles: {do} to deal them.", press("d", game.Deal))},
				Wants: wants(game.Deal),
			},
			{
				Moves: []engine.Move{other(game.Deal)},
				Text:  []prose.Text{prose.T("Only you see the numbers in your row; everyone sees the colours. Numbers rise from left to right, black before white if they are equal.")},
			},
			{
				Text:  []prose.Text{prose.T("Your turn begins with a tile from the pool. Take a black one: {do}.", press("b", game.Draw(game.Black)))},
				Wants: wants(game.Draw(game.Black)),
			},
			{
				Text: []prose.Text{prose.T("It is set apart from your row. Now guess: tile 1 of {name} is white and the lowest there. Try 0: {do}.", opponent,
					prose.Do(prose.T("choose the tile with the arrow keys, type {value} and press Enter", prose.N(0)), game.Guess(1, 1, 0)))},
				Wants: wants(game.Guess(1, 1, 0)),
			},
			{
				Text:  []prose.Text{prose.T("Right! It stays open. You could guess again, but if you are wrong, the tile you drew is turned up. Stop for now: {do}, and it joins your row, hidden.", press("s", game.Stop))},
				Wants: wants(game.Stop),
			},
			{
				Moves: []engine.Move{other(game.Draw(game.White)), other(game.Guess(0, 1, game.MaxNumber))},
				Text:  []prose.Text{prose.T("{name} drew a white tile, guessed 11 for your tile 1 and was wrong. So the drawn tile, white 3, went into the row face up.", opponent)},
			},
			{
				Text:  []prose.Text{prose.T("Three hidden tiles stand between white 0 and white 3: black, black, white. You hold the black 3, so the black ones must be 1 and 2. Draw a tile first: {do}.", press("w", game.Draw(game.White)))},
				Wants: wants(game.Draw(game.White)),
			},
			{
				Text: []prose.Text{prose.T("Tile 2 is the black 1: {do}.",
					prose.Do(prose.T("choose it with the arrow keys, type {value} and press Enter", prose.N(1)), game.Guess(1, 2, 1)))},
				Keys:  []prose.Text{prose.T("The notes (press Tab, then {key}) would show you the same.", key("a"))},
				Wants: wants(game.Guess(1, 2, 1)),
			},
			{
				Text:  []prose.Text{prose.T("Then tile 3 is the black 2: {do}.", prose.Do(prose.T("type {value} and press Enter", prose.N(2)), game.Guess(1, 3, 2)))},
				Wants: wants(game.Guess(1, 3, 2)),
			},
			{
				Text: []prose.Text{prose.T("The white tile after it must be at least 2 and less than 3. It is the last hidden tile of {name}. Guess it, and you win the game: {do}.", opponent,
					prose.Do(prose.T("type {value} and press Enter", prose.N(2)), game.Guess(1, 4, 2)))},
				Wants: wants(game.Guess(1, 4, 2)),
			},
			{
				Text: []prose.Text{prose.T("All the tiles of {name} are open, so you win. In a match you score for right guesses, for putting players out, for winning, and for your own hidden numbers.", opponent)},
			},
		},
	}
}
