package store

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// longCommit is the duration of a commit from which the database counts as unhealthy.
const longCommit = 5 * time.Second

// Commit describes one commit.
type Commit struct {
	Took    time.Duration
	Changes int  // number of changes, without secret ones
	Failed  bool // possibly nothing was written
}

// health is the state of the writer, as other goroutines see it.
type health struct {
	began atomic.Int64                 // when the running commit began, in Unix nanoseconds; 0 if there is none
	err   atomic.Pointer[error]        // error of the last commit, or nil
	watch atomic.Pointer[func(Commit)] // called after each commit; may be nil
}

func (h *health) begin() time.Time {
	now := time.Now()
	h.began.Store(now.UnixNano())
	return now
}

// end records the end of a commit. A commit without changes is a heartbeat. Commits with secret changes only are not
// reported.
func (h *health) end(began time.Time, changes int, told bool, err error) {
	h.began.Store(0)
	if watch := h.watch.Load(); watch != nil && told {
		(*watch)(Commit{time.Since(began), changes, err != nil})
	}
}

func (h *health) failed(err error) {
	if err == nil {
		h.err.Store(nil)
		return
	}
	h.err.Store(&err)
}

// ill returns a readable reason why the database cannot be written, or nil if it can.
func (h *health) ill() error {
	if err := h.err.Load(); err != nil {
		return fmt.Errorf("the database cannot be written: %w", *err)
	}
	if began := h.began.Load(); began != 0 && time.Since(time.Unix(0, began)) > longCommit {
		return errors.New("the database has been writing for more than " + longCommit.String())
	}
	return nil
}
