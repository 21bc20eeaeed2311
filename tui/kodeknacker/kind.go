package kodeknacker

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"parlor/engine"
	game "parlor/engine/kodeknacker"
	"parlor/prose"
	"parlor/tui/board/guessboard"
	"parlor/tui/style"
)

// leastColors is the minimum number of colours.
const leastColors = 4

// kind returns what is particular to Kodeknacker.
func kind() *guessboard.Kind {
	k := &guessboard.Kind{
		All: game.Letters(game.MaxColors), Least: game.Letters(leastColors),
		Paint: func(_ *style.Theme, letter byte) lipgloss.Style {
			back, fore := hue(strings.IndexByte(game.Letters(game.MaxColors), letter))
			return lipgloss.NewStyle().Bold(true).Background(back).Foreground(fore)
		},
		Name: colour, Right: prose.T("right place"), Elsewhere: prose.T("wrong place"),
		Counts: func(pegs game.Pegs) prose.Text {
			return prose.T("{black} black, {white} white", prose.N(pegs.Black), prose.N(pegs.White))
		},
		Make: func(places int) prose.Text {
			return prose.C("Make your code: {n} colour, whichever you like.",
				"Make your code: {n} colours, each as often as you like.", prose.N(places))
		},
		Symbol: prose.T("colour"), Numbers: prose.T("the colours by number, 0 for the tenth"), Through: prose.T("cycle through the colours"),
		Grammar: grammar, Example: example, Code: game.Code, Guess: game.Guess,
		Early: game.RefusedCode, Late: game.RefusedGuess,
	}
	k.About = func(table guessboard.Table) []prose.Text {
		return []prose.Text{
			prose.C("A code has {n} place.", "A code has {n} places.", prose.N(table.Places)),
			prose.C("Each player has {n} row for guesses.", "Each player has {n} rows for guesses.", prose.N(table.Rows)),
			prose.C("There is {n} colour: {colours}.", "There are {n} colours: {colours}.", prose.N(len(table.Symbols)), k.Named(table.Symbols)),
			prose.T("A black peg is a right colour in the right place, a white peg one in the wrong place."),
		}
	}
	return k
}

// hue returns a colour and one that is readable on it. The colours also differ in lightness, and
// each has its letter.
func hue(at int) (back, fore color.Color) {
	dark, light := lipgloss.Color("#101010"), lipgloss.Color("#ffffff")
	switch at {
	case 0:
		return lipgloss.Color("#c62828"), light
	case 1:
		return lipgloss.Color("#66bb6a"), dark
	case 2:
		return lipgloss.Color("#1a56c4"), light
	case 3:
		return lipgloss.Color("#ffe45c"), dark
	case 4:
		return lipgloss.Color("#f08a24"), dark
	case 5:
		return lipgloss.Color("#6a1b9a"), light
	case 6:
		return lipgloss.Color("#f5f5f5"), dark
	case 7:
		return lipgloss.Color("#303030"), light
	case 8:
		return lipgloss.Color("#4dd0e1"), dark
	default:
		return lipgloss.Color("#ec70c0"), dark
	}
}

// grammar describes what can be typed.
func grammar(table guessboard.Table) []prose.Text {
	example := strings.Repeat(table.Symbols, 2)[:table.Places]
	if table.Phase == game.PhaseSet {
		return []prose.Text{
			prose.C("Make your secret code of {n} colour: type {verb} and the letters, such as {example}.",
				"Make your secret code of {n} colours: type {verb} and the letters, such as {example}.",
				prose.N(table.Places), prose.Literal("code"), prose.Literal(string(game.Code(example)))),
			prose.T("The letters are {colours}.", kind().Named(table.Symbols)),
		}
	}
	return []prose.Text{
		prose.T("Row {n} of {rows}: type {verb} and the letters, such as {example}.",
			prose.N(table.Round), prose.N(table.Rows), prose.Literal("guess"), prose.Literal(string(game.Guess(example)))),
	}
}

// example describes what can be typed instead of a refused action.
func example(refusal *engine.Refusal) prose.Text {
	code, guess := prose.Literal("code"), prose.Literal("guess")
	letters := engine.Arg[string](refusal, 0)
	switch refusal.Format {
	case game.RefusedCode:
		return prose.T("First make your code: type {code} and your own colours, such as {example}.", code, prose.Literal(string(game.Code(letters))))
	case game.RefusedGuess:
		return prose.T("You have made your code. Now type {guess} and the letters, such as {example}.", guess, prose.Literal(string(game.Guess(letters))))
	case game.RefusedAction:
		return prose.T("Unknown command. Type {help}.", prose.Literal("help"))
	case game.RefusedColors:
		verb, letters := engine.Arg[string](refusal, 2), engine.Arg[string](refusal, 1)
		return prose.T("Type {verb} and {n} of the letters {letters}, such as {example}.",
			prose.Literal(verb), prose.N(engine.Arg[int](refusal, 0)), prose.Literal(letters), prose.Literal(verb+" "+engine.Arg[string](refusal, 3)))
	}
	return prose.Text{}
}

// baffled says that too many codes are left to compute a hint.
func baffled(view game.View, _ prose.Scene) prose.Text {
	if view.Phase != game.PhasePlay || game.NewWorlds(view) != nil {
		return prose.Text{}
	}
	return prose.T("With {positions} places and {colors} colours, too many codes are left to work out a hint: guess again first.", prose.N(view.Positions), prose.N(view.Colors))
}

// colour returns the name of the colour with a letter.
func colour(letter byte) prose.Text {
	switch letter {
	case 'r':
		return prose.T("red")
	case 'g':
		return prose.T("green")
	case 'b':
		return prose.T("blue")
	case 'y':
		return prose.T("yellow")
	case 'o':
		return prose.T("orange")
	case 'p':
		return prose.T("purple")
	case 'w':
		return prose.T("white")
	case 'k':
		return prose.T("black")
	case 'c':
		return prose.T("cyan")
	case 'm':
		return prose.T("magenta")
	}
	return prose.T("{letter}", prose.Literal(string(rune(letter))))
}
