package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// notifier notifies the player's terminal of events that need their attention.
type notifier struct {
	ctx   *screen.Context
	usual screen.Signal // the default, unless the player chooses another one
}

// signal returns the kind of signal to send.
func (n *notifier) signal() screen.Signal {
	switch n.ctx.Settings.Notify {
	case "":
		return n.usual
	case screen.NotifyOff:
		return screen.NoSignal
	}
	return screen.Signal(n.ctx.Settings.Notify)
}

// signalCells is the maximum length of the text of a signal.
const signalCells = 120

// Notify implements screen.Shell. The text must not contain anything that is neither public in the
// lobby nor sent to this player.
func (n *notifier) Notify(text prose.Text) tea.Cmd {
	if text.IsZero() {
		return n.ring()
	}
	said := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsControl(c):
			return -1
		case c == ';': // it would start another field
			return ','
		}
		return c
	}, lobby.CleanText(plain(n.ctx, n.ctx.Say(text)), signalCells))
	switch n.signal() {
	case screen.OSC9:
		return tea.Batch(n.ring(), tea.Raw("\x1b]9;parlor: "+said+"\a"))
	case screen.OSC777:
		return tea.Batch(n.ring(), tea.Raw("\x1b]777;notify;parlor;"+said+"\a"))
	case screen.NoSignal:
	}
	return n.ring()
}

// ring rings the bell, unless the player has turned it off.
func (n *notifier) ring() tea.Cmd {
	if n.ctx.Settings.Quiet {
		return nil
	}
	return tea.Raw("\a")
}
