package room

import (
	"testing"

	"parlor/engine"
)

func TestAHangUpKeepsTheSeat(t *testing.T) {
	s, told := twoPlay(), &said{}
	d := door{at(s, told), told}
	anna := s.seating.seats[0].handle
	d.hungUp(anna)
	if own := s.seating.seats[0]; own.handle != nil || own.away.IsZero() || own.id != "anna" || !told.irrevocable {
		t.Errorf("anna has %+v", own)
	}
	d.hungUp(anna) // its session may say so twice
	if len(told.notes) != 1 {
		t.Errorf("they are told %q", told.notes)
	}
	d.comeBack(hold("anna", engine.Watcher), 0)
	if own := s.seating.seats[0]; own.handle == nil || own.handle.seat != 0 || !own.away.IsZero() || told.notes[1] != "anna is back." {
		t.Errorf("anna has %+v, %q", own, told.notes)
	}
}
