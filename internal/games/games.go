// Package games lists the games of the program, its benchmarks and its tests.
package games

import (
	"parlor/tui/board"
	bullscowsboard "parlor/tui/bullscows"
	davinciboard "parlor/tui/davinci"
	kodeknackerboard "parlor/tui/kodeknacker"
	masterdiceboard "parlor/tui/masterdice"
)

// All returns the games in the order in which they are listed.
func All() []board.Game {
	return []board.Game{
		davinciboard.Game(),
		masterdiceboard.Game(),
		kodeknackerboard.Game(),
		bullscowsboard.Game(),
	}
}
