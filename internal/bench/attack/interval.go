package attack

import (
	"strings"
	"sync"
	"time"

	"parlor/internal/bench/driver"
)

// interval is what bystanders measured without or during an attack.
type interval struct {
	span     time.Duration
	moves    []time.Duration // from an action to the other player's view
	echoes   []time.Duration // of a process that does nothing else
	logins   []time.Duration // until a new guest has a screen
	shutOut  int             // logins that failed
	codes    int             // valid codes accepted
	locked   int             // valid codes refused
	troubles []string        // errors that must not happen: bystanders cut or refused; the first few
	grew     int64           // bytes on the disk
	cpu      float64         // of the server, in seconds a second
	peak     driver.Usage    // the most of memory and open files
}

// Troubles are told as they begin, and only the first.
const (
	maxTroubles = 2
	maxTrouble  = 100 // bytes
)

// trouble writes one down.
func (w *interval) trouble(text string) {
	if len(w.troubles) < maxTroubles {
		text = strings.Join(strings.Fields(text), " ")
		w.troubles = append(w.troubles, text[:min(len(text), maxTrouble)])
	}
}

// peaked takes a reading.
func (w *interval) peaked(u driver.Usage) {
	w.peak.Resident = max(w.peak.Resident, u.Resident)
	w.peak.Files = max(w.peak.Files, u.Files)
}

// notebook is where bystanders write down what they see.
type notebook struct {
	mu  sync.Mutex
	now *interval // nil while nothing is written down
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
