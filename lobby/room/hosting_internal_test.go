package room

import (
	"errors"
	"testing"

	"parlor/lobby"
)

func TestHostOperations(t *testing.T) {
	s, told := twoPlay(), &said{}
	s.host.id = "anna"
	h := hosting{at(s, told)}
	anna, bo := s.seating.seats[0].handle, s.seating.seats[1].handle
	if err := h.obey(bo, lobby.HandOver{To: 1}); !errors.Is(err, errNotHost) {
		t.Errorf("a guest hands over: %v", err)
	}
	if err := h.obey(anna, lobby.Swap{One: 0, Other: 1}); !errors.Is(err, errInPlay) {
		t.Errorf("seats are swapped in play: %v", err)
	}
	s.play.clear()
	if err := h.obey(anna, lobby.Swap{One: 0, Other: 1}); err != nil || anna.seat != 1 || bo.seat != 0 || told.news != 1 {
		t.Errorf("%v: anna sits on %v, bo on %v", err, anna.seat, bo.seat)
	}
	if err := h.obey(anna, lobby.HandOver{To: 0}); err != nil || s.host.id != "bo" {
		t.Errorf("%v: the host is %s", err, s.host.id)
	}
}
