package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// guesser is the number that a player types for a tile.
type guesser struct {
	*picker

	number string // typed so far: "", a number, or the joker's face
}

// seeTargets keeps the focus and what is typed and noted as far as there is what it
// is about.
func (g *guesser) seeTargets() {
	if targets := g.targets(); !slices.Contains(targets, g.focus()) {
		g.number = ""
		g.point(nearest(targets, g.focus()))
	}
	if !g.mayGuess() {
		g.number = ""
	}
	g.notes.On(g.grid())
}

// typeDigit types a number: a 1 may still become 10 or 11, anything else is
// replaced by the next digit.
func (g *guesser) typeDigit(digit string) engine.Action {
	if g.number == "1" && (digit == "0" || digit == "1") {
		digit = "1" + digit
	}
	g.number = digit
	return ""
}

func (g *guesser) typeJoker(string) engine.Action {
	g.number = face(game.Joker)
	return ""
}

// erase takes the last digit back.
func (g *guesser) erase(string) engine.Action {
	if g.number == "10" || g.number == "11" {
		g.number = "1"
	} else {
		g.number = ""
	}
	return ""
}

// forget takes back all that is typed.
func (g *guesser) forget(string) engine.Action {
	g.number = ""
	return ""
}

// typed returns the value that the number typed so far stands for.
func (g *guesser) typed() (game.Value, bool) {
	if g.number == face(game.Joker) {
		return game.Joker, true
	}
	var value game.Value
	err := value.UnmarshalText([]byte(g.number))
	return value, err == nil && value != game.Unknown
}

// canGuess reports whether a number is typed for the tile in focus.
func (g *guesser) canGuess() bool {
	_, typed := g.typed()
	return typed && g.mayGuess() && g.focus().seat >= 0
}

// guess returns what is typed for the tile in focus.
func (g *guesser) guess(string) engine.Action {
	value, _ := g.typed()
	g.number = ""
	return game.Guess(g.focus().seat, g.focus().place, value)
}

// text returns what stands on a tile: what is typed for it, or else its face.
func (g *guesser) text(tile game.Tile, here target) string {
	if here == g.focus() && g.number != "" && g.mayGuess() {
		return g.number + "?"
	}
	return face(tile.Value)
}
