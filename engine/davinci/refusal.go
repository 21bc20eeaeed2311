package davinci

// Refusals of Da Vinci Code, in addition to those of every game. The comment after each lists the
// arguments of its format.
const (
	RefusedTurn     = "It is the turn of seat %v." // seat
	RefusedWaiting  = "You are ready. Play begins when everybody is."
	RefusedOut      = "You are out of this game. Watch how it ends."
	RefusedTake     = "Take a tile: take %s, or deal for all of them."              // colours
	RefusedEarly    = "Take all your tiles before you place any: take %s, or deal." // colours
	RefusedFull     = "You have all your tiles: play ready."
	RefusedColor    = "No %s tile is left: %s %s."                    // colour, verb, colours
	RefusedPlace    = "First choose where your %s %s goes: place %s." // colour, value, gaps
	RefusedGap      = "Your %s %s cannot go there: place %s."         // colour, value, gaps
	RefusedNoGap    = "You have no tile that could stand in more than one gap."
	RefusedMoved    = "You have chosen the gap of this tile %d times: it stays where you chose last." // the number of changes
	RefusedDraw     = "Your turn begins with a tile: draw %s."                                        // colours
	RefusedGuess    = "You have to guess: name a seat, a place and a value, such as %s."              // example
	RefusedAgain    = "You guessed right: guess again, or stop."
	RefusedNoSeat   = "There is no seat %v; seats are 1 to %d."                        // seat, number of seats
	RefusedOwn      = "Guess a tile of somebody else; seat %v is yours."               // seat
	RefusedNoTile   = "Seat %v has no tile %d; it has %d."                             // seat, position, number of tiles
	RefusedOpen     = "Tile %d of seat %v is open; guess a hidden one."                // position, seat
	RefusedNoJokers = "There are no jokers in this game. Guess a number from 0 to %d." // the highest number
	RefusedShow     = "Turn up one of your hidden tiles, such as %s."                  // example
)

// Refusals of actions that cannot be parsed.
const (
	RefusedAction    = "That is no action here; the actions are take, deal, place, ready, draw, guess, stop, show and resign."
	RefusedColorForm = "Play %s black, %s white or %s any." // the verb, three times
	RefusedPlaceForm = "Play place and a gap; gap 1 is left of your first tile."
	RefusedShowForm  = "Play show and a place; place 1 is your leftmost tile."
	RefusedGuessForm = "Guess with seat, place and value, such as %s: that tile 3 of seat 2 is a 7." // example
)
