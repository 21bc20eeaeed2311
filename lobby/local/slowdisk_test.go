package local_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parlor/lobby"
	"parlor/lobby/local"
)

// TestContextEndsWaitForSlowDisk: a request returns when its context ends, and a place that
// it gets later is given up.
func TestContextEndsWaitForSlowDisk(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna := seated(t)(lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Create{Plan: lobby.Plan{Game: "davinci", Seats: 3}}))
		bo, cy, dan := enter(t, l, "bo"), enter(t, l, "cy"), enter(t, l, "dan")
		gate := make(chan struct{})
		book.mu.Lock()
		book.gate = gate
		book.mu.Unlock()
		// The room waits for the disk from the first of them on.
		for _, row := range []struct {
			what string
			ask  func(context.Context) error
		}{
			{"join", func(ctx context.Context) error {
				_, err := lobby.Ask(ctx, bo, lobby.Join{Code: anna.now.Code})
				return err
			}},
			{"look", func(ctx context.Context) error {
				_, err := lobby.Ask(ctx, cy, lobby.Look{Code: anna.now.Code})
				return err
			}},
			{"create", func(ctx context.Context) error {
				_, err := lobby.Ask(ctx, dan, lobby.Create{Plan: lobby.Plan{Game: "davinci"}})
				return err
			}},
		} {
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			err := row.ask(ctx)
			cancel()
			if waited := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || waited > time.Second {
				t.Errorf("%s answered %v after %v", row.what, err, waited)
			}
		}
		close(gate)
		synctest.Wait()
		anna.look()
		if seat := anna.now.Seats[1]; seat.Name != "bo" || seat.Away.IsZero() {
			t.Errorf("who gave up waiting has %+v, not a seat that is kept", seat)
		}
	})
}

// TestUnwrittenRequestsFail: if another node has taken over the journal, the room ends and
// no request succeeds.
func TestUnwrittenRequestsFail(t *testing.T) {
	for _, why := range []error{lobby.ErrSequence, lobby.ErrClaimed} {
		in(t, func(t *testing.T) {
			book := newMemJournal()
			anna, bo := pair(t, open(t, local.Config{Journal: book}), lobby.Plan{})
			book.fail(why)
			if err := lobby.Perform(t.Context(), anna, lobby.Play{Action: "take black"}); !errors.Is(err, why) {
				t.Errorf("what the journal has elsewhere is answered %v", err)
			}
			if bo.look(); len(bo.now.Events) > 0 || !errors.Is(bo.Ended(), why) {
				t.Errorf("bo is shown %q, and ended with %v", bo.now.Events, bo.Ended())
			}
		})
	}
}
