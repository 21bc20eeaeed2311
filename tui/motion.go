package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// Mover is a board that moves for a moment after something has happened. While
// nothing moves, nothing is drawn for it.
type Mover interface {
	// Moving says whether another frame will come.
	Moving() bool
	// Step goes on by one frame.
	Step()
}

// frameTime is how long one frame of a movement stands.
const frameTime = 70 * time.Millisecond

// moveMsg is the end of a frame.
type moveMsg struct{ table *tableScreen }

// move lets the board move on, unless the person wants it still.
func (t *tableScreen) move() tea.Cmd {
	mover, moves := t.board.(Mover)
	if !moves || t.moving {
		return nil
	}
	if t.root.settings.Still {
		rest(t.board)
	}
	if !mover.Moving() {
		return nil
	}
	t.moving = true
	return t.root.later(frameTime, moveMsg{t})
}

// rest lets a board lie still at once.
func rest(board Board) {
	if mover, moves := board.(Mover); moves {
		for mover.Moving() {
			mover.Step()
		}
	}
}

// moved goes on by one frame; for a watcher to the end, as frames are dear to a
// crowd.
func (t *tableScreen) moved() tea.Cmd {
	t.moving = false
	if !t.seated() {
		rest(t.board)
	}
	if mover, moves := t.board.(Mover); moves {
		mover.Step()
	}
	return t.move()
}
