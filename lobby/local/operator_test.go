package local_test

import (
	"errors"
	"testing"

	"parlor/lobby"
	"parlor/lobby/local"
)

// TestOperatorClosesRoom: everyone in the room sees the reason, its match is void, and the
// room is gone.
func TestOperatorClosesRoom(t *testing.T) {
	in(t, func(t *testing.T) {
		book := newMemJournal()
		l := open(t, local.Config{Journal: book})
		anna, bo := pair(t, l, ratedPlan())
		playOn(2, anna, bo)
		zoe := seated(t)(lobby.Ask(t.Context(), enter(t, l, "zoe"), lobby.Watch{Code: anna.now.Code}))
		rooms := l.Operator().RoomFacts()
		if len(rooms) != 1 || rooms[0].Here != 3 || rooms[0].Code != anna.now.Code || !rooms[0].Rated || rooms[0].Stage != "playing" {
			t.Fatalf("the rooms are %+v", rooms)
		}
		if _, err := l.Operator().CloseRoom(t.Context(), "7", "why"); err == nil {
			t.Error("a room is closed that there is not")
		}
		if _, err := l.Operator().CloseRoom(t.Context(), "1", "it is \x1blate"); err != nil {
			t.Fatal(err)
		}
		for _, p := range []*person{anna, bo, zoe} {
			for p.look() {
				continue
			}
			if err := p.Ended(); err == nil || err.Error() != "The operator of this server has closed the room: it is late" {
				t.Errorf("told: %v", err)
			}
		}
		if match := book.only(t); match.Rated {
			t.Errorf("the match is %+v", match)
		}
		if rooms := l.Operator().RoomFacts(); len(rooms) != 0 || len(l.Operator().TitlesOf("key:anna")) != 0 {
			t.Errorf("there are still %+v", rooms)
		}
		if _, err := lobby.Ask(t.Context(), enter(t, l, "anna"), lobby.Join{Code: anna.now.Code}); err == nil || errors.Is(err, lobby.ErrStopping) {
			t.Errorf("it can still be joined: %v", err)
		}
	})
}
