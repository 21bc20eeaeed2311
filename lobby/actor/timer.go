package actor

import "time"

// longestRest is how long a timer waits at most: the clock of the machine may be set.
const longestRest = time.Hour

// Timer rings once something is due. Its methods belong to the actor's goroutine.
type Timer struct {
	timer *time.Timer
	heard bool
}

// Start begins to wait. Ring is called from a goroutine of its own: it sends the actor a
// message, which calls Heard.
func (t *Timer) Start(ring func()) { t.timer = time.AfterFunc(longestRest, ring) }

// Heard notes that the message of the timer was taken.
func (t *Timer) Heard() { t.heard = true }

// Set has the timer ring at a time, or in an hour if that is later, or is zero. A timer whose
// message lies in the inbox is set once that was heard: there is never a second one.
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

// Stop ends the timer.
func (t *Timer) Stop() { t.timer.Stop() }
