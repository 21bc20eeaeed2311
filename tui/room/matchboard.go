package room

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/tui/board"
)

// matchBoard is the board of the match that is played, and the end of a game.
type matchBoard struct {
	*room
	settling *settling
	board    board.Board
	drawn    []string // with its parts that can be clicked, as it was drawn last
	moving   bool     // a frame of its movement stands
	ending   *ending  // of the game that is over; nil while none is
}

func (m *matchBoard) newBoard() {
	m.board = m.kit().Board(m.ctx.Theme, m.ctx.Voice)
}

// refresh lets the board see what is seen by now.
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

// renew draws with the new theme; what was being chosen is begun again.
func (m *matchBoard) renew() {
	if m.board != nil {
		m.newBoard()
		m.refresh()
	}
}

// frameTime is how long one frame of a movement stands.
const frameTime = 70 * time.Millisecond

// moveMsg is the end of a frame.
type moveMsg struct{ of *matchBoard }

// move lets the board move on, unless the player wants it still.
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

// moved goes on by one frame; for a spectator to the end, as frames are dear to a
// crowd.
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
