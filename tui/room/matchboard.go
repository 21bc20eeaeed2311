package room

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/board"
)

// matchBoard is the board of the current match, and the end of a game.
type matchBoard struct {
	*room
	settling *settling
	board    board.Board
	drawn    []string // last drawing, with its clickable parts
	moving   bool     // a frame of the animation is shown
	ending   *ending  // end of the last game; nil during a game
}

func (m *matchBoard) newBoard() {
	m.board = m.kit().Board(m.ctx.Theme, m.ctx.Voice)
}

// refresh passes the current scene to the board.
func (m *matchBoard) refresh() {
	if m.board == nil {
		return
	}
	scene := m.scene()
	if m.ending != nil {
		scene.View = m.ending.view(scene.View)
	}
	m.board.See(scene)
}

// renew creates the board again with a new theme. A choice that the player has begun is lost.
func (m *matchBoard) renew() {
	if m.board != nil {
		m.newBoard()
		m.refresh()
	}
}

// frameTime is the duration of a frame.
const frameTime = 70 * time.Millisecond

// moveMsg ends a frame.
type moveMsg struct{ of *matchBoard }

// move returns a command for the next frame, unless the player has turned off animations.
func (m *matchBoard) move() tea.Cmd {
	mover, moves := m.board.(board.Mover)
	if !moves || m.moving {
		return nil
	}
	if m.ctx.Settings.Still {
		board.Rest(m.board)
	}
	if !mover.Moving() {
		return nil
	}
	m.moving = true
	return m.ctx.Later(frameTime, moveMsg{m})
}

// moved advances the animation by one frame, or to its end for a spectator, because frames are
// expensive with many of them.
func (m *matchBoard) moved() tea.Cmd {
	m.moving = false
	if !m.seated() {
		board.Rest(m.board)
	}
	if mover, moves := m.board.(board.Mover); moves {
		mover.Step()
	}
	return m.move()
}
