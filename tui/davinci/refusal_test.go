package davinci

import (
	"testing"

	"parlor/engine"
	game "parlor/engine/davinci"
	"parlor/tui/boardtest"
)

func TestRefusals(t *testing.T) {
	tb := guessThree()
	tb.names = "anna,bo,cy"
	scene := tb.scene(t)
	both, gaps := engine.Words{"black", "white", "any"}, engine.Words{"1", "3"}
	boardtest.Refusals(t, Game(), "../../engine/davinci", scene, []boardtest.Refused{
		boardtest.Says(game.RefusedTurn,
			"It is not your turn. Waiting for bo.",
			"It is not your turn. Waiting for bo.", engine.Seat(1)),
		boardtest.Says(game.RefusedWaiting,
			"You are ready. Play begins when everybody is.",
			"You are ready. Play begins when everybody is."),
		boardtest.Says(game.RefusedOut,
			"You are out of this game. Watch how it ends.",
			"You are out of this game. Watch how it ends."),
		boardtest.Says(game.RefusedTake,
			"Take a tile: press b for black or w for white, or d for all of them.",
			"Take a tile: type take black, take white, take any or deal.", both),
		boardtest.Says(game.RefusedEarly,
			"Take a tile: press w for white, or d for all of them.",
			"First take all your tiles: type take white, take any or deal.", engine.Words{"white", "any"}),
		boardtest.Says(game.RefusedFull,
			"You have all your tiles. Press Enter when you are ready.",
			"You have all your tiles. Type ready when you are ready."),
		boardtest.Says(game.RefusedColor,
			"No black tile is left. Press w for white.",
			"No black tile is left. Type draw white or draw any.", "black", "draw", engine.Words{"white", "any"}),
		boardtest.Says(game.RefusedPlace,
			"First choose a gap for your black joker with the arrow keys, then press Enter.",
			"First choose where your black joker goes: type place 1 or place 3.", "black", "joker", gaps),
		boardtest.Says(game.RefusedGap,
			"Your white 11 cannot go there. Choose another gap and press Enter.",
			"Your white 11 cannot go there. Type place 1 or place 3.", "white", "11", gaps),
		boardtest.Says(game.RefusedNoGap,
			"You have no tile that could stand in more than one gap.",
			"You have no tile that could stand in more than one gap."),
		boardtest.Says(game.RefusedMoved,
			"You have chosen the gap of this tile 17 times: it stays where you chose last.",
			"You have chosen the gap of this tile 17 times: it stays where you chose last.", 17),
		boardtest.Says(game.RefusedDraw,
			"Draw a tile first: press b for black or w for white.",
			"Your turn begins with a tile: type draw black, draw white or draw any.", both),
		boardtest.Says(game.RefusedGuess,
			"You have to guess: choose a tile, type its number and press Enter.",
			"Guess a hidden tile: type guess, the seat, the place and the number, such as guess 2 1 7.", "guess 2 3 7"),
		boardtest.Says(game.RefusedAgain,
			"You guessed right. Press s to stop, or guess again.",
			"You guessed right: type stop, or guess again, such as guess 2 1 7."),
		boardtest.Says(game.RefusedNoSeat,
			"Choose a hidden tile of another player.",
			"There is no seat 7. Seats are 1 to 3.", engine.Seat(6), 3),
		boardtest.Says(game.RefusedOwn,
			"That is your own tile. Guess a tile of another player.",
			"That is your own tile. Guess a tile of another player.", engine.Seat(0)),
		boardtest.Says(game.RefusedNoTile,
			"bo has 4 tiles, so there is no tile 9.",
			"bo has 4 tiles, so there is no tile 9.", engine.Seat(1), 9, 4),
		boardtest.Says(game.RefusedOpen,
			"Tile 2 of cy is open. Guess a hidden one.",
			"Tile 2 of cy is open. Guess a hidden one.", 2, engine.Seat(2)),
		boardtest.Says(game.RefusedNoJokers,
			"There are no jokers in this game. Guess a number from 0 to 11.",
			"There are no jokers in this game. Guess a number from 0 to 11.", 11),
		boardtest.Says(game.RefusedShow,
			"Use the arrow keys to choose one of your tiles to turn up, then press Enter.",
			"Choose one of your hidden tiles to turn up: type show and its place, such as show 2.", "show 2"),
		boardtest.Says(game.RefusedAction,
			"",
			"Unknown command. Type help."),
		boardtest.Says(game.RefusedColorForm,
			"",
			"Type draw black, draw white or draw any.", "draw", "draw", "draw"),
		boardtest.Says(game.RefusedPlaceForm,
			"",
			"Type place and a gap, such as place 1. Gap 1 is left of your first tile."),
		boardtest.Says(game.RefusedShowForm,
			"",
			"Type show and a place, such as show 1. Place 1 is your leftmost tile."),
		boardtest.Says(game.RefusedGuessForm,
			"",
			"Guess a hidden tile: type guess, the seat, the place and the number, such as guess 2 1 7.", "guess 2 3 7"),
	}, engine.Options{"jokers": "free"}, engine.Options{"jokers": "strict", "points": "single"})
}
