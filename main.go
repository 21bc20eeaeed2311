// Parlor serves a lobby over SSH where people play hidden-code deduction games.
package main

import (
	"os"

	"parlor/internal/cli"
	"parlor/tui/board"
	davinciboard "parlor/tui/davinci"
	kodeknackerboard "parlor/tui/kodeknacker"
	masterdiceboard "parlor/tui/masterdice"
)

// games are all that can be played here; a new one is one line more.
func games() []board.Game {
	return []board.Game{
		davinciboard.Game(),
		masterdiceboard.Game(),
		kodeknackerboard.Game(),
	}
}

func main() { os.Exit(cli.Main(games())) }
