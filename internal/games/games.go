// Package games is the list of the games that can be played here. The program, its
// benchmarks and the tests of all of it take theirs from here.
package games

import (
	"parlor/tui/board"
	bullscowsboard "parlor/tui/bullscows"
	davinciboard "parlor/tui/davinci"
	kodeknackerboard "parlor/tui/kodeknacker"
	masterdiceboard "parlor/tui/masterdice"
)

// All returns the games in the order in which they are listed; a new one is one line more.
func All() []board.Game {
	return []board.Game{
		davinciboard.Game(),
		masterdiceboard.Game(),
		kodeknackerboard.Game(),
		bullscowsboard.Game(),
	}
}
