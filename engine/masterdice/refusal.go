package masterdice

// Refusals by the rules, besides those that all games have. The comments list their arguments.
const (
	RefusedMaker  = "You rolled the code of this game. Watch seat %v solve it, or resign." // seat
	RefusedDone   = "Your board is finished. The game ends when that of seat %v is, too."  // seat
	RefusedRows   = "All %d rows are used: solve with four values, such as %s."            // number of rows, example
	RefusedNoDice = "No white die is left: solve with four values, such as %s."            // example
	RefusedRoll   = "You have rolled %s: place at least one of these dice, or solve."      // dice
	RefusedEarly  = "Roll before you place dice, or solve."
	RefusedDice   = "You have rolled %s: place only these dice, each once, or solve." // dice
)

// Refusals of text that is not valid notation.
const (
	RefusedAction    = "That is no action here; the actions are roll, place with dice (%s), solve with four values (%s) and resign." // two examples
	RefusedPlaceForm = "Place at least one die, each by the letter of its column (b, r, y, g) and its value, such as %s."            // example
	RefusedSolveForm = "Solve with four values from 1 to 6, for blue, red, yellow and green, such as %s."                            // example
)

// Examples of actions.
const (
	examplePlace = "place b3 y5"
	exampleSolve = "solve 1 2 3 4"
)
