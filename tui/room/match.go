package room

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keys"
	"parlor/tui/screen"
)

// match is the board of the match that is played, and the end of a game.
type match struct {
	*room
	settling *settling
	board    board.Board
	spots    []board.Spot // parts of it that can be clicked, as it was drawn last
	moving   bool         // a frame of its movement stands
	ending   *ending      // of the game that is over; nil while none is
}

func (m *match) newBoard() {
	m.board = m.kit().Board(m.ctx.Theme, m.ctx.Voice)
}

// look lets the board see what is seen by now.
func (m *match) look() {
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
func (m *match) renew() {
	if m.board != nil {
		m.newBoard()
		m.look()
	}
}

// frameTime is how long one frame of a movement stands.
const frameTime = 70 * time.Millisecond

// moveMsg is the end of a frame.
type moveMsg struct{ of *match }

// move lets the board move on, unless the person wants it still.
func (m *match) move() tea.Cmd {
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

// moved goes on by one frame; for a watcher to the end, as frames are dear to a
// crowd.
func (m *match) moved() tea.Cmd {
	m.moving = false
	if !m.seated() {
		board.Rest(m.board)
	}
	if mover, moves := m.board.(board.Mover); moves {
		mover.Step()
	}
	return m.move()
}

// bindings returns those of the board. What they play is asked of the room.
func (m *match) bindings() []screen.Binding {
	of := m.board.Bindings()
	all, do := make([]screen.Binding, 0, len(of)+8), m.play // with room for those of the table
	playing := m.update.Stage == engine.Playing && !m.paused()
	settled := m.settling.settled()
	for i := range of {
		one := &of[i]
		switch by := keys.Then(one, do); {
		case playing && settled:
			all = append(all, by)
		case playing:
			all = append(all, m.unsettled(by))
		default:
			all = append(all, paging(by))
		}
	}
	return all
}

// unsettled is a binding of a board that has not been seen yet: its keys were meant
// for what stood there before.
func (m *match) unsettled(by screen.Binding) screen.Binding {
	if pages := paging(by); pages.Key.Enabled() {
		return pages
	}
	by.Key, by.Hint = keys.If(true, by.Key), prose.Text{}
	by.Only, by.Do = func(name string) bool { return name != "esc" }, screen.Call(func() { m.settling.early() })
	return by
}

// paging is a binding of a board on which nothing can be played now: it still goes
// through a board that does not fit, for that decides nothing.
func paging(by screen.Binding) screen.Binding {
	only := by.Only
	pages := func(name string) bool { return name == "pgup" || name == "pgdown" }
	by.Key = keys.If(by.Key.Enabled() && slices.ContainsFunc(by.Key.Keys(), pages), by.Key)
	by.Hint = prose.Text{}
	by.Only = func(name string) bool { return pages(name) && (only == nil || only(name)) }
	return by
}

// listed returns the bindings of the board, also before there is one.
func (m *match) listed() []board.Binding {
	if m.board != nil {
		return m.board.Bindings()
	}
	return m.kit().Board(m.ctx.Theme, m.ctx.Voice).Bindings()
}

// click does what the part of the board at a place stands for.
func (m *match) click(x, y int) tea.Cmd {
	part := board.SpotAt(m.spots, x, y)
	clicker, clicks := m.board.(board.Clicker)
	if part == "" || !clicks || m.paused() || m.update.Stage != engine.Playing || m.settling.early() {
		return nil
	}
	action, _ := clicker.Click(part)
	return m.play(action)
}
