package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"
)

// Turn is asked before a screen shows something that its person has not done
// just now. It returns at once for somebody who plays. For somebody who only
// looks on it returns when this screen may be drawn, or when ctx ends.
type Turn func(ctx context.Context, plays bool)

// turn is the session's, asked by what the person is now; nil where it is always
// their turn.
func (r *Root) turn() func(context.Context) {
	turn, plays := r.session.Turn, r.Plays()
	if turn == nil {
		return nil
	}
	return func(ctx context.Context) { turn(ctx, plays) }
}

// Plays reports whether the person has a seat at the table where they are.
func (r *Root) Plays() bool {
	table := r.table()
	return table != nil && table.seated()
}

// newest waits for something new and for the turn to show it, and returns what
// is newest by then. The end of the source waits for no turn, nor does what is
// at once; a nil turn is not waited for either.
//
// What is large is returned by its address: each session has goroutines that wait
// here all the time, and their stacks are to stay small.
func newest[T any](source <-chan T, turn func(context.Context), atOnce func(*T) bool) (value *T, open bool) {
	value = new(T)
	if *value, open = <-source; !open || turn == nil || atOnce(value) {
		return value, open
	}
	return value, newer(source, value, turn, atOnce)
}

// newer waits for the turn to show a value, with what is newer in its place.
func newer[T any](source <-chan T, value *T, turn func(context.Context), atOnce func(*T) bool) (open bool) {
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

// never is atOnce of what always waits for its turn.
func never[T any](*T) bool { return false }

// later brings a message after a while, and in its turn.
func (r *Root) later(after time.Duration, msg tea.Msg) tea.Cmd {
	turn := r.turn()
	return tea.Tick(after, func(time.Time) tea.Msg {
		if turn != nil {
			turn(context.Background())
		}
		return msg
	})
}
