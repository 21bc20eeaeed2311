package masterdice

import (
	"strings"

	"parlor/engine"
	game "parlor/engine/masterdice"
	"parlor/prose"
)

// refusedAnyway returns the text of a refusal that reads the same on a board and in line mode, or
// the zero Text for all others.
func refusedAnyway(refusal *engine.Refusal, who prose.People) prose.Text {
	switch refusal.Format {
	case game.RefusedMaker:
		return prose.T("You rolled the code of this game. Waiting for {name}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	case game.RefusedDone:
		return prose.T("Your board is finished: waiting for {names}.", who.Name(engine.Arg[engine.Seat](refusal, 0)))
	}
	return prose.Text{}
}

// tellRefused describes what can be typed instead of a refused action.
func tellRefused(refusal *engine.Refusal, scene prose.Scene) prose.Text {
	place, solve := prose.Literal("place"), prose.Literal("solve")
	first := engine.Arg[string](refusal, 0)
	switch refusal.Format {
	case game.RefusedRows:
		return prose.T("All {n} rows are used: type {solve} and the values of blue, red, yellow and green, such as {example}.",
			prose.N(engine.Arg[int](refusal, 0)), solve, prose.Literal(engine.Arg[string](refusal, 1)))
	case game.RefusedNoDice:
		return prose.T("No white die is left: type {solve} and the values of blue, red, yellow and green, such as {example}.", solve, prose.Literal(first))
	case game.RefusedRoll:
		return prose.T("You have rolled {dice}. Type {place} and at least one of these dice, such as {example}.", prose.Literal(first), place, onBlue(first))
	case game.RefusedEarly:
		return prose.T("First roll the dice: type {roll}.", prose.Literal(string(game.Roll)))
	case game.RefusedDice:
		return prose.T("You have rolled {dice}. Type {place} and only these dice, each once, such as {example}.", prose.Literal(first), place, onBlue(first))
	case game.RefusedAction:
		return prose.T("Unknown command. Type {help}.", prose.Literal("help"))
	case game.RefusedPlaceForm:
		return prose.T("Type {place} and the dice, each as the letter of its column ({letters}) and its value, such as {example}.",
			place, prose.List(prose.Literals(strings.Split(letters, ""))), prose.Literal(first))
	case game.RefusedSolveForm:
		return prose.T("Type {solve} and the values of blue, red, yellow and green, such as {example}.", solve, prose.Literal(first))
	}
	return refusedAnyway(refusal, scene.People())
}

// onBlue returns the command that places the first of the dice on blue.
func onBlue(dice string) prose.Arg {
	value, _, _ := strings.Cut(dice, " ")
	return prose.Literal("place " + letters[:1] + value)
}
