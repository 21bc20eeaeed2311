package room

import (
	"testing"
	"testing/synctest"
	"time"

	"parlor/engine"
	"parlor/lobby"
)

func TestNextDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		limits := lobby.Limits{Grace: time.Minute, RoomIdle: time.Hour}
		for _, row := range []struct {
			what string
			make func(*state)
			want time.Duration // from now on; 0 for none
		}{
			{"nothing", func(*state) {}, 0},
			{"a decision", func(s *state) { s.plan.Clock, s.seating.seats[0].since = 30*time.Second, now }, 30 * time.Second},
			{"the host is away", func(s *state) {
				s.host.id = "anna"
				s.seating.seats[0].goAway(true, &said{})
			}, hostGrace},
			{"somebody is away, and no match is played", func(s *state) {
				s.play.clear()
				s.seating.seats[0].goAway(true, &said{})
			}, time.Minute},
			{"a bot is to play for somebody", func(s *state) {
				s.plan.Absent = lobby.AbsentBot
				s.seating.seats[0].goAway(true, &said{})
			}, 2 * time.Minute},
			{"cannot be the host", func(s *state) { s.emptySince = now }, time.Hour},
			{"nobody is there, where people come back a move at a time", func(s *state) {
				s.plan.Clock, s.emptySince = 24*time.Hour, now
				s.play.public = &engine.View{Stage: engine.Playing}
			}, 48 * time.Hour},
		} {
			s := twoPlay()
			row.make(s)
			k := timekeeper{&transition{state: s, config: &Config{Limits: limits}}}
			due := k.nextDue()
			if row.want == 0 && !due.IsZero() || row.want != 0 && !due.Equal(now.Add(row.want)) {
				t.Errorf("%s: due at %v", row.what, due)
			}
		}
	})
}

func TestSleepsUntil(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := twoPlay()
		s.emptySince = time.Now()
		k := timekeeper{&transition{state: s, config: &Config{Limits: lobby.Limits{RoomIdle: time.Hour}}}}
		if at := k.sleepsUntil(); !at.Equal(s.emptySince.Add(time.Hour)) {
			t.Errorf("where a person is to move: %v", at)
		}
		s.seating.seats[0] = seat{kind: lobby.SeatBot, name: "Fiora"}
		if at := k.sleepsUntil(); !at.Equal(s.emptySince) {
			t.Errorf("where a bot is to move: %v", at)
		}
		if s.clock.stopAt(time.Now()); !k.sleepsUntil().Equal(s.emptySince.Add(time.Hour)) {
			t.Error("a bot wakes a room that is paused")
		}
	})
}

func TestGraceEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, told := twoPlay(), &said{}
		s.play.clear()
		s.seating.seats[1].goAway(true, told)
		k := timekeeper{&transition{s, told, &Config{Limits: lobby.Limits{Grace: time.Minute}}}}
		time.Sleep(time.Minute - time.Second)
		if k.tick(); !s.seating.seats[1].here() {
			t.Error("the seat is not kept as long as it says")
		}
		time.Sleep(time.Second)
		if k.tick(); s.seating.seats[1].kind != lobby.SeatEmpty || !s.seating.seats[0].here() {
			t.Errorf("%+v", s.seating.seats)
		}
		if last := told.notes[len(told.notes)-1]; last != "bo did not come back." || len(told.effects) != 1 {
			t.Errorf("they are told %q, and %d things are to be done", last, len(told.effects))
		}
	})
}
