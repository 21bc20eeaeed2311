package room

import (
	"fmt"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

// said is what a part has had done beside its own state.
type said struct {
	notes   []string
	news    int
	effects []func()
}

func (s *said) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}
func (s *said) changed()               { s.news++ }
func (s *said) changedFor(engine.Seat) { s.news++ }
func (s *said) after(effect func())    { s.effects = append(s.effects, effect) }

// turn is a match as the clock sees it.
type turn struct {
	at    string
	turns []engine.Seat
}

func (t turn) stage() string                { return t.at }
func (t turn) inPlay() bool                 { return t.at == engine.Playing || t.at == engine.Interval }
func (t turn) toMove(seat engine.Seat) bool { return slices.Contains(t.turns, seat) }

func person(id string) seat { return seat{kind: lobby.Person, id: id, name: id} }

func TestClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		playing := turn{engine.Playing, []engine.Seat{0}}
		time.Sleep(10 * time.Second)
		for _, row := range []struct {
			what   string
			absent string
			away   bool
			paused bool
			t      turn
			clock  time.Duration
			want   time.Duration // after it began; 0 for none
		}{
			{"a decision", lobby.AbsentClock, false, false, playing, time.Minute, time.Minute},
			{"no clock", lobby.AbsentClock, false, false, playing, 0, 0},
			{"somebody else's turn", lobby.AbsentClock, false, false, turn{engine.Playing, []engine.Seat{1}}, time.Minute, 0},
			{"an interval has more time", lobby.AbsentClock, false, false, turn{engine.Interval, []engine.Seat{0}}, time.Second, intervalClock},
			{"a pause", lobby.AbsentClock, false, true, playing, time.Minute, 0},
			{"away, and the clock goes on", lobby.AbsentClock, true, false, playing, time.Minute, time.Minute},
			{"away, and the room waits", lobby.AbsentWait, true, false, playing, time.Minute, 0},
		} {
			s := person("anna")
			s.since = began
			if row.away {
				s.away = time.Now()
			}
			c := clock{}
			if row.paused {
				c.stop()
			}
			due := c.deadline(0, s, lobby.Plan{Clock: row.clock, Absent: row.absent}, row.t)
			if row.want == 0 && !due.IsZero() || row.want != 0 && !due.Equal(began.Add(row.want)) {
				t.Errorf("%s: due at %v", row.what, due)
			}
		}
	})
}

func TestAPauseGivesTheTimeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := seating{[]seat{person("anna"), person("bo")}}
		s.seats[0].since, s.seats[0].pause = time.Now(), true
		c := clock{}
		time.Sleep(time.Second)
		c.stop()
		time.Sleep(time.Hour)
		if !c.goOn(&s) || c.stopped() || s.seats[0].pause {
			t.Error("it does not go on")
		}
		if passed := time.Since(s.seats[0].since); passed != time.Second {
			t.Errorf("%v of the decision have passed, want a second", passed)
		}
		if !s.seats[1].since.IsZero() || c.goOn(&s) {
			t.Error("a pause that was none gives time back")
		}
	})
}

func TestABotStandsInAfterAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := person("anna")
		s.away = time.Now()
		c, plan, playing := clock{}, lobby.Plan{Absent: lobby.AbsentBot}, turn{engine.Playing, nil}
		if begins := c.standInBegins(s, plan, playing); c.standsIn(s, plan, playing) || !begins.Equal(s.away.Add(botStandIn)) {
			t.Errorf("it begins at %v", begins)
		}
		time.Sleep(botStandIn)
		if !c.standsIn(s, plan, playing) || !c.standInBegins(s, plan, playing).IsZero() {
			t.Error("no bot plays")
		}
		if c.standsIn(s, plan, turn{lobby.Gathering, nil}) || c.standsIn(s, lobby.Plan{Absent: lobby.AbsentWait}, playing) {
			t.Error("a bot plays where none is wanted")
		}
	})
}

func TestTheHostsRoleIsPassedOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here := &Handle{}
		s := seating{[]seat{person("anna"), person("bo"), {kind: lobby.Bot, name: "Fiora"}}}
		s.seats[0].handle, s.seats[1].handle = here, here
		h, told := host{}, &said{}
		h.pass(&s, told)
		if h.id != "anna" || h.standIn || len(told.notes) != 1 {
			t.Fatalf("%+v, %q", h, told.notes)
		}
		s.seats[0].handle, s.seats[0].away = nil, time.Now()
		if h.pass(&s, told); h.id != "anna" {
			t.Error("the role goes at once")
		}
		time.Sleep(hostGrace)
		if h.pass(&s, told); h.id != "bo" || h.standIn {
			t.Errorf("after the grace: %+v", h)
		}
		// Where nobody is present, somebody absent stands in for whoever comes first.
		s.seats[1].handle, s.seats[1].away, s.seats[1].left = nil, time.Now(), true
		h.id = ""
		if h.pass(&s, told); h.id != "anna" || !h.standIn {
			t.Errorf("with nobody there: %+v", h)
		}
		s.seats[1] = person("cy")
		s.seats[1].handle = here
		if h.pass(&s, told); h.id != "cy" {
			t.Errorf("a stand-in keeps the role: %+v", h)
		}
	})
}

func TestWhoIsKeptOut(t *testing.T) {
	h := host{}
	for i := range maxBanned {
		if err := h.keepOut("ROOM", strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	before := h
	if h.keepOut("ROOM", "7") != nil || h.keepOut("ROOM", "one more") == nil {
		t.Error("the list is not as long as it says")
	}
	if !h.keepsOut("ROOM", "7") || h.keepsOut("OTHER", "7") || h.keepsOut("ROOM", "one more") || len(before.banned) != maxBanned {
		t.Error("somebody else is kept out")
	}
}

func TestSeating(t *testing.T) {
	s := seating{[]seat{person("anna"), {kind: lobby.Empty}, {kind: lobby.Bot, name: "Fiora"}, person("bo")}}
	before := s.snapshot()
	if s.taken() != 3 || s.free() != 1 || s.of("bo") != 3 || s.of("cy") != -1 || !s.inhabited() {
		t.Errorf("%+v", s)
	}
	told := &said{}
	s.goAway(0, told)
	s.giveUp(3)
	s.giveUp(0)
	if s.of("bo") != -1 || s.seats[3].gone != 1 || s.seats[0].gone != 2 || s.taken() != 1 || s.inhabited() {
		t.Errorf("%+v", s.seats)
	}
	if s.gather(3); len(s.seats) != 3 || s.seats[0].kind != lobby.Bot || s.seats[1].kind != lobby.Empty {
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
		{"bots are always", []seat{ready(person("anna")), {kind: lobby.Bot}}, true, true},
		{"a free seat is waited for", []seat{ready(person("anna")), {kind: lobby.Empty}}, true, false},
		{"after a match it is not", []seat{ready(person("anna")), {kind: lobby.Empty}}, false, true},
	} {
		if got := (&seating{row.seats}).ready(row.gathering); got != row.want {
			t.Errorf("%s: %v", row.what, got)
		}
	}
}

func TestAnOrderIsKnownAgain(t *testing.T) {
	var g given
	g.add("anna", "1")
	before := g
	g.add("anna", "2")
	if !g.has("anna", "1") || g.has("bo", "1") || g.has("anna", "") || before.has("anna", "2") {
		t.Errorf("%+v", g)
	}
	for i := range maxGiven {
		g.add("bo", lobby.OrderID(strconv.Itoa(i)))
	}
	if g.has("anna", "1") || !g.has("bo", "0") || len(g.orders) != maxGiven {
		t.Errorf("%d orders are kept", len(g.orders))
	}
}
