package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// signal is the one that is sent.
func (r *Root) signal() screen.Signal {
	switch r.ctx.Settings.Notify {
	case "":
		return r.session.Signal
	case screen.NotifyOff:
		return screen.NoSignal
	}
	return screen.Signal(r.ctx.Settings.Notify)
}

// signalCells bounds what is told in one signal.
const signalCells = 120

// call rings, and tells the terminal a sentence that holds nothing but what stands in
// the lobby for everybody or was said to this person.
func (r *Root) call(text prose.Text) tea.Cmd {
	said := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsControl(c):
			return -1
		case c == ';': // it would begin another field
			return ','
		}
		return c
	}, lobby.CleanText(r.plain(r.ctx.Say(text)), signalCells))
	switch r.signal() {
	case screen.OSC9:
		return tea.Batch(r.ring(), tea.Raw("\x1b]9;parlor: "+said+"\a"))
	case screen.OSC777:
		return tea.Batch(r.ring(), tea.Raw("\x1b]777;notify;parlor;"+said+"\a"))
	case screen.NoSignal:
	}
	return r.ring()
}

// callFor tells what has come to a table.
func (t *tableScreen) callFor(called, turn bool) tea.Cmd {
	title := prose.Literal(t.root.ctx.Kit(t.update.Plan.Game).Game.Title)
	switch {
	case turn:
		return t.root.call(prose.T("It is your turn in {game}.", title))
	case called:
		return t.root.call(prose.T("Somebody mentions you in {game}.", title))
	case t.inPlay():
		return t.root.call(prose.T("{game} has begun.", title))
	}
	return t.root.call(prose.T("Somebody is waiting at your table of {game}.", title))
}

// turnsBegun tells in the lobby that a match waits for this person as it did not on
// the page before.
func (h *hallScreen) turnsBegun(before []lobby.RoomRow) tea.Cmd {
	if h.elsewhere {
		return nil
	}
	waited := map[string]bool{}
	for _, row := range before {
		waited[row.Code] = row.YourTurn
	}
	for _, row := range h.page.Yours {
		if was, known := waited[row.Code]; row.YourTurn && known && !was {
			text := prose.T("It is your turn in {game}.", prose.Literal(h.root.ctx.Kit(row.Game).Game.Title))
			h.root.tell(text)
			return h.root.call(text)
		}
	}
	return nil
}
