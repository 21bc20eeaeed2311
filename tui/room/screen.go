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

// Screen is the screen of a room. It stays open until the player leaves or the room closes.
type Screen struct {
	screen.Base
	*room
	*chat
	settling settling
	match    matchBoard
	hints    hints
	panel    panel
	waiting  waiting
	gather   waitingPage
	controls controls
	page     page
	why      explanations
	notices  notices
	asks     *confirmation // the open question; nil without one
}

// Messages of a room.
type (
	// updateMsg delivers the newest update. If the handle has ended, open is false.
	updateMsg struct {
		handle lobby.Handle
		update *lobby.Update
		open   bool
	}
	// tickMsg reports that a countdown on the screen changes.
	tickMsg struct{ handle lobby.Handle }
)

// New returns the screen of a handle's room. Wait returns the command that waits for its first
// update.
func New(c *screen.Context, config *Config, handle lobby.Handle) *Screen {
	s := &Screen{room: &room{ctx: c, config: config, handle: handle}}
	s.screen = s
	s.chat = newChat(s.room)
	s.settling.room, s.hints.room, s.notices.room = s.room, s.room, s.room
	s.match = matchBoard{room: s.room, settling: &s.settling}
	s.panel = panel{room: s.room, chat: s.chat}
	s.waiting = waiting{room: s.room, chat: s.chat, menu: s.menuBinding}
	s.gather = waitingPage{waiting: &s.waiting, panel: &s.panel}
	s.controls = controls{matchBoard: &s.match, chat: s.chat, hints: &s.hints, menu: s.menuBinding}
	s.page = page{matchBoard: &s.match, chat: s.chat, panel: &s.panel}
	s.why = explanations{matchBoard: &s.match, controls: &s.controls, waiting: &s.waiting}
	return s
}

// Wait waits for the newest update. Of what was told once and is left out with an older
// update a screen needs nothing: each update holds the notes and the chat.
//
// It also waits for the moment at which a countdown shows something else: no goroutine
// more is needed for that, and what waits ends with the handle.
func (s *Screen) Wait() tea.Cmd {
	handle, turn, ticks := s.handle, s.ctx.Shell.Turn(), s.clock().changesAt()
	return func() tea.Msg {
		update, open, due := screen.NewestUntil(handle.Updates(), turn, screen.Never, ticks)
		if due {
			return tickMsg{handle}
		}
		return updateMsg{handle, update, open}
	}
}

// Update implements screen.Screen.
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case updateMsg:
		if msg.handle == s.handle {
			return s.newest(msg)
		}
	case tickMsg:
		if msg.handle == s.handle {
			s.Changed()
			return s.Wait()
		}
	case screen.Restyled:
		s.match.renew()
	case moveMsg:
		if msg.of == &s.match {
			s.Changed()
			return s.match.moved()
		}
	case settleMsg:
		if msg.of == &s.settling {
			s.Changed()
			s.settling.awaits = false
		}
	case hintMsg:
		if msg.of == &s.hints {
			s.Changed()
			s.hints.tellHint(msg)
		}
	case endingMsg:
		if s.match.ending != nil {
			s.Changed()
			return s.match.ending.receive(msg)
		}
	}
	return nil
}

// newest takes an update or the end of the room.
func (s *Screen) newest(msg updateMsg) tea.Cmd {
	if !msg.open {
		s.config.Program.Eject(s, s.handle.Ended())
		return nil
	}
	first := !s.shown
	all := []tea.Cmd{s.show(*msg.update), s.Wait(), s.config.Program.TypeAhead(s.ChatLine != nil || s.update.Stage == lobby.Gathering)}
	if first && s.ofNight() && s.seated() && !s.config.Program.AtGameNight() {
		all = append(all, s.config.Program.JoinGameNight(s.update.Plan.GameNight)) // so that the game night knows that the player is here
	}
	return tea.Batch(all...)
}

// show takes the newest update.
func (s *Screen) show(u lobby.Update) tea.Cmd {
	before, mine, ready, enough := s.update, s.myTurn(), s.shown && s.ready(), s.enough()
	first := !s.shown
	s.update, s.shown = u, true
	if s.seated() && !s.practises() {
		s.config.Program.StopSearch()
	}
	if u.Match != nil || u.Plan.Game != before.Plan.Game {
		s.gather.planned = nil
	}
	s.Changed()
	s.ctx.Shell.ClearExplanation()
	if u.Stage == lobby.Gathering && s.enough() && !enough && s.ctx.Shell.Refused() {
		s.ctx.Shell.Tell() // clears the message that there were too few players
	}
	ended := first || momentOf(u) != s.settling.moment
	s.settling.changes(u, first)
	if u.Match != nil {
		began := u.Match.Round == 1 && u.Stage == engine.Playing && before.Stage != engine.Playing
		if s.match.board == nil || began {
			s.match.newBoard()
		}
	} else {
		s.match.board = nil
	}
	s.end(ended, first)
	s.match.refresh()
	s.asks.overtaken()
	s.notices.tellNotes(first)
	called := s.tellChat(first, s.panel.shown)
	all := []tea.Cmd{s.match.move()}
	if ended && s.match.ending != nil {
		all = append(all, s.match.ending.nextStep())
	}
	if turn := s.myTurn() && !mine; !first && (called || turn || s.notices.comes(before, ready)) {
		all = append(all, s.notices.notify(called, turn))
	}
	return tea.Batch(all...)
}

