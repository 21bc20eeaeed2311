package kodeknacker

// What the rules refuse, besides what every game does; behind each its arguments.
const (
	RefusedCode  = "First make your code: code %s, with your own colours."               // letters
	RefusedGuess = "You have made your code. Now guess the other one, such as guess %s." // letters
)

// What is refused because it is not in the notation.
const (
	RefusedAction = "That is no action here; the actions are code and guess with %d colours, such as guess %s, and resign." // how many, letters
	RefusedColors = "Name %d colours out of %s, such as %s %s."                                                             // how many, all letters, verb, letters
)
