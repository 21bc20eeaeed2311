package room

import (
	"testing"

	"parlor/lobby"
)

func TestSeating(t *testing.T) {
	s := seating{[]seat{person("anna"), {kind: lobby.SeatEmpty}, {kind: lobby.SeatBot, name: "Fiora"}, person("bo")}}
	before := s.snapshot()
	if s.taken() != 3 || s.freeSeat() != 1 || s.of("bo") != 3 || s.of("cy") != -1 || !s.inhabited() {
		t.Errorf("%+v", s)
	}
	told := &said{}
	s.seats[0].goAway(true, told)
	s.giveUp(3)
	s.giveUp(0)
	if s.of("bo") != -1 || s.seats[3].gone != 1 || s.seats[0].gone != 2 || s.taken() != 1 || s.inhabited() {
		t.Errorf("%+v", s.seats)
	}
	if s.gather(3); len(s.seats) != 3 || s.seats[0].kind != lobby.SeatBot || s.seats[1].kind != lobby.SeatEmpty {
		t.Errorf("%+v", s.seats)
	}
	if before.of("anna") != 0 || before.seats[0].left || !before.seats[0].away.IsZero() {
		t.Error("a snapshot has changed with what it was taken of")
	}
}

func TestReady(t *testing.T) {
	ready := func(seat seat) seat {
		seat.ready = true
		return seat
	}
	for _, row := range []struct {
		what      string
		seats     []seat
		gathering bool
		want      bool
	}{
		{"all", []seat{ready(person("anna")), ready(person("bo"))}, true, true},
		{"not all", []seat{ready(person("anna")), person("bo")}, true, false},
		{"bots are always", []seat{ready(person("anna")), {kind: lobby.SeatBot}}, true, true},
		{"a free seat is waited for", []seat{ready(person("anna")), {kind: lobby.SeatEmpty}}, true, false},
		{"after a match it is not", []seat{ready(person("anna")), {kind: lobby.SeatEmpty}}, false, true},
	} {
		if got := (&seating{row.seats}).ready(row.gathering); got != row.want {
			t.Errorf("%s: %v", row.what, got)
		}
	}
}
