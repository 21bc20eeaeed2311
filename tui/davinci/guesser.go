package davinci

import (
	"slices"

	"parlor/engine"
	game "parlor/engine/davinci"
)

// guesser holds the number that the player types for a tile.
type guesser struct {
	*picker

	number string // typed so far: "", a number, or the joker's face
}

// seeTargets takes a new scene. It keeps the cursor, the typed number and notes as far as their
// tiles still exist.
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

// typeDigit adds a digit to the number. After a 1, it can complete 10 or 11; otherwise it replaces
// the number.
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

// erase deletes the last digit.
func (g *guesser) erase(string) engine.Action {
	if g.number == "10" || g.number == "11" {
		g.number = "1"
	} else {
		g.number = ""
	}
	return ""
}

// forget deletes the number.
func (g *guesser) forget(string) engine.Action {
	g.number = ""
	return ""
}

// typed returns the value of the typed number.
func (g *guesser) typed() (game.Value, bool) {
	if g.number == face(game.Joker) {
		return game.Joker, true
	}
	var value game.Value
	err := value.UnmarshalText([]byte(g.number))
	return value, err == nil && value != game.Unknown
}

// canGuess reports whether a number is typed for the tile under the cursor.
func (g *guesser) canGuess() bool {
	_, typed := g.typed()
	return typed && g.mayGuess() && g.focus().seat >= 0
}

// guess returns the guess of the typed number for the tile under the cursor.
func (g *guesser) guess(string) engine.Action {
	value, _ := g.typed()
	g.number = ""
	return game.Guess(g.focus().seat, g.focus().place, value)
}

// text returns the text on a tile: the number typed for it, or else its face.
func (g *guesser) text(tile game.Tile, here target) string {
	if here == g.focus() && g.number != "" && g.mayGuess() {
		return g.number + "?"
	}
	return face(tile.Value)
}
