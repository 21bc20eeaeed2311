package davinci

import (
	"testing"

	"parlor/engine"
	"parlor/tui/boardtest"
)

func TestBoard(t *testing.T) {
	games := 2
	if testing.Short() {
		games = 1
	}
	boardtest.Run(t, Kit(), games, engine.Options{"jokers": "free"}, engine.Options{"jokers": "strict", "points": "single"}, engine.Options{"memory": "on", "rounds": "1"})
}
