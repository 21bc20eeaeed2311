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
