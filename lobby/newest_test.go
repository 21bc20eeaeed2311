package lobby_test

import (
	"testing"

	"parlor/engine/davinci"
	"parlor/lobby"
)

// TestNewestIsTheUpdateThatShowsAnOrder: once an order has returned, an update
// with that Seq or a later one was taken already or waits, also where nothing
// has changed.
func TestNewestIsTheUpdateThatShowsAnOrder(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, lobby.Config{})
		anna, bo := pair(t, l, lobby.Plan{Seats: 2})
		anna.look()
		bo.look()
		for _, row := range []struct {
			what  string
			order func() error
			anew  bool
		}{
			{"eyes that are closed already", func() error { return anna.ShowEyes(t.Context(), false) }, false},
			{"eyes", func() error { return anna.ShowEyes(t.Context(), true) }, true},
			{"tiles", func() error { return anna.Do(t.Context(), davinci.Deal) }, true},
			{"more tiles", func() error { return anna.Do(t.Context(), davinci.Deal) }, false},
			{"no action", func() error { return anna.Do(t.Context(), "dance") }, false},
			{"what somebody else does", func() error { return bo.Say(t.Context(), "hello") }, true},
		} {
			before := anna.now.Seq
			_ = row.order() // some are refused
			named := anna.Newest()
			anna.look()
			if anew := named > before; anew != row.anew || anna.now.Seq < named {
				t.Errorf("%s: update %d is named after %d, and %d is there", row.what, named, before, anna.now.Seq)
			}
		}
	})
}
