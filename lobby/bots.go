package lobby

import (
	"strings"
	"unicode"
)

// BotNames are what bots are called, in the order in which they are given: tools
// and instruments that nobody is named after. No person is given one of them, nor
// what looks like one.
func BotNames() []string {
	return []string{
		"Caliper", "Lodestar", "Fusee", "Spool", "Quadrant", "Pendulum", "Abacus", "Astrolabe", "Cogwheel", "Flywheel",
		"Gnomon", "Orrery", "Plumbline", "Ratchet", "Sextant", "Sprocket", "Spyglass", "Sundial", "Tumbler", "Vernier",
	}
}

// IsBotName reports whether a name could be taken for one of BotNames, also with a
// number behind it, as bots have it where all names are given.
func IsBotName(name string) bool {
	bots, bare := foldedNames().bots, strings.TrimRightFunc(name, isNumbering)
	return bots[FoldName(name)] || bare != name && bots[FoldName(bare)]
}

// isNumbering reports whether a letter can belong to a number behind a name.
func isNumbering(r rune) bool {
	return unicode.IsDigit(r) || unicode.IsSpace(r) || unicode.IsPunct(r) || r == '~'
}
