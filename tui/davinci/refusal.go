package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/prose"
)

// refusedAnyway returns the texts of refusals that are the same on a screen and in text mode.
func refusedAnyway(refusal *engine.Refusal, who prose.People) prose.Text {
	switch refusal.Format {
	case game.RefusedTurn:
		return prose.T("It is not your turn. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	case game.RefusedOwn:
		return prose.T("That is your own tile. Guess a tile of another player.")
	case game.RefusedNoTile:
		owner, place, has := engine.Arg[engine.Seat](refusal, 0), engine.Arg[int](refusal, 1), engine.Arg[int](refusal, 2)
		return prose.C("{name} has {tiles} tile, so there is no tile {n}.", "{name} has {tiles} tiles, so there is no tile {n}.",
			who.Name(owner), prose.N(has), prose.N(place))
	case game.RefusedOpen:
		return prose.T("Tile {n} of {owner} is open. Guess a hidden one.",
			prose.N(engine.Arg[int](refusal, 0)), who.Name(engine.Arg[engine.Seat](refusal, 1)))
	}
	return prose.Text{}
}

// colorKeys returns the keys for the colours among the arguments of a refusal, which can be taken.
func colorKeys(refusal *engine.Refusal, at int) prose.Arg {
	black, white := prose.Literal("b"), prose.Literal("w")
	switch colors := engine.Arg[engine.Words](refusal, at); {
	case !slices.Contains(colors, game.White.String()):
		return prose.Sub(prose.T("{b} for black", black))
	case !slices.Contains(colors, game.Black.String()):
		return prose.Sub(prose.T("{w} for white", white))
	}
	return prose.Sub(prose.T("{b} for black or {w} for white", black, white))
}

// refusedTile returns the tile in the first arguments of a refusal.
func refusedTile(refusal *engine.Refusal) prose.Arg {
	tile := game.Tile{Color: game.White, Value: game.Unknown}
	if engine.Arg[string](refusal, 0) == game.Black.String() {
		tile.Color = game.Black
	}
	if err := tile.Value.UnmarshalText([]byte(engine.Arg[string](refusal, 1))); err != nil {
		tile.Value = game.Unknown // only its colour is mentioned
	}
	return prose.Sub(named(tile))
}

// tellRefused describes what can be typed instead of a refused action.
func tellRefused(refusal *engine.Refusal, scene prose.Scene) prose.Text {
	p := narrationOf(scene)
	switch refusal.Format {
	case game.RefusedTake:
		return prose.T("Take a tile: type {commands}.", takeCommands(refusal))
	case game.RefusedEarly:
		return prose.T("First take all your tiles: type {commands}.", takeCommands(refusal))
	case game.RefusedFull:
		return prose.T("You have all your tiles. Type {ready} when you are ready.", typed(game.Ready))
	case game.RefusedColor:
		verb, colors := engine.Arg[string](refusal, 1), engine.Arg[engine.Words](refusal, 2)
		if engine.Arg[string](refusal, 0) == game.Black.String() {
			return prose.T("No black tile is left. Type {commands}.", commands(verb, colors))
		}
		return prose.T("No white tile is left. Type {commands}.", commands(verb, colors))
	case game.RefusedPlace:
		return prose.T("First choose where your {tile} goes: type {commands}.", refusedTile(refusal), commands("place", engine.Arg[engine.Words](refusal, 2)))
	case game.RefusedGap:
		return prose.T("Your {tile} cannot go there. Type {commands}.", refusedTile(refusal), commands("place", engine.Arg[engine.Words](refusal, 2)))
	case game.RefusedDraw:
		return prose.T("Your turn begins with a tile: type {commands}.", commands("draw", engine.Arg[engine.Words](refusal, 0)))
	case game.RefusedGuess, game.RefusedGuessForm:
		return prose.T("Guess a hidden tile: type {guess}, the seat, the place and the number, such as {example}.", prose.Literal("guess"), p.exampleGuess())
	case game.RefusedAgain:
		return prose.T("You guessed right: type {stop}, or guess again, such as {example}.", typed(game.Stop), p.exampleGuess())
	case game.RefusedNoSeat:
		return prose.T("There is no seat {n}. Seats are 1 to {most}.",
			prose.Literal(engine.Arg[engine.Seat](refusal, 0).String()), prose.N(engine.Arg[int](refusal, 1)))
	case game.RefusedShow:
		return prose.T("Choose one of your hidden tiles to turn up: type {show} and its place, such as {example}.",
			prose.Literal("show"), prose.Literal(engine.Arg[string](refusal, 0)))
	}
	return tellMistyped(refusal, p.People)
}

// tellMistyped describes how to type an action that was not understood.
func tellMistyped(refusal *engine.Refusal, who prose.People) prose.Text {
	switch refusal.Format {
	case game.RefusedAction:
		return prose.T("Unknown command. Type {help}.", prose.Literal("help"))
	case game.RefusedColorForm:
		return prose.T("Type {commands}.", commands(engine.Arg[string](refusal, 0), engine.Words{game.Black.String(), game.White.String(), "any"}))
	case game.RefusedPlaceForm:
		return prose.T("Type {place} and a gap, such as {example}. Gap 1 is left of your first tile.", prose.Literal("place"), typed(game.Place(1)))
	case game.RefusedShowForm:
		return prose.T("Type {show} and a place, such as {example}. Place 1 is your leftmost tile.", prose.Literal("show"), typed(game.Show(1)))
	}
	return refusedAnyway(refusal, who)
}

// commands returns a verb with each of the words.
func commands(verb string, words engine.Words) prose.Arg {
	all := make([]string, len(words))
	for i, word := range words {
		all[i] = verb + " " + word
	}
	return prose.Or(prose.Literals(all))
}

// takeCommands returns the commands that take a tile in the setup.
func takeCommands(refusal *engine.Refusal) prose.Arg {
	all := []string{}
	for _, color := range engine.Arg[engine.Words](refusal, 0) {
		all = append(all, "take "+color)
	}
	return prose.Or(prose.Literals(append(all, string(game.Deal))))
}