// end begins or ends the scene between games when the stage changes.
func (s *Screen) end(another, late bool) {
	between := s.update.Stage == engine.Interval || s.update.Stage == engine.Over
	if another || !between {
		s.match.ending.abandon()
		s.match.ending = nil
	}
	if another && between {
		s.match.ending = newEnding(&s.match, &s.panel, late)
	}
}

// Bindings implements screen.Screen.
func (s *Screen) Bindings() screen.Bindings {
	switch {
	case !s.shown:
		return slices.Values([]screen.Binding{})
	case s.ChatLine != nil:
		return s.ChatBindings(s.update.Stage == engine.Playing && s.myTurn())
	case s.update.Stage == lobby.Gathering:
		return s.waiting.waitingBindings()
	}
	return s.controls.matchBindings()
}

// KeyHints returns the hints of the bindings. The shell calls it instead of Bindings, which is
// slower.
func (s *Screen) KeyHints() []board.Hint {
	if s.ChatLine != nil || !s.shown || s.update.Stage == lobby.Gathering {
		return keymap.Hints(s.Bindings())
	}
	return s.controls.hintsNow()
}

// BoundTo returns what the bindings depend on while people gather, otherwise nil.
func (s *Screen) BoundTo() any {
	if !s.shown || s.ChatLine != nil || s.update.Stage != lobby.Gathering {
		return nil
	}
	return s.waiting.gathered()
}

// menuBinding returns the key that opens the menu.
func (s *Screen) menuBinding(help prose.Text) screen.Binding {
	return screen.Binding{Key: keymap.Of("esc", "esc", "q"), Hint: prose.T("menu"), Help: help, Leaves: true, Do: screen.Call(func() {
		s.ctx.Shell.Open(&menu{onRoom: onRoom{room: s.room}, resign: s.askResign, behind: s.drawBehind})
	})}
}

// askResign asks whether to resign and leave.
func (s *Screen) askResign() {
	s.asks = newResignation(s.room, s.drawBehind)
	s.ctx.Shell.Open(s.asks)
}

// Input implements screen.Screen.
func (s *Screen) Input() screen.Input { return s.Chat.Input() }

// Explain implements screen.Screen.
func (s *Screen) Explain(name string, idle *screen.Binding) string { return s.why.whyKey(name, idle) }

// RefusalText returns the text of a refused request.
func (s *Screen) RefusalText(err error) string { return s.why.refusal(err) }

// Help implements screen.Screen.
func (s *Screen) Help() prose.Document {
	if s.update.Stage == lobby.Gathering {
		return slices.Concat(s.kit().Rules, s.waiting.levelsHelp(), whenAway())
	}
	return slices.Concat(s.kit().Rules, whenAway())
}

// Click implements screen.Screen: a seat is chosen, or a part of the board is what it
// stands for.
func (s *Screen) Click(x, y int) tea.Cmd {
	switch {
	case s.update.Stage == lobby.Gathering:
		return s.waiting.chooseSeat(y)
	case s.ChatLine != nil:
		return nil
	}
	return s.match.clickBoard(x, y)
}

// Pending reports whether the room is still loading. Keys are then held back for it.
func (s *Screen) Pending() bool { return !s.shown }

// Settle returns a command that redraws the room once keys are accepted, or nil if they are
// already.
func (s *Screen) Settle() tea.Cmd { return s.settling.untilSettled() }

// Settled reports whether keys are accepted.
func (s *Screen) Settled() bool {
	return !s.shown || !s.ctx.OnTop(s) || s.settling.settled()
}

// View implements screen.Screen.
func (s *Screen) View() screen.Frame {
	if !s.shown {
		return screen.Frame{Left: "parlor"}
	}
	s.settling.sees()
	if s.update.Stage == lobby.Gathering {
		return s.gather.drawWaiting()
	}
	return s.page.drawPage()
}

// drawBehind draws the room with another prompt, for a screen above it.
func (s *Screen) drawBehind(words []string) screen.Frame {
	if s.update.Stage == lobby.Gathering {
		return s.gather.roomBehind(words)
	}
	return s.page.matchBehind(words)
}
