package lobby

import "strings"

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
	folded := FoldName(name)
	for _, bot := range BotNames() {
		if rest, begins := strings.CutPrefix(folded, FoldName(bot)); begins && strings.Trim(rest, foldedDigits) == "" {
			return true
		}
	}
	return false
}

// foldedDigits are the digits as FoldName leaves them, and what it leaves of the
// sign before a number.
const foldedDigits = "ol2e4s67b9~"
