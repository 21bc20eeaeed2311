package kodeknacker

// What the rules refuse, beside what every game does; behind each its arguments.
const (
	RefusedMade    = "You have made your code. Play begins when seat %v has made one."     // seat
	RefusedGuessed = "You have guessed. The row is complete when seat %v has, too."        // seat
	RefusedCode    = "First make your code: code %s, with your own colours."               // letters
	RefusedGuess   = "You have made your code. Now guess the other one, such as guess %s." // letters
)

// What is refused because it is not in the notation.
const (
	RefusedAction = "That is no action here; the actions are code and guess with %d colours, such as guess %s, and resign." // how many, letters
	RefusedColors = "Name %d colours out of %s, such as %s %s."                                                             // how many, all letters, verb, letters
)
