package actor

import "time"

// longestRest bounds the time between two rings, as the system clock may be set.
const longestRest = time.Hour

// Timer wakes an actor when something is due. Its methods belong to the actor's goroutine.
type Timer struct {
	timer *time.Timer
	heard bool
}

// Start starts the timer. ring is called in its own goroutine and sends the actor a
// message, which calls Heard.
func (t *Timer) Start(ring func()) { t.timer = time.AfterFunc(longestRest, ring) }

// Heard records that the timer's message was handled.
func (t *Timer) Heard() { t.heard = true }

// Set sets the time of the next ring. Zero, or a time after longestRest, means longestRest. While a
// message of the timer is in the inbox, Set does nothing, so that there is never a second one.
func (t *Timer) Set(at time.Time) {
	if t.timer.Stop() || t.heard {
		t.heard = false
		rest := longestRest
		if !at.IsZero() {
			rest = min(rest, time.Until(at))
		}
		t.timer.Reset(rest)
	}
}

// Stop stops the timer.
func (t *Timer) Stop() { t.timer.Stop() }
