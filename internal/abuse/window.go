package main

import (
	"strings"
	"sync"
	"time"
)

// window is what innocents saw while they were left in peace, or while somebody
// else attacked.
type window struct {
	span      time.Duration
	moves     []time.Duration // from an action to the other's view
	echoes    []time.Duration // of a process that does nothing else
	logins    []time.Duration // until somebody new has a screen
	shutOut   int             // of whom nobody had one
	codes     int             // right ones that led where they should
	locked    int             // right ones that did not
	troubles  []string        // that must never be: of innocents who were cut or refused; the first few
	grew      int64           // bytes on the disk
	processor float64         // of the server, in seconds a second
	peak      reading         // the most of each
}

// Troubles are told as they begin, and only the first.
const (
	maxTroubles = 2
	maxTrouble  = 100 // bytes
)

// trouble writes one down.
func (w *window) trouble(text string) {
	if len(w.troubles) < maxTroubles {
		text = strings.Join(strings.Fields(text), " ")
		w.troubles = append(w.troubles, text[:min(len(text), maxTrouble)])
	}
}

// peaked takes a reading.
func (w *window) peaked(r reading) {
	w.peak.resident = max(w.peak.resident, r.resident)
	w.peak.held = max(w.peak.held, r.held)
	w.peak.goroutines = max(w.peak.goroutines, r.goroutines)
	w.peak.open = max(w.peak.open, r.open)
	w.peak.sessions = max(w.peak.sessions, r.sessions)
}

// notebook is where innocents write down what they see.
type notebook struct {
	mu  sync.Mutex
	now *window // nil while nothing is written down
}

func (n *notebook) note(what func(*window)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.now != nil {
		what(n.now)
	}
}

// owe reports whether a window lacks anything that is looked at.
func (n *notebook) owe(w *window) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(w.moves) == 0 || len(w.logins)+w.shutOut == 0 || w.codes+w.locked == 0
}

// opens has what follows written into a window; nil is none.
func (n *notebook) opens(w *window) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.now = w
}
