package kodeknacker

import (
	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
)

// refusedAnyway is what a refusal says on a screen and without one.
func refusedAnyway(refusal *engine.Refusal, who prose.People) prose.Text {
	switch refusal.Format {
	case game.RefusedMade:
		return prose.T("You have made your code. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	case game.RefusedGuessed:
		return prose.T("You have guessed. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	}
	return prose.Text{}
}

// tellRefused tells what can be typed instead of what was refused.
func tellRefused(refusal *engine.Refusal, scene prose.Scene) prose.Text {
	code, guess := prose.Literal("code"), prose.Literal("guess")
	example := engine.Arg[string](refusal, 0)
	switch refusal.Format {
	case game.RefusedCode:
		return prose.T("First make your code: type {code} and your own colours, such as {example}.", code, prose.Literal(string(game.Code(example))))
	case game.RefusedGuess:
		return prose.T("You have made your code. Now type {guess} and the letters, such as {example}.", guess, prose.Literal(string(game.Guess(example))))
	case game.RefusedAction:
		return prose.T("Unknown command. Type {help}.", prose.Literal("help"))
	case game.RefusedColors:
		verb, letters := engine.Arg[string](refusal, 2), engine.Arg[string](refusal, 1)
		return prose.T("Type {verb} and {n} of the letters {letters}, such as {example}.",
			prose.Literal(verb), prose.N(engine.Arg[int](refusal, 0)), prose.Literal(letters), prose.Literal(verb+" "+engine.Arg[string](refusal, 3)))
	}
	return refusedAnyway(refusal, scene.People())
}
