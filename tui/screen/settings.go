package screen

import (
	"strings"
)

// Settings are how a player wants the screens drawn. They are stored as JSON.
type Settings struct {
	Contrast bool `json:"contrast,omitempty"` // pure black and white, instead of what suits the background
	ASCII    bool `json:"ascii,omitempty"`    // nothing but ASCII is drawn, for terminals that know no more
	Quiet    bool `json:"quiet,omitempty"`    // no bell
	NoMouse  bool `json:"no_mouse,omitempty"` // clicks stay with the terminal
	Still    bool `json:"still,omitempty"`    // nothing moves by itself
	Untitled bool `json:"untitled,omitempty"` // the window's title does not say whose turn it is
	// Background is "dark" or "light"; empty is as the terminal says.
	Background string `json:"background,omitempty"`
	// Notify is how the terminal is told of what waits for the person: a Signal, or
	// "off"; empty is as the terminal says.
	Notify string `json:"notify,omitempty"`
	// Language is one of prose.Languages.Tags; empty is as the client says.
	Language string `json:"language,omitempty"`
}

// Signal is the sequence by which a terminal has its desktop show a notification. The
// zero Signal is none.
type Signal string

// Signals that terminals take.
const (
	NoSignal Signal = ""
	OSC9     Signal = "osc9"   // iTerm2, kitty, WezTerm, Ghostty
	OSC777   Signal = "osc777" // foot, urxvt, Contour
)

// SignalOf returns the one that a terminal surely takes, by its name and by the
// environment of its client. A multiplexer keeps signals to itself, so it gets none.
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

// NotifyOff is Settings.Notify for no signal at all, whatever the terminal takes.
const NotifyOff = "off"

// Notifications returns what Settings.Notify can be.
func Notifications() []string { return []string{"", string(OSC9), string(OSC777), NotifyOff} }
