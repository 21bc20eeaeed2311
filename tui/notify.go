package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
)

// Signal is how a terminal is told of something, so that its desktop shows it to
// somebody who looks elsewhere. The zero Signal is not at all.
type Signal string

// Signals that terminals take.
const (
	NoSignal Signal = ""
	OSC9     Signal = "osc9"   // iTerm2, kitty, WezTerm, Ghostty
	OSC777   Signal = "osc777" // foot, urxvt, Contour
)

// SignalOf is the one that a terminal surely takes, by its name and by what its
// client tells of it. A multiplexer keeps signals to itself, so it gets none.
func SignalOf(env []string, term string) Signal {
	said := map[string]string{}
	for _, variable := range env {
		if name, value, ok := strings.Cut(variable, "="); ok {
			said[name] = value
		}
	}
	begins := func(with ...string) bool {
		for _, one := range with {
			if strings.HasPrefix(term, one) {
				return true
			}
		}
		return false
	}
	switch program := said["TERM_PROGRAM"]; {
	case begins("tmux", "screen"), said["TMUX"] != "", program == "tmux":
		return NoSignal
	case begins("xterm-kitty", "xterm-ghostty", "wezterm"), said["LC_TERMINAL"] == "iTerm2",
		program == "iTerm.app", program == "WezTerm", program == "ghostty", program == "kitty":
		return OSC9
	case begins("foot", "rxvt-unicode", "contour"):
		return OSC777
	}
	return NoSignal
}

// Values of Settings.Notify beside those of Signal, whose zero value is as the
// terminal says.
const notifyOff = "off"

func notifications() []string { return []string{"", string(OSC9), string(OSC777), notifyOff} }

// signal is the one that is sent.
func (r *Root) signal() Signal {
	switch r.settings.Notify {
	case "":
		return r.session.Signal
	case notifyOff:
		return NoSignal
	}
	return Signal(r.settings.Notify)
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
	case OSC9:
		return tea.Batch(r.ring(), tea.Raw("\x1b]9;parlor: "+said+"\a"))
	case OSC777:
		return tea.Batch(r.ring(), tea.Raw("\x1b]777;notify;parlor;"+said+"\a"))
	case NoSignal:
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
