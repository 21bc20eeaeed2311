package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/board"
)

// frameTime is how long one frame of a movement stands.
const frameTime = 70 * time.Millisecond

// moveMsg is the end of a frame.
type moveMsg struct{ table *tableScreen }

// move lets the board move on, unless the person wants it still.
func (t *tableScreen) move() tea.Cmd {
	mover, moves := t.board.(board.Mover)
	if !moves || t.moving {
		return nil
	}
	if t.root.ctx.Settings.Still {
		board.Rest(t.board)
	}
	if !mover.Moving() {
		return nil
	}
	t.moving = true
	return t.root.ctx.Later(frameTime, moveMsg{t})
}

// moved goes on by one frame; for a watcher to the end, as frames are dear to a
// crowd.
func (t *tableScreen) moved() tea.Cmd {
	t.moving = false
	if !t.seated() {
		board.Rest(t.board)
	}
	if mover, moves := t.board.(board.Mover); moves {
		mover.Step()
	}
	return t.move()
}
