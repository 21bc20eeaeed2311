package kodeknacker

// Refusals by the rules, besides those that all games have. The comments list their arguments.
const (
	RefusedCode  = "First make your code: code %s, with your own colours."               // letters
	RefusedGuess = "You have made your code. Now guess the other one, such as guess %s." // letters
)

// Refusals of text that is not valid notation.
const (
	RefusedAction = "That is no action here; the actions are code and guess with %d colours, such as guess %s, and resign." // number of letters, letters
	RefusedColors = "Name %d colours out of %s, such as %s %s."                                                             // number of letters, all letters, verb, letters
)
