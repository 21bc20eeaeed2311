package local_test

import (
	"testing"

	"parlor/engine/davinci"
	"parlor/lobby"
	"parlor/lobby/local"
)

// TestDoneNamesTheUpdate: when an operation has returned, an update with its Revision or a
// later one has been delivered or waits, even if nothing has changed.
func TestDoneNamesTheUpdate(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{Seats: 2})
		anna.look()
		bo.look()
		for _, row := range []struct {
			what    string
			do      lobby.RoomOp
			updated bool
		}{
			{"eyes that are closed already", lobby.ShowEyes{Show: false}, false},
			{"eyes", lobby.ShowEyes{Show: true}, true},
			{"tiles", lobby.Play{Action: davinci.Deal}, true},
			{"more tiles", lobby.Play{Action: davinci.Deal}, false},
			{"no action", lobby.Play{Action: "dance"}, false},
			{"what somebody else does", nil, true},
		} {
			before := anna.now.Revision
			do := row.do
			if do == nil {
				if err := lobby.Perform(t.Context(), bo, lobby.Say{Text: "hello"}); err != nil {
					t.Error(err)
				}
				do = lobby.ShowEyes{Show: true} // unchanged
			}
			done, _ := lobby.Ask(t.Context(), anna, do) // some are refused
			anna.look()
			if updated := done.Revision > before; updated != row.updated || anna.now.Revision < done.Revision {
				t.Errorf("%s: update %d is named after %d, and %d is there", row.what, done.Revision, before, anna.now.Revision)
			}
		}
	})
}

// TestRequestIsDoneOnce: a request can be repeated with its ID. The same ID of another
// person is a different request.
func TestRequestIsDoneOnce(t *testing.T) {
	in(t, func(t *testing.T) {
		l := open(t, local.Config{})
		anna, bo := pair(t, l, lobby.Plan{Seats: 2})
		hello := lobby.NewRequest(lobby.Say{Text: "hello"})
		for _, p := range []*person{anna, anna, bo, bo, anna} {
			if _, err := p.Do(t.Context(), hello); err != nil {
				t.Error(err)
			}
		}
		anna.look()
		if chat := anna.now.Chat; len(chat) != 2 || chat[0].Name != "anna" || chat[1].Name != "bo" {
			t.Errorf("the talk is %+v", chat)
		}
		for range 2 {
			if _, err := anna.Do(t.Context(), lobby.Request{Op: lobby.Say{Text: "again"}}); err != nil {
				t.Error(err)
			}
		}
		if anna.look(); len(anna.now.Chat) != 4 {
			t.Errorf("orders without an ID are taken for each other: %+v", anna.now.Chat)
		}
		refused := lobby.NewRequest(lobby.Kick{Name: "bo"})
		if _, err := bo.Do(t.Context(), refused); err == nil {
			t.Error("a guest sends somebody away")
		}
		// A refused request was not done and can be repeated.
		if err := lobby.Perform(t.Context(), anna, lobby.HandOver{To: 1}); err != nil {
			t.Error(err)
		}
		if _, err := bo.Do(t.Context(), refused); err == nil || err.Error() == "Only the host can do that" {
			t.Errorf("the host is refused with %v", err)
		}
	})
}
