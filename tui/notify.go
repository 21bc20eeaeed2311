package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"parlor/lobby"
	"parlor/prose"
	"parlor/tui/screen"
)

// notifier tells the player's terminal of what waits for them.
type notifier struct {
	ctx   *screen.Context
	usual screen.Signal // unless the player chooses another one
}

// signal returns the signal that is sent.
func (n *notifier) signal() screen.Signal {
	switch n.ctx.Settings.Notify {
	case "":
		return n.usual
	case screen.NotifyOff:
		return screen.NoSignal
	}
	return screen.Signal(n.ctx.Settings.Notify)
}

// signalCells bounds what is told in one signal.
const signalCells = 120

// Notify implements screen.Shell. The text holds nothing but what stands in the lobby for
// everybody or was said to this player.
func (n *notifier) Notify(text prose.Text) tea.Cmd {
	if text.IsZero() {
		return n.ring()
	}
	said := strings.Map(func(c rune) rune {
		switch {
		case unicode.IsControl(c):
			return -1
		case c == ';': // it would begin another field
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
