package screen

import (
	"strings"
)

// Settings are a player's display settings. They are stored as JSON.
type Settings struct {
	Contrast bool `json:"contrast,omitempty"` // black and white instead of colours that suit the background
	ASCII    bool `json:"ascii,omitempty"`    // only ASCII characters
	Quiet    bool `json:"quiet,omitempty"`    // no bell
	NoMouse  bool `json:"no_mouse,omitempty"` // the terminal handles clicks itself
	Still    bool `json:"still,omitempty"`    // no animations
	Untitled bool `json:"untitled,omitempty"` // the window title does not show whose turn it is
	// Background is "dark" or "light"; if empty, the terminal is asked.
	Background string `json:"background,omitempty"`
	// Notify is a Signal or "off"; if empty, it depends on the terminal.
	Notify string `json:"notify,omitempty"`
	// Language is one of prose.Languages.Tags; if empty, the client's is used.
	Language string `json:"language,omitempty"`
}

// Signal is the escape sequence with which a terminal shows a desktop notification. The zero Signal
// is none.
type Signal string

// Signals that terminals support.
const (
	NoSignal Signal = ""
	OSC9     Signal = "osc9"   // iTerm2, kitty, WezTerm, Ghostty
	OSC777   Signal = "osc777" // foot, urxvt, Contour
)

// SignalOf returns the signal that a terminal is known to support, by its name and the environment
// of its client. It is empty inside a multiplexer, which does not pass signals on.
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

// NotifyOff is the value of Settings.Notify that disables signals.
const NotifyOff = "off"

// Notifications returns the values of Settings.Notify.
func Notifications() []string { return []string{"", string(OSC9), string(OSC777), NotifyOff} }
