package cluster

import (
	"sync"
	"time"
)

// stopTime knows when this process stops.
type stopTime struct {
	known chan struct{} // closed once ends is set

	mu   sync.Mutex // guards ends
	ends time.Time
}

func newStopTime() *stopTime { return &stopTime{known: make(chan struct{})} }

// stopAt records when this process stops at the latest.
func (s *stopTime) stopAt(ends time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ends.IsZero() {
		close(s.known)
	}
	s.ends = ends
}

// stopsAt returns when this process stops at the latest, or zero if unknown.
func (s *stopTime) stopsAt() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ends
}
