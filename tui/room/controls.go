package room

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"parlor/engine"
	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/board"
	"parlor/tui/keymap"
	"parlor/tui/screen"
)

// controls are the keys of a room after a match has begun.
type controls struct {
	*matchBoard
	chat  *chat
	hints *hints
	menu  func(help prose.Text) screen.Binding
}

// matchBindings returns the current keys. Those of the board come first.
func (c *controls) matchBindings() screen.Bindings {
	if c.update.Stage == engine.Playing {
		return keymap.Join(c.boardBindings, c.inMatch, c.later)
	}
	return keymap.Join(c.boardBindings, c.interval())
}

// hintsNow returns the hints. It reads the bindings of the board directly, without converting them
// to bindings of the screen.
func (c *controls) hintsNow() []board.Hint {
	if c.update.Stage != engine.Playing {
		return keymap.Hints(c.matchBindings())
	}
	var hints []board.Hint
	if !c.paused() && c.settling.settled() {
		hints = keymap.Hints(c.board.Bindings())
	}
	return keymap.AppendHints(hints, c.inMatch)
}

// interval returns the keys between games and after a match. During a pause, they have the line of
// hints.
func (c *controls) interval() screen.Bindings {
	pause, all := c.goesOn(), c.ending.endBindings()
	last := []screen.Binding{c.chat.chatBinding(c.chat.Unread()), c.menu(menuHelp())}
	if !c.paused() || !c.inPlay() {
		return slices.Values(slices.Concat(all, []screen.Binding{pause}, last))
	}
	return keymap.Join(slices.Values(append([]screen.Binding{pause}, last...)), keymap.Unhinted(slices.Values(all)))
}

// inMatch yields the keys of the room during a game.
func (c *controls) inMatch(yield func(screen.Binding) bool) {
	_ = yield(c.goesOn()) && yield(c.hints.hintBinding()) && yield(c.chat.chatBinding(c.chat.Unread())) && yield(c.menu(menuHelp()))
}

// later yields the keys for the end of a game during a game, for the help page. They explain when
// they will work.
func (c *controls) later(yield func(screen.Binding) bool) {
	end := &ending{matchBoard: c.matchBoard}
	two := []screen.Binding{
		{Key: keymap.Named("tab"), Why: prose.T("Tab shows points or board between games.")},
		{Key: keymap.Named("w"), Why: prose.T("The list of people is in the menu. Press Esc, then w.")},
	}
	for one := range keymap.Join(keymap.Unhinted(slices.Values(end.endBindings())), slices.Values(two)) {
		if !yield(one.If(false)) {
			return
		}
	}
}

func menuHelp() prose.Text {
	return prose.T("menu: leave, lobby, people and the commitment, pause, spectators")
}

// goesOn returns the key that ends a pause.
func (c *controls) goesOn() screen.Binding {
	key, why := keymap.Named("g"), prose.T("The match is not paused.")
	if c.paused() {
		key, why = keymap.Of("g", "g", "enter"), prose.T("You are watching. The match is paused until a player resumes it.")
	}
	return screen.Binding{
		Key: keymap.If(c.paused() && c.seated(), key), Hint: prose.T("continue"), Help: prose.T("resume a paused match"),
		Why: why, Do: screen.Command(func() tea.Cmd { return c.request(lobby.Pause{Pause: false}) }),
	}
}

// boardBindings yields the bindings of the board. Their actions are sent to the room.
func (m *matchBoard) boardBindings(yield func(screen.Binding) bool) {
	playing, settled := m.update.Stage == engine.Playing && !m.paused(), m.settling.settled()
	for one := range m.board.Bindings() {
		by := keymap.Then(&one, m.play)
		switch {
		case !playing:
			by = paging(by)
		case !settled:
			by = m.unsettled(by)
		}
		if !yield(by) {
			return
		}
	}
}

// unsettled returns a binding for a board that has only just appeared. Except for paging and esc,
// its keys are ignored, because they were meant for what was shown before.
func (m *matchBoard) unsettled(by screen.Binding) screen.Binding {
	if pages := paging(by); pages.Key.Enabled() {
		return pages
	}
	by.Key, by.Hint = keymap.If(true, by.Key), prose.Text{}
	by.Only, by.Do = func(name string) bool { return name != "esc" }, screen.Call(func() { m.settling.early() })
	return by
}

// paging returns a binding of a board on which nothing can be played now. Keys that only scroll
// still work.
func paging(by screen.Binding) screen.Binding {
	only := by.Only
	pages := func(name string) bool { return name == "pgup" || name == "pgdown" }
	by.Key = keymap.If(by.Key.Enabled() && slices.ContainsFunc(by.Key.Keys(), pages), by.Key)
	by.Hint = prose.Text{}
	by.Only = func(name string) bool { return pages(name) && (only == nil || only(name)) }
	return by
}

// boardKeys returns the bindings of the board, even before the first scene.
func (m *matchBoard) boardKeys() board.Bindings {
	if m.board != nil {
		return m.board.Bindings()
	}
	return m.kit().Board(m.ctx.Theme, m.ctx.Voice).Bindings()
}

// clickBoard handles a click on the board.
func (m *matchBoard) clickBoard(x, y int) tea.Cmd {
	part := board.PartAt(m.drawn, x, y)
	clicker, clicks := m.board.(board.Clicker)
	if part == "" || !clicks || m.paused() || m.update.Stage != engine.Playing || m.settling.early() {
		return nil
	}
	action, _ := clicker.Click(part)
	return m.play(action)
}
