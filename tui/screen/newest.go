package screen

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Newest waits for something new and for the turn to show it, and returns what
// is newest by then. The end of the source waits for no turn, nor does what is
// at once; a nil turn is not waited for either.
//
// What is large is returned by its address: each session has goroutines that wait
// here all the time, and their stacks are to stay small.
func Newest[T any](source <-chan T, turn func(context.Context), atOnce func(*T) bool) (value *T, open bool) {
	value = new(T)
	if *value, open = <-source; !open || turn == nil || atOnce(value) {
		return value, open
	}
	return value, Newer(source, value, turn, atOnce)
}

// NewestUntil is like Newest with a deadline: if moment comes before a value, due is true. A zero
// moment never comes.
func NewestUntil[T any](source <-chan T, turn func(context.Context), atOnce func(*T) bool, moment time.Time) (value *T, open, due bool) {
	if moment.IsZero() {
		value, open = Newest(source, turn, atOnce)
		return value, open, false
	}
	timer := time.NewTimer(time.Until(moment))
	defer timer.Stop()
	value = new(T)
	select {
	case <-timer.C:
		return value, true, true
	case *value, open = <-source:
	}
	if open && turn != nil && !atOnce(value) {
		open = Newer(source, value, turn, atOnce)
	}
	return value, open, false
}

// Newer waits for the turn to show a value, and replaces the value by a newer one if there is one.
func Newer[T any](source <-chan T, value *T, turn func(context.Context), atOnce func(*T) bool) (open bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		turn(ctx)
	}()
	for {
		select {
		case <-ready:
			return true
		case next, open := <-source:
			if !open {
				return false
			}
			if *value = next; atOnce(value) {
				return true
			}
		}
	}
}

// Never is an atOnce for Newest with which all values wait for their turn.
func Never[T any](*T) bool { return false }

// Later returns a command that delivers a message after a delay, when the screen may show it.
func (c *Context) Later(after time.Duration, msg tea.Msg) tea.Cmd {
	turn := c.Shell.Turn()
	return tea.Tick(after, func(time.Time) tea.Msg {
		if turn != nil {
			turn(context.Background())
		}
		return msg
	})
}
