package gamenight

import (
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
)

// TestBoards checks that sessions that show the same draw and ask once.
func TestBoards(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			boards      Boards
			drawn, asks int
		)
		show := func(inputs, context string) {
			boards.frame(frameKey{inputs, context}, func() []string { drawn++; return nil })
			_, _ = boards.look(lobby.LookAtTable{Code: inputs, Number: 1}, func() (lobby.Update, error) { asks++; return lobby.Update{}, nil })
		}
		for i, step := range []struct {
			after           time.Duration
			inputs, context string
			drawn, asks     int
		}{
			{0, "a night", "80x24", 1, 1},
			{0, "a night", "80x24", 1, 1},
			{0, "a night", "160x45", 2, 1},
			{0, "another", "80x24", 3, 2},
			{projectorTick, "a night", "80x24", 3, 3},
			{frameKept, "a night", "80x24", 4, 4},
		} {
			time.Sleep(step.after)
			show(step.inputs, step.context)
			if drawn != step.drawn || asks != step.asks {
				t.Errorf("step %d: drawn %d times and asked %d times, want %d and %d", i, drawn, asks, step.drawn, step.asks)
			}
		}
	})
}
