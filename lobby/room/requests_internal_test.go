package room

import (
	"testing"

	"parlor/engine"
	"parlor/lobby"
)

func TestPause(t *testing.T) {
	s, told := twoPlay(), &said{}
	o := orders{transition: at(s, told)}
	for _, row := range []struct {
		seat  engine.Seat
		pause bool
		note  string
		stops bool
	}{
		{0, true, "anna asks for a pause.", false},
		{1, true, "The match is paused.", true},
		{0, false, "anna resumes the match.", false},
	} {
		if err := o.obey(s.seating.seats[row.seat].handle, lobby.Pause{Pause: row.pause}); err != nil {
			t.Error(err)
		}
		if last := told.notes[len(told.notes)-1]; last != row.note || s.clock.stopped() != row.stops {
			t.Errorf("they are told %q, and it stands: %v", last, s.clock.stopped())
		}
	}
	if err := o.obey(hold("cy", engine.Watcher), lobby.Pause{Pause: true}); err == nil {
		t.Error("a watcher pauses the match")
	}
}

func TestFollow(t *testing.T) {
	s, told := twoPlay(), &said{}
	cy := hold("cy", engine.Watcher)
	s.spectators.handles = []*Handle{cy}
	o := orders{transition: at(s, told), showing: told}
	for _, seat := range []engine.Seat{0, 7} {
		if err := o.obey(cy, lobby.Follow{Seat: seat}); err == nil || cy.viewpoint != engine.Watcher {
			t.Errorf("cy follows the eyes of seat %v", seat)
		}
	}
	anna := s.seating.seats[0].handle
	if err := o.obey(anna, lobby.ShowEyes{Show: true}); err != nil || len(told.notes) != 1 {
		t.Errorf("%v, %q", err, told.notes)
	}
	if err := o.obey(cy, lobby.Follow{Seat: 0}); err != nil || cy.viewpoint != 0 || len(told.shown) != 0 {
		t.Errorf("%v, and %d views are new while there is nothing to see", err, len(told.shown))
	}
	if err := o.obey(anna, lobby.Follow{Seat: 1}); err == nil {
		t.Error("a player sees with another's eyes")
	}
}
