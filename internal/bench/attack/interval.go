package attack

import (
	"strings"
	"sync"
	"time"

	"parlor/internal/bench/driver"
)

// interval holds what bystanders measured without or during an attack.
type interval struct {
	span     time.Duration
	moves    []time.Duration // from an action to the other player's view
	echoes   []time.Duration // of the echo process
	logins   []time.Duration // until a new guest sees a screen
	shutOut  int             // logins that failed
	codes    int             // valid codes accepted
	locked   int             // valid codes refused
	troubles []string        // errors that must not happen: bystanders cut or refused; the first few
	grew     int64           // growth on disk in bytes
	cpu      float64         // CPU seconds of the server per second
	peak     driver.Usage    // maxima of memory and open files
}

// Only the first troubles are recorded, and only their beginnings.
const (
	maxTroubles = 2
	maxTrouble  = 100 // bytes
)

// trouble records an error.
func (w *interval) trouble(text string) {
	if len(w.troubles) < maxTroubles {
		text = strings.Join(strings.Fields(text), " ")
		w.troubles = append(w.troubles, text[:min(len(text), maxTrouble)])
	}
}

// peaked updates the maxima with a reading.
func (w *interval) peaked(u driver.Usage) {
	w.peak.Resident = max(w.peak.Resident, u.Resident)
	w.peak.Files = max(w.peak.Files, u.Files)
}

// notebook is where bystanders record their measurements.
type notebook struct {
	mu  sync.Mutex
	now *interval // nil while nothing is recorded
}

func (n *notebook) note(what func(*interval)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.now != nil {
		what(n.now)
	}
}

// owe reports whether an interval lacks any measurement.
func (n *notebook) owe(w *interval) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(w.moves) == 0 || len(w.logins)+w.shutOut == 0 || w.codes+w.locked == 0
}

// opens sets the interval to record to; nil records nothing.
func (n *notebook) opens(w *interval) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.now = w
}
