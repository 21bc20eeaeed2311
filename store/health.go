package store

import (
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// longCommit is how long a commit may take until the database counts as ill.
const longCommit = 5 * time.Second

// Commit is what one flush of the disk brought.
type Commit struct {
	Took    time.Duration
	Changes int  // that were written together, without secret ones
	Failed  bool // nothing of it may be there
}

// health is how the writer is, as others see it.
type health struct {
	began atomic.Int64                 // of the commit under way, by the clock; 0 for none
	err   atomic.Pointer[error]        // of the last commit; nil where it went well
	watch atomic.Pointer[func(Commit)] // told of each commit; nil is nobody
}

func (h *health) begin() time.Time {
	now := time.Now()
	h.began.Store(now.UnixNano())
	return now
}

// end of a commit that began then. One without changes only says that the process
// is alive. Nobody is told of one that only has secret changes.
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

// ill is a sentence that says why nothing can be written, nil where it can.
func (h *health) ill() error {
	if err := h.err.Load(); err != nil {
		return fmt.Errorf("the database cannot be written: %w", *err)
	}
	if began := h.began.Load(); began != 0 && time.Since(time.Unix(0, began)) > longCommit {
		return errors.New("the database has been writing for more than " + longCommit.String())
	}
	return nil
}
